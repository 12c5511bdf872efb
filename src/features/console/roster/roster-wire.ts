// Wire types of crews, crew members, vehicles and shifts for the console's pages.
import type { VehicleType } from '../../../domain/product.ts';

export interface WireVehicle {
  readonly id: string;
  readonly type: VehicleType;
  readonly name: string;
  readonly plate: string | null;
  readonly retired_at: string | null;
}

export interface WireMember {
  readonly id: string;
  readonly crew_id: string | null;
  readonly first_name: string;
  readonly avatar_url: string | null;
  readonly phone_number: string | null;
  readonly retired_at: string | null;
}

export interface WireShift {
  readonly id: string;
  readonly crew_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

export interface WireEngagement {
  readonly booking_id: string;
  readonly booking_hid: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

export interface WireCrew {
  readonly id: string;
  readonly name: string;
  readonly home_areas: readonly string[];
  readonly rating: number;
  readonly auto_accept: boolean;
  readonly vehicle: WireVehicle | null;
  readonly members: readonly WireMember[];
  readonly retired_at: string | null;
}

export interface ListedCrew extends WireCrew {
  readonly shift: WireShift | null;
  readonly engagement: WireEngagement | null;
  readonly open_offers: number;
}

export interface ScheduledCrew extends WireCrew {
  readonly shifts: readonly WireShift[];
  readonly engagements: readonly WireEngagement[];
}
