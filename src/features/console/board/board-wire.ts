// What the day board and its page say to one another: a day of all crews and bookings in one answer.
import type { Product, VehicleType } from '../../../domain/product.ts';

/** A time from one instant to another. */
export interface WireSpan {
  readonly starts_at: string;
  readonly ends_at: string;
}

export interface BoardWindow extends WireSpan {
  readonly kind: 'listed' | 'custom' | 'on_demand';
  /** As partners read it, on the clock of the place. */
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
  /** null: nobody; or a crew of the sandbox, which is nobody's. */
  readonly crew_id: string | null;
  /** While the crew is busy with it; null without one. */
  readonly slot: WireSpan | null;
  readonly stop_count: number;
  readonly stops_done: number;
  readonly progress: 'pending' | 'driving' | 'at' | 'done' | null;
  /** Why the crew cannot do its work where it is. */
  readonly trouble: string | null;
  readonly eta: string | null;
  /** Its window is missed, or will be. */
  readonly is_late: boolean;
}

export interface BoardCrew {
  readonly id: string;
  readonly name: string;
  readonly vehicle: { readonly type: VehicleType; readonly name: string } | null;
  /** First names, the lead first. */
  readonly members: readonly string[];
  /** None: everywhere. */
  readonly home_areas: readonly string[];
  readonly shifts: readonly WireSpan[];
  readonly is_retired: boolean;
}

export interface Board extends WireSpan {
  readonly day: string;
  /** Whose clock the board shows. */
  readonly time_zone: string;
  readonly crews: readonly BoardCrew[];
  readonly bookings: readonly BoardBooking[];
  /** There are more bookings on this day than one board holds. */
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
