// What the tracking page and its server say to one another, under /track/api. Plain types, shared by both sides; times are
// ISO 8601, points are [longitude, latitude]. Errors have the body of every other error of the API, as application/json:
// 404 there is no such link, 410 it has expired, 429 with Retry-After.
import type { VehicleType } from '../../domain/product.ts';

export type TrackingStage =
  | 'scheduled' /* no crew yet */
  | 'assigned' /* a crew, which has not set out */
  | 'on_the_way'
  | 'at_stop'
  | 'completed'
  | 'cancelled';

export interface TimeSpan {
  readonly from: string;
  readonly to: string;
}

export type StopState = 'waiting' | 'next' | 'driving' | 'here' | 'done' | 'skipped';

export interface TrackingStop {
  readonly position: number;
  readonly kind: 'pickup' | 'stop' | 'dropoff';
  /** Of the contact whose link this is. */
  readonly is_yours: boolean;
  /** Street and town; of somebody else's stop only the town. */
  readonly place: string;
  /** Apartment or suite; of one's own stop only. */
  readonly unit: string | null;
  readonly state: StopState;
  /** The crew cannot go on, and somebody is looking into it. */
  readonly has_trouble: boolean;
  readonly eta: TimeSpan | null;
  readonly arrived_at: string | null;
  readonly done_at: string | null;
  readonly time_zone: string;
  readonly point: Point;
  /** Paths on this host. */
  readonly photos: readonly string[];
  /** Pictures that lie elsewhere: to be linked, never shown. */
  readonly photo_links: readonly string[];
}

export type Point = readonly [longitude: number, latitude: number];

export interface TrackingCrew {
  readonly members: readonly {
    readonly first_name: string;
    /** A path on this host. */
    readonly avatar: string | null;
  }[];
  readonly vehicle_type: VehicleType;
  readonly rating: number;
  /** Reaches the crew for this booking only. */
  readonly phone_number: string | null;
  /** Only on the way to a stop. */
  readonly point: Point | null;
  readonly point_at: string | null;
}

/** GET /track/api/{token} */
export interface TrackingView {
  readonly confirmation_code: string;
  /** The organization that booked. */
  readonly sender: string | null;
  readonly stage: TrackingStage;
  /** null: as soon as possible. `stop` is the position it is for. */
  readonly window: (TimeSpan & { readonly time_zone: string; readonly stop: number }) | null;
  /** The window has passed, or the crew cannot make it. */
  readonly is_late: boolean;
  /** There was a crew, and another one is being found. */
  readonly is_reassigning: boolean;
  /** The position that matters most to the reader now. */
  readonly focus: number;
  /** All stops of the contact whose link this is are done, though the job goes on. */
  readonly is_done_for_you: boolean;
  readonly stops: readonly TrackingStop[];
  readonly crew: TrackingCrew | null;
  readonly cancellation: {
    readonly at: string;
    readonly because: 'requested' | 'no_crew' | 'other';
  } | null;
  readonly map: { readonly tile_url: string; readonly attribution: string } | null;
  /** The server's clock. */
  readonly now: string;
  readonly expires_at: string | null;
}

/**
 * GET /track/api/{token}/stream: server-sent events named `change`, without content, whenever the booking moved; the page
 * then asks again. A comment every 15 s keeps the line open. The line ends in good order when the server stops or may have
 * missed something, and after half an hour: an EventSource then comes back by itself, and on `open` the page asks again.
 */
export interface TrackingChange {
  readonly kind: 'booking';
}
