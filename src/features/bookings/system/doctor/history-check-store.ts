// Doctor checks of the history of bookings: gapless event sequences in time order, and one audit entry per change.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';

/**
 * Retention drops events by the time in their ids. For bookings older than that, the remaining events must be a gapless
 * suffix of the sequence.
 */
export const eventSequences = (keptSince: Date): SqlCheck => ({
  name: 'events: numbered 1 to n, in time order',
  checked: sql`select count(*) from event`,
  broken: sql`
    select 'booking' as table_name, b.id, b.account_id,
      format('should have %s events, has %s numbered %s to %s',
        b.event_sequence, e.events, coalesce(e.first, 0), coalesce(e.last, 0)) as message
    from booking b
    left join (select booking_id, count(*) as events, min(sequence) as first, max(sequence) as last
               from event group by booking_id) e on e.booking_id = b.id
    where e.last <> b.event_sequence or e.events <> e.last - e.first + 1
      or b.id >= uuid_floor(${keptSince}) and (e.events is distinct from b.event_sequence or e.first <> 1)
    union all
    select 'event', id, account_id, 'occurred before its preceding event'
    from (select id, account_id, occurred_at,
            lag(occurred_at) over (partition by booking_id order by sequence) as previous
          from event where booking_id is not null) as ordered
    where occurred_at < previous`,
});

/**
 * Test events are excluded: they contain an example booking. `offset 0` prevents the subquery from being inlined, so
 * that each payload is parsed once instead of once per field.
 */
export const eventPayloads: SqlCheck = {
  name: 'events: payload matches the row',
  checked: sql`select count(*) from event where endpoint_id is null`,
  broken: sql`
    select 'event' as table_name, id, account_id, 'id, type, sequence, time or booking differ in its payload' as message
    from (select event.*, payload::jsonb as parsed from event where endpoint_id is null offset 0) event
    where (parsed ->> 'id', parsed ->> 'type', parsed ->> 'sequence', parsed #>> '{data,booking,id}', parsed ->> 'timestamp')
      is distinct from (id::text, type, sequence::text, booking_id::text,
        to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
};

/**
 * Each event has one entry; notes and call logs write an entry but no event. Bookings that were completed in one change
 * with their last stop (before decision 0065) have one entry for both events: only there `booking.completed` names
 * `dispatch` as changed.
 */
export const auditEntries = (eventsKeptSince: Date): SqlCheck => ({
  name: 'audit: one entry per change',
  checked: sql`select count(*) from audit_entry where subject_kind = 'booking'`,
  broken: sql`
    with published as (
      select booking_id::text as id, count(*) filter (where type <> 'booking.completed'
        or not (payload #> '{data,changed}')::jsonb ? 'dispatch') as changes
      from event where booking_id is not null group by 1),
    recorded as (
      select subject_id as id, count(*) as entries from audit_entry
      where subject_kind = 'booking' and action not in ('booking.note_added', 'booking.call_logged') group by 1)
    select 'booking' as table_name, b.id, b.account_id,
      format('was changed %s times, the audit trail has %s entries', coalesce(changes, 0), coalesce(entries, 0))
        as message
    from booking b left join published on published.id = b.id::text left join recorded on recorded.id = b.id::text
    where changes is distinct from entries and b.id >= uuid_floor(${eventsKeptSince})
    union all
    select 'audit_entry', a.id, a.account_id, format('is about booking %s, which does not exist', a.subject_id)
    from audit_entry a
    where a.subject_kind = 'booking' and not exists (select from booking b where b.id::text = a.subject_id)`,
});
