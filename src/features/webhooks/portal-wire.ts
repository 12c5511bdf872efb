// Contract of the portal API under /portal/api: plain types shared by pages and server. Times are ISO 8601. Errors have
// the body of every other API error, as application/json: 401 `session_ended` (open a new portal link), 403
// `request_not_trusted` (reload the page), 404 for everything that does not belong to the account, 409
// `endpoint_disabled`, `event_forgotten` and `recovery_running`, 429 with Retry-After.
import type { EventType } from '../../domain/webhook/event-types.ts';
import type {
  AttemptOutcome,
  DeliveryReason,
  DeliveryStatus,
  DeliveryTrigger,
  DisabledReason,
} from '../../domain/webhook/webhook-delivery.ts';

/**
 * POST /portal/api/session: exchanges the token of a portal link for a session cookie. 204; 401 for a used or expired
 * token.
 */
export interface SessionRequest {
  readonly token: string;
}

/**
 * GET /portal/api/session: the current session; 401 without one. DELETE ends it: 204. Every write must carry
 * `x-csrf-token`.
 */
export interface PortalSession {
  readonly account: { readonly id: string; readonly name: string };
  readonly environment: 'production' | 'sandbox';
  readonly api_url: string;
  readonly csrf_token: string;
  readonly expires_at: string;
  readonly endpoint_limit: number;
  /** Delays of the retries after the first attempt, each in seconds after the previous attempt. */
  readonly retry_seconds: readonly number[];
  readonly retention_days: number;
}

export type EndpointHealth =
  | 'new' /* nothing has been sent yet */
  | 'healthy'
  | 'failing' /* the last attempt failed */
  | 'paused' /* the circuit breaker is open: nothing is sent until `paused_until` */
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
  /** An operator disabled the endpoint; only an operator can enable it. */
  readonly held: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly health: EndpointHealth;
  readonly failing_since: string | null;
  readonly paused_until: string | null;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  /** Pending tasks including resends, counted up to 10,000. */
  readonly pending: number;
  /** Of the last 24 hours. `p95_ms` is null if nothing was sent. */
  readonly day: { readonly succeeded: number; readonly failed: number; readonly p95_ms: number | null };
  /** The last 24 hours, oldest first, for a sparkline. */
  readonly hours: readonly { readonly succeeded: number; readonly failed: number }[];
}

export interface EndpointRequest {
  readonly url: string;
  readonly description?: string | null;
  /** null or omitted: every type except the opt-in ones. */
  readonly events?: readonly EventType[] | null;
  readonly disabled?: boolean;
}

/** GET …/endpoints/{id}/secrets (audited) → EndpointSecret[], newest first. POST …/secrets rotates → the same. */
export interface EndpointSecret {
  readonly id: string;
  /** `whsec_…` */
  readonly secret: string;
  readonly created_at: string;
  /** Set on older secrets: deliveries are signed with them too until this time. */
  readonly expires_at: string | null;
}
export interface RotateRequest {
  /** Hours for which the old secret stays valid: 0 revokes it immediately; default 24, at most 168. */
  readonly overlap_hours?: number;
}

/**
 * GET …/endpoints/{id}/chart?range=day|week|month → one point per hour (per day for `month`), oldest first, without
 * gaps.
 */
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
 * GET /portal/api/deliveries?endpoint_id=&status=&type=&booking_id=&from=&to=&after=&limit= → DeliveryPage, newest
 * first. `search` finds a booking by id, hid or order number, and an event by id. Default page size 50, at most 100.
 */
export interface DeliveryPage {
  readonly data: readonly PortalDelivery[];
  /** Value for `after`; null on the last page. */
  readonly next: string | null;
}
export interface PortalDelivery {
  readonly id: string;
  readonly endpoint_id: string;
  /** For a deleted endpoint, the URL of the last attempt; empty if nothing was sent. */
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

/**
 * GET /portal/api/deliveries/{id}. POST …/{id}/resend → 202 DeliveryDetail; repeated requests while a resend is pending
 * have no effect.
 */
export interface DeliveryDetail extends PortalDelivery {
  /** The body byte for byte as it is sent; null after its retention has ended. */
  readonly payload: string | null;
  /** The latest 100 attempts, oldest first. */
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

/**
 * POST …/endpoints/{id}/test (TestRequest) → 202 TestSent. The delivery follows asynchronously; the SSE stream
 * announces it.
 */
export interface TestRequest {
  /** Default `webhook.test`. Any other type is sent with the example of the catalogue and `"test": true`. */
  readonly type?: string;
}
export interface TestSent {
  readonly event_id: string;
}

/**
 * GET …/endpoints/{id}/recovery?since= → RecoveryPreview; POST …/recovery (RecoveryRequest) → 202 Recovery; GET
 * …/endpoints/{id}/recoveries → Recovery[], newest first.
 */
export interface RecoveryRequest {
  /** Must lie within the retention of events. */
  readonly since: string;
}
export interface RecoveryPreview {
  readonly failed: number;
  readonly discarded: number;
  /** Events without any delivery: they occurred while the endpoint was disabled or before it existed. */
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
  /** Example of a whole body. */
  readonly example: unknown;
}

/**
 * GET /portal/api/stream: server-sent events named `change` with this object as data. Pages then reload what they show.
 * A comment every 15 s keeps the connection open. The server closes the connection cleanly when the session ends, when
 * it shuts down, and when it may have missed a notification; EventSource then reconnects by itself, and the page
 * reloads everything on `open`. 401 and 429 (more than 50 connections for an account) make EventSource give up; the
 * page must retry later.
 */
export interface StreamChange {
  readonly kind: 'endpoint' | 'delivery' | 'recovery' | 'request';
  /** Absent for `request`, which means that the account called the API. */
  readonly endpoint_id?: string;
  readonly delivery_id?: string;
}
