// Response types of /track/api, shared by server and page. Times are ISO 8601, points are [longitude, latitude]. Errors
// have the error body of the public API, as application/json: 404 unknown link, 410 expired, 429 with Retry-After.
import type { VehicleType } from '../../domain/dispatch/product.ts';

export type TrackingStage =
  | 'scheduled' /* no crew yet */
  | 'assigned' /* a crew is assigned and has not departed */
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
  /** Whether the stop belongs to the contact who holds the link. */
  readonly is_yours: boolean;
  /** Street and town; for stops of other contacts only the town. */
  readonly place: string;
  /** Apartment or suite; only for the viewer's own stops. */
  readonly unit: string | null;
  readonly state: StopState;
  /** The crew reported a stop failure, and an operator has to decide. */
  readonly has_trouble: boolean;
  readonly eta: TimeSpan | null;
  readonly arrived_at: string | null;
  readonly done_at: string | null;
  readonly time_zone: string;
  readonly point: Point;
  /** Paths on this host. */
  readonly photos: readonly string[];
  /** Photos on other hosts: linked, never embedded. */
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
  /** Masked number for this booking. */
  readonly phone_number: string | null;
  /** Set only while the crew is driving to a stop. */
  readonly point: Point | null;
  readonly point_at: string | null;
}

/** GET /track/api/{token} */
export interface TrackingView {
  readonly confirmation_code: string;
  /** The organization that booked. */
  readonly sender: string | null;
  readonly stage: TrackingStage;
  /** null for on-demand windows. `stop` is the position of the reference stop. */
  readonly window: (TimeSpan & { readonly time_zone: string; readonly stop: number }) | null;
  /** The window has passed, or the ETA is after its end. */
  readonly is_late: boolean;
  /** The crew was lost, and another one is being assigned. */
  readonly is_reassigning: boolean;
  /** Position of the stop that is most relevant to the viewer. */
  readonly focus: number;
  /** All stops of the viewer are done, but the job continues. */
  readonly is_done_for_you: boolean;
  readonly stops: readonly TrackingStop[];
  readonly crew: TrackingCrew | null;
  readonly cancellation: {
    readonly at: string;
    readonly because: 'requested' | 'no_crew' | 'other';
  } | null;
  readonly map: { readonly tile_url: string; readonly attribution: string } | null;
  /** Server time. */
  readonly now: string;
  readonly expires_at: string | null;
}

/**
 * GET /track/api/{token}/stream: server-sent events named `change`, without content, whenever the booking changes; the
 * page then reloads the view. A comment every 15 s keeps the connection open. The server closes the connection on
 * shutdown, when it may have missed a change, and after 30 minutes; the EventSource reconnects, and the page reloads
 * the view on `open`.
 */
export interface TrackingChange {
  readonly kind: 'booking';
}
