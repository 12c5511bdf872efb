// Which events concern an endpoint: what it is told, and what it can still be sent. Said once, for those who send and for
// those who count beforehand.
import { type RawBuilder, sql } from 'kysely';
import { OPT_IN_EVENT_TYPES } from '../../domain/event-types.ts';

/**
 * Given the tables `w` (with `endpoint_id` and `events` of an endpoint) and `e` (an event). Of its own troubles an endpoint is
 * not told; the others of the account are. `about` is the endpoint, as text, that an event of type `webhook_endpoint.*` tells of.
 */
export const wantsEventAbout = (about: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  case when w.events is null then e.type <> all(${[...OPT_IN_EVENT_TYPES]}::text[]) else e.type = any(w.events) end
  and (e.type not like 'webhook\\_endpoint.%' or w.endpoint_id::text is distinct from (${about})))`;

/** As above, of an event that is looked up. */
export const wantsEvent = wantsEventAbout(
  sql`select told.payload #>> '{data,webhook_endpoint,id}' from event told where told.id = e.id`,
);

/**
 * Given also `since` and `until` in `w`, and `d`, the delivery of the event to the endpoint, if there is one. It goes by when the
 * event happened, whenever somebody tried to tell of it.
 */
export const isRecoverable = sql`(e.occurred_at >= w.since and e.occurred_at <= w.until
  and (d.status is null or d.status in ('failed', 'discarded')) and ${wantsEvent})`;
