// What the crew's page and its server say to one another, under /crew/api. Plain types, shared by both sides; times are ISO
// 8601, points are [longitude, latitude]. The contract only grows: a phone may run yesterday's page. Errors have the body of
// every other error of the API, as application/json: 401 nobody is signed in, 403 not from our page, 429 with Retry-After.
import type { ReportRefusal } from '../../domain/crew-step-check.ts';
import type { VehicleType } from '../../domain/product.ts';
import type { TroubleReason } from '../../domain/stop-failure-reasons.ts';

/** POST /crew/api/session: by the token of a link, or by a phone number or code with the PIN. 204, and a cookie. */
export type CrewSignIn = { readonly token: string } | { readonly name: string; readonly pin: string };

/** GET /crew/api/session */
export interface CrewSession {
  readonly member: { readonly id: string; readonly first_name: string };
  readonly environment: 'production' | 'sandbox';
  /** Sent as `x-csrf-token` with every write. */
  readonly csrf_token: string;
}

export type Point = readonly [longitude: number, latitude: number];

export type CrewStopState =
  | 'waiting' /* not its turn */
  | 'pending' /* next, and the crew has not set out for it */
  | 'driving'
  | 'at'
  | 'failed' /* at it, and an operator has to decide */
  | 'done'
  | 'skipped';

export interface CrewContact {
  readonly name: string | null;
  readonly phone_number: string;
  /** A number of ours that leads to them while the crew is there or on its way. */
  readonly is_masked: boolean;
}

export interface CrewStop {
  readonly id: string;
  readonly position: number;
  readonly kind: 'pickup' | 'stop' | 'dropoff';
  readonly state: CrewStopState;
  /** The address line, or the name of the place. */
  readonly name: string;
  readonly locality: string;
  readonly unit: string | null;
  readonly floor: number | null;
  readonly has_elevator: boolean | null;
  readonly instructions: string | null;
  readonly point: Point;
  readonly time_zone: string;
  /** Of a stop that is over: none. */
  readonly contacts: readonly CrewContact[];
  /** At least so many before it is done. */
  readonly photos_required: number;
  readonly arrived_at: string | null;
  readonly done_at: string | null;
}

export interface CrewJob {
  readonly booking_id: string;
  readonly code: string;
  readonly order_number: string | null;
  readonly description: string | null;
  /** When the crew shall set out. */
  readonly starts_at: string;
  /** null: as soon as possible. `stop` is the position it is for. */
  readonly window: {
    readonly from: string;
    readonly to: string;
    readonly time_zone: string;
    readonly stop: number;
  } | null;
  readonly is_under_way: boolean;
  readonly stops: readonly CrewStop[];
}

/** GET /crew/api/day: the job under way first, then the others of this shift in their order. */
export interface CrewDay {
  readonly now: string;
  /** null: in no crew at present. */
  readonly crew: {
    readonly name: string;
    readonly vehicle: {
      readonly name: string;
      readonly type: VehicleType;
      readonly plate: string | null;
    } | null;
  } | null;
  /** The one under way, or the next. */
  readonly shift: { readonly starts_at: string; readonly ends_at: string } | null;
  readonly jobs: readonly CrewJob[];
  /** Jobs that this crew has completed in the last twelve hours. */
  readonly finished_count: number;
}

interface Told {
  /** Made by the phone, and the same whenever it is told again. */
  readonly id: string;
  readonly booking_id: string;
  /** When it happened, by the server's clock as far as the phone knows it. */
  readonly at: string;
}

interface ToldOfStop extends Told {
  readonly stop_id: string;
}

export type CrewAction =
  | (ToldOfStop & { readonly kind: 'depart'; readonly location?: Point })
  | (ToldOfStop & { readonly kind: 'arrive' })
  /** Photos by the ids under which they were sent before. */
  | (ToldOfStop & { readonly kind: 'complete'; readonly photo_ids: readonly string[] })
  | (ToldOfStop & {
      readonly kind: 'cannot_complete';
      readonly reason: TroubleReason;
      readonly note?: string;
      readonly photo_ids?: readonly string[];
    })
  /** Nothing is kept of these but the last: where the crew is. */
  | (Told & { readonly kind: 'position'; readonly location: Point });

export interface ActionResult {
  readonly id: string;
  /** `already_applied`: told before, or somebody else has said so first. */
  readonly result: 'applied' | 'already_applied' | 'refused';
  /** Of what was refused; it stays refused however often it is told. */
  readonly reason: ReportRefusal | null;
}

/** POST /crew/api/sync: in this order, each once. A photo that is not here yet is 400 with its `param`. */
export interface SyncRequest {
  readonly actions: readonly CrewAction[];
}

export interface SyncAnswer {
  readonly results: readonly ActionResult[];
  readonly day: CrewDay;
}

/**
 * PUT /crew/api/bookings/{booking_id}/photos/{photo_id}: a picture as the body. 204, also when it was there already.
 * GET /crew/api/stream: server-sent events named `change`, without content, whenever a booking of the crew moved.
 */
export interface CrewChange {
  readonly kind: 'day';
}
