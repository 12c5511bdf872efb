// Wire types of the day board: all crews and bookings of a day in one response.
import type { Product, VehicleType } from '../../../domain/product.ts';

export interface WireSpan {
  readonly starts_at: string;
  readonly ends_at: string;
}

export interface BoardWindow extends WireSpan {
  readonly kind: 'listed' | 'custom' | 'on_demand';
  /** Label that the partner sees, in the time zone of the window. */
  readonly label: string;
  readonly time_zone: string;
}

export interface BoardBooking {
  readonly id: string;
  readonly hid: string;
  readonly state: 'created' | 'dispatched' | 'completed';
  readonly product: Product;
  readonly area: string;
  readonly partner: string;
  readonly order_number: string | null;
  readonly customer: string | null;
  readonly window: BoardWindow;
  /** null without a crew, or with a simulated sandbox crew. */
  readonly crew_id: string | null;
  /** Engagement of the crew; null without a crew. */
  readonly slot: WireSpan | null;
  readonly stop_count: number;
  readonly stops_done: number;
  readonly progress: 'pending' | 'driving' | 'at' | 'done' | null;
  /** Reason of a stop failure at the current stop. */
  readonly trouble: string | null;
  readonly eta: string | null;
  /** Whether the window is missed or expected to be missed. */
  readonly is_late: boolean;
}

export interface BoardCrew {
  readonly id: string;
  readonly name: string;
  readonly vehicle: { readonly type: VehicleType; readonly name: string } | null;
  /** First names, lead first. */
  readonly members: readonly string[];
  /** Area slugs. Empty: all areas. */
  readonly home_areas: readonly string[];
  readonly shifts: readonly WireSpan[];
  readonly is_retired: boolean;
}

export interface Board extends WireSpan {
  readonly day: string;
  /** Time zone in which the day starts and ends. */
  readonly time_zone: string;
  readonly crews: readonly BoardCrew[];
  readonly bookings: readonly BoardBooking[];
  /** Whether the day has more bookings than the limit. */
  readonly is_cut: boolean;
}

export interface BoardDay {
  readonly day: string;
  readonly unassigned: number;
  readonly dispatched: number;
  readonly completed: number;
}

export interface BoardWeek {
  readonly days: readonly BoardDay[];
}
