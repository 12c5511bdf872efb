// What the portal's pages and its server say to one another, under /portal/api. Plain types, shared by both sides; times
// are ISO 8601. Errors have the body of every other error of the API, as application/json: 401 `session_ended` (open a new
// link), 403 `request_not_trusted` (load the page again), 404 for whatever is not the account's, 409 `endpoint_disabled`,
// `event_forgotten` and `recovery_running`, 429 with Retry-After.
import type { EventType } from '../../domain/event-types.ts';
import type {
  AttemptOutcome,
  DeliveryReason,
  DeliveryStatus,
  DeliveryTrigger,
  DisabledReason,
} from '../../domain/webhook-delivery.ts';

/** POST /portal/api/session, body `{token}`: the link's token for a session (a cookie). 204. A used or stale token: 401. */
export interface SessionRequest {
  readonly token: string;
}

/**
 * GET /portal/api/session: who is here; 401 without a session. DELETE ends it: 204.
 * Every write carries `x-csrf-token`.
 */
export interface PortalSession {
  readonly account: { readonly id: string; readonly name: string };
  readonly environment: 'production' | 'sandbox';
  readonly api_url: string;
  readonly csrf_token: string;
  readonly expires_at: string;
  readonly endpoint_limit: number;
  /** Retries after the first attempt, in seconds after the attempt before. */
  readonly retry_seconds: readonly number[];
  readonly retention_days: number;
}

export type EndpointHealth =
  | 'new' /* nothing was sent yet */
  | 'healthy'
  | 'failing' /* the last attempt failed */
  | 'paused' /* the circuit is open: nothing is sent until `paused_until` */
  | 'disabled';

/**
 * GET /portal/api/endpoints → PortalEndpoint[]; GET …/{id}; POST (EndpointRequest) → 201; PATCH …/{id} (partial) → 200;
 * DELETE → 204.
 */
export interface PortalEndpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly EventType[] | null;
  readonly disabled: boolean;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: string | null;
  /** An operator disabled it: only they enable it. */
  readonly held: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly health: EndpointHealth;
  readonly failing_since: string | null;
  readonly paused_until: string | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  /** What waits to be sent, resends included; counted up to 10,000. */
  readonly pending: number;
  /** Of the last 24 hours. `p95_ms` null: nothing was sent. */
  readonly day: { readonly succeeded: number; readonly failed: number; readonly p95_ms: number | null };
  /** The last 24 hours, oldest first, for a sparkline. */
  readonly hours: readonly { readonly succeeded: number; readonly failed: number }[];
}

export interface EndpointRequest {
  readonly url: string;
  readonly description?: string | null;
  /** null or omitted: every type but the opt-in ones. */
  readonly events?: readonly EventType[] | null;
  readonly disabled?: boolean;
}

/** GET …/endpoints/{id}/secrets (audited) → EndpointSecret[], newest first. POST …/secrets (rotate) → the same. */
export interface EndpointSecret {
  readonly id: string;
  /** `whsec_…` */
  readonly secret: string;
  readonly created_at: string;
  /** Set on older ones: until then deliveries are signed with them too. */
  readonly expires_at: string | null;
}
export interface RotateRequest {
  /** 0 ends the old secret at once; 24 unless said, at most 168. */
  readonly overlap_hours?: number;
}

/** GET …/endpoints/{id}/chart?range=day|week|month → points of an hour, or of a day for `month`, oldest first, gaps filled. */
export interface EndpointChart {
  readonly points: readonly {
    readonly from: string;
    readonly succeeded: number;
    readonly failed: number;
    readonly p50_ms: number | null;
    readonly p95_ms: number | null;
  }[];
}

/**
 * GET /portal/api/deliveries?endpoint_id=&status=&type=&booking_id=&from=&to=&after=&limit= → DeliveryPage, newest first.
 * `search` finds a booking by id, hid or order number, and an event by id. 50 on a page unless said, at most 100.
 */
export interface DeliveryPage {
  readonly data: readonly PortalDelivery[];
  /** For `after`; null on the last page. */
  readonly next: string | null;
}
export interface PortalDelivery {
  readonly id: string;
  readonly endpoint_id: string;
  /** Of an endpoint that was deleted, where the last attempt went; empty if nothing was ever sent. */
  readonly endpoint_url: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly booking_id: string | null;
  readonly status: DeliveryStatus;
  readonly reason: DeliveryReason | null;
  readonly attempts: number;
  readonly last_outcome: AttemptOutcome | null;
  readonly last_status_code: number | null;
  readonly created_at: string;
  readonly last_attempt_at: string | null;
  readonly next_attempt_at: string | null;
}

/** GET /portal/api/deliveries/{id}. POST …/{id}/resend → 202 DeliveryDetail; asked for twice, it is sent once. */
export interface DeliveryDetail extends PortalDelivery {
  /** Exactly what is sent; null once it is past retention. */
  readonly payload: string | null;
  /** Oldest first, the latest 100. */
  readonly log: readonly PortalAttempt[];
}
export interface PortalAttempt {
  readonly id: string;
  readonly number: number;
  readonly trigger: DeliveryTrigger;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly outcome: AttemptOutcome;
  readonly error: string | null;
  readonly remote_address: string | null;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly response: {
    readonly status_code: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    readonly is_base64: boolean;
    readonly is_cut: boolean;
  } | null;
}

/** POST …/endpoints/{id}/test (TestRequest) → 202 TestSent; the delivery follows within moments, told by the stream. */
export interface TestRequest {
  /** `webhook.test` unless said; any other type is sent with the example of the catalogue and `"test": true`. */
  readonly type?: string;
}
export interface TestSent {
  readonly event_id: string;
}

/**
 * GET …/endpoints/{id}/recovery?since= → RecoveryPreview; POST …/recovery (RecoveryRequest) → 202 Recovery;
 * GET …/endpoints/{id}/recoveries → Recovery[], newest first.
 */
export interface RecoveryRequest {
  /** At most as long ago as events are kept. */
  readonly since: string;
}
export interface RecoveryPreview {
  readonly failed: number;
  readonly discarded: number;
  /** Happened while the endpoint was disabled or not there yet, and never tried. */
  readonly missed: number;
}
export interface Recovery {
  readonly id: string;
  readonly since: string;
  readonly queued: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

/** GET /portal/api/event-types → CatalogueEntry[] */
export interface CatalogueEntry {
  readonly type: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  readonly opt_in: boolean;
  /** JSON Schema of the whole body. */
  readonly schema: unknown;
  /** A whole body. */
  readonly example: unknown;
}

/**
 * GET /portal/api/stream: server-sent events named `change` with this as data, whenever something of the account moved;
 * pages then ask again for what they show. A comment every 15 s keeps the line open. The line ends in good order when the
 * session does, and when the server stops or may have missed something: an EventSource then comes back by itself, and on
 * `open` a page looks at everything again. 401 and 429 (50 lines for an account) are final for it; try again later.
 */
export interface StreamChange {
  readonly kind: 'endpoint' | 'delivery' | 'recovery' | 'request';
  /** Absent with `request`: the account called the API. */
  readonly endpoint_id?: string;
  readonly delivery_id?: string;
}
