// What was told and what was written down about bookings: events without gaps and in order, an audit entry per change.
import { sql } from 'kysely';
import type { SetCheck } from './set-check-store.ts';

/** Events are forgotten by the week. Whatever is younger than the oldest week that is still there must be complete. */
const eventsKeptSince = sql`(
  select min(to_date(right(c.relname, 8), 'YYYYMMDD')) at time zone 'UTC' from pg_inherits i
  join pg_class c on c.oid = i.inhrelid where i.inhparent = 'event'::regclass and c.relname ~ '_[0-9]{8}$')`;

/** The first events of a booking may be forgotten, if it is that old; the last is kept for as long as it is young. */
export const eventSequences: SetCheck = {
  name: 'events: numbered 1 to n, in order of time',
  checked: sql`select count(*) from event`,
  broken: sql`
    select 'booking' as table_name, b.id, b.account_id,
      format('should have %s events, has %s numbered %s to %s',
        b.event_sequence, coalesce(e.events, 0), coalesce(e.first, 0), coalesce(e.last, 0)) as message
    from booking b
    left join (select booking_id, count(*) as events, min(sequence) as first, max(sequence) as last
               from event group by booking_id) e on e.booking_id = b.id
    where case
      when b.created_at >= ${eventsKeptSince} then e.events is distinct from b.event_sequence or e.first <> 1
      when e.events is null then b.updated_at >= ${eventsKeptSince}
      else e.events <> e.last - e.first + 1 end
      or e.last <> b.event_sequence
    union all
    select 'event', id, account_id, 'happened before the event that it follows'
    from (select id, account_id, occurred_at,
            lag(occurred_at) over (partition by booking_id order by sequence) as previous
          from event where booking_id is not null) as ordered
    where occurred_at < previous`,
};

export const eventPayloads: SetCheck = {
  name: 'events: the text tells of its own row',
  checked: sql`select count(*) from event`,
  broken: sql`
    select 'event' as table_name, id, account_id, 'id, type, number, time or booking differ in its payload' as message
    from event
    where (payload ->> 'id', payload ->> 'type', payload ->> 'sequence',
           payload #>> '{data,booking,id}', payload ->> 'timestamp')
      is distinct from (id::text, type, sequence::text, booking_id::text,
        to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
};

/**
 * A change has one entry; completing a job is one change that is told in two events. Entries outlive events: of an old
 * booking there are at least as many.
 */
export const auditEntries: SetCheck = {
  name: 'audit: an entry for every change',
  checked: sql`select count(*) from audit_entry where subject_kind = 'booking'`,
  broken: sql`
    with told as (
      select booking_id::text as id, count(*) filter (where type <> 'booking.completed') as changes
      from event where booking_id is not null group by 1),
    written as (
      select subject_id as id, count(*) as entries from audit_entry where subject_kind = 'booking' group by 1)
    select 'booking' as table_name, b.id, b.account_id,
      format('was changed %s times, the audit trail has %s entries', coalesce(changes, 0), coalesce(entries, 0))
        as message
    from booking b left join told on told.id = b.id::text left join written on written.id = b.id::text
    where case when b.created_at >= ${eventsKeptSince} then changes is distinct from entries
      else coalesce(changes, 0) > coalesce(entries, 0) or entries is null end
    union all
    select 'audit_entry', a.id, a.account_id, format('is about booking %s, which does not exist', a.subject_id)
    from audit_entry a
    where a.subject_kind = 'booking' and not exists (select from booking b where b.id::text = a.subject_id)`,
};
