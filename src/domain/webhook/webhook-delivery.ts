// Types of webhook deliveries: status, trigger and attempt outcome.

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'discarded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a delivery ended without success. */
export const DELIVERY_REASONS = [
  'exhausted',
  'gone',
  'endpoint_disabled',
  'endpoint_deleted',
  'event_forgotten',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** What caused the delivery: an event, a recovery, a manual resend, or a test. The last two get one attempt only. */
export const DELIVERY_TRIGGERS = ['event', 'recover', 'resend', 'test'] as const;
export type DeliveryTrigger = (typeof DELIVERY_TRIGGERS)[number];

export type DisabledReason = 'manual' | 'failing' | 'gone';

/** Outcome of one attempt. `http_error` is any response other than 2xx, including redirects; 410 is `gone`. */
export const ATTEMPT_OUTCOMES = [
  'ok',
  'http_error',
  'gone',
  'timeout',
  'dns',
  'refused',
  'reset',
  'tls',
  'blocked',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
