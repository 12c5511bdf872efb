// SQL conditions that decide which events an endpoint receives and which it can still recover. Shared by fan-out,
// recovery and the recovery preview.
import { type RawBuilder, sql } from 'kysely';
import { OPT_IN_EVENT_TYPES } from '../../domain/webhook/event-types.ts';

/**
 * Whether endpoint `w` (`endpoint_id`, `events`) subscribes to event `e`. An endpoint does not receive
 * `webhook_endpoint.*` events about itself; the other endpoints of the account do. `about` is the id, as text, of the
 * endpoint that such an event is about.
 */
export const matchesSubscriptionOf = (about: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  case when w.events is null then e.type <> all(${[...OPT_IN_EVENT_TYPES]}::text[]) else e.type = any(w.events) end
  and (e.type not like 'webhook\\_endpoint.%' or w.endpoint_id::text is distinct from (${about})))`;

/** As above, with the subject read from the stored event. */
export const matchesSubscription = matchesSubscriptionOf(
  sql`select stored.payload #>> '{data,webhook_endpoint,id}' from event stored where stored.id = e.id`,
);

/**
 * Also requires `since` and `until` in `w`, and `d`, the delivery of the event to the endpoint if there is one.
 * Compares the time at which the event occurred, not the time of delivery attempts.
 */
export const isRecoverable = sql`(e.occurred_at >= w.since and e.occurred_at <= w.until
  and (d.status is null or d.status in ('failed', 'discarded')) and ${matchesSubscription})`;
