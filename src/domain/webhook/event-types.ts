// Event types that endpoints can subscribe to: booking events and operational events. Event types are published: add
// types, never rename one.
import { BOOKING_EVENT_TYPES } from '../booking/booking-events.ts';

/** Events about an endpoint, sent to the other endpoints of the account. */
const OPERATIONAL_EVENT_TYPES = ['webhook_endpoint.failing', 'webhook_endpoint.disabled'] as const;

/** All types that a webhook endpoint can subscribe to. */
export const EVENT_TYPES = [...BOOKING_EVENT_TYPES, ...OPERATIONAL_EVENT_TYPES] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Sent on request to test an endpoint, regardless of its subscription. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** Sent only to endpoints that subscribe to them by name: `events: null` does not include them. */
export const OPT_IN_EVENT_TYPES: readonly EventType[] = ['crew.location_updated'];
