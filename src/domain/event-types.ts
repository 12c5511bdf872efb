// The kinds of event that receivers can be told of, beyond those of a booking's own life. Names are never changed, only added.
import { BOOKING_EVENT_TYPES } from './booking-events.ts';

/** About the endpoints themselves; an account's other endpoints are told. */
const OPERATIONAL_EVENT_TYPES = ['webhook_endpoint.failing', 'webhook_endpoint.disabled'] as const;

/** What a webhook endpoint can be subscribed to. */
export const EVENT_TYPES = [...BOOKING_EVENT_TYPES, ...OPERATIONAL_EVENT_TYPES] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent on request to try an endpoint, whatever it is subscribed to. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** Sent only to endpoints that name them: `events: null` does not include them. */
export const OPT_IN_EVENT_TYPES: readonly EventType[] = ['crew.location_updated'];
