// Types of webhook deliveries: status, trigger and attempt outcome.

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'discarded';

/** Why a delivery ended without success. */
export type DeliveryReason =
  | 'exhausted'
  | 'gone'
  | 'endpoint_disabled'
  | 'endpoint_deleted'
  | 'event_forgotten';

/** What caused the delivery: an event, a recovery, a manual resend, or a test. The last two get one attempt only. */
export type DeliveryTrigger = 'event' | 'recover' | 'resend' | 'test';

export type DisabledReason = 'manual' | 'failing' | 'gone';

/** Outcome of one attempt. `http_error` is any response other than 2xx, including redirects; 410 is `gone`. */
export type AttemptOutcome =
  | 'ok'
  | 'http_error'
  | 'gone'
  | 'timeout'
  | 'dns'
  | 'refused'
  | 'reset'
  | 'tls'
  | 'blocked';
