// History of a booking from three sources: events, the audit trail, and messages that were not sent.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { TimelineEntry } from './booking-schemas.ts';

/**
 * Upper limit per source. A booking has a few dozen entries, because crew positions (one every ten seconds) are
 * excluded.
 */
const maxEntries = 500;

/** Newest first. Events of a stop name it. */
export async function eventsOfBooking(db: SystemDatabase, bookingId: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    select 'event' as kind, occurred_at as at, type, sequence, case when type like 'booking.stop.%' then
      json_build_object('position', (payload #>> '{data,stop,position}')::int,
        'name', payload #>> '{data,stop,location,name}') end as stop
    from event
    where booking_id = ${bookingId} and type <> 'crew.location_updated' and endpoint_id is null
    order by sequence desc limit ${maxEntries}`.execute(db);
  return rows;
}

/** Times of an assignment and of its audit entry come from one transaction, but not from one reading of the clock. */
const SAME_CHANGE = sql`interval '5 seconds'`;

/** Newest first, each with the crew that the booking had, or lost, at that time. */
export async function changesOfBooking(db: SystemDatabase, bookingId: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    select 'change' as kind, e.at, e.action, json_build_object('kind', e.actor_kind, 'id', e.actor_id,
      'name', coalesce(o.name, m.first_name, p.name || ' (' || p.email || ')')) as by, e.changed, e.request_id,
      (select k.name from crew_engagement g join crew k on k.id = g.crew_id
        where g.booking_id = ${bookingId} and g.created_at <= e.at + ${SAME_CHANGE}
          and (g.ended_at is null or g.ended_at > e.at - ${SAME_CHANGE})
        order by g.created_at desc limit 1) as crew_name
    from audit_entry e
    left join operator o on e.actor_kind = 'operator' and o.id::text = e.actor_id
    left join portal_member p on e.actor_kind = 'portal_member' and p.id::text = e.actor_id
    left join crew_member m on e.actor_kind = 'crew_member' and m.id::text = e.actor_id
    where e.subject_kind = 'booking' and e.subject_id = ${bookingId} and e.action <> 'booking.crew_followed'
    order by e.at desc, e.id desc limit ${maxEntries}`.execute(db);
  return rows;
}

/** One entry per channel and reason, at the time of the first message. Newest first. */
export async function unsentMessagesOfBooking(
  db: SystemDatabase,
  bookingId: string,
): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    select 'not_sent' as kind, min(finished_at) as at, channel, reason, count(*)::int as count from message
    where booking_id = ${bookingId} and status = 'not_sent' group by channel, reason order by at desc`.execute(
    db,
  );
  return rows;
}
