// Words for the delivery of an event to a webhook endpoint.

export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'discarded';

/** Why a delivery ended without success. */
export type DeliveryReason =
  | 'exhausted'
  | 'gone'
  | 'endpoint_disabled'
  | 'endpoint_deleted'
  | 'event_forgotten';

/** What made us send: the event itself, an order to recover, a person, or a test. The last two get one try. */
export type DeliveryTrigger = 'event' | 'recover' | 'resend' | 'test';

export type DisabledReason = 'manual' | 'failing' | 'gone';

/** What became of one attempt. `http_error` covers every answer that is not 2xx, redirects included; 410 is `gone`. */
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
