// Doctor checks of messages.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../db/doctor/sql-check.ts';
import { MESSAGE_JOB } from './plan-messages.ts';

/** A running worker has attempted a due message within this time. */
const MAX_WAIT_MINUTES = 15;

const waiting = (now: Date): SqlCheck => ({
  name: 'messages: every waiting message has a job that is carried out',
  checked: sql`select count(*) from message where status = 'waiting'`,
  broken: sql`
    select 'message' as table_name, m.id::text, m.account_id, 'is waiting, but has no job' as message
    from message m where status = 'waiting'
      and not exists (select from due_job j where j.kind = ${MESSAGE_JOB} and j.key = m.id::text)
    union all
    select 'message', m.id::text, m.account_id,
      format('has been due since %s and was never attempted', to_char(j.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    from message m join due_job j on j.kind = ${MESSAGE_JOB} and j.key = m.id::text
    where m.status = 'waiting' and m.attempts = 0
      and j.due_at < ${now}::timestamptz - make_interval(mins => ${MAX_WAIT_MINUTES})`,
});

/**
 * Every contact that had to be notified of an event has exactly one message about it. Checked for events whose payload
 * names the contacts; events before the introduction of messages are excluded.
 */
const planned: SqlCheck = {
  name: 'messages: every required message exists exactly once',
  checked: sql`select count(*) from message where booking_id is not null`,
  broken: sql`
    select 'event' as table_name, id::text, account_id,
      format('contact %s has %s messages about it (%s)', contact, written, kind) as message
    from (
      select e.id, e.account_id, t.kind, c ->> 'id' as contact,
        (select count(*) from message m where m.booking_id = e.booking_id and m.kind = t.kind and m.channel = 'sms' and m.resend_of is null
           and m.recipient = c ->> 'id' and (m.event_id = e.id or t.kind = 'booked')) as written
      from event e
      join (values ('booking.created', 'booked'), ('booking.stop.departed', 'on_the_way'),
        ('booking.cancelled', 'cancelled')) as t (type, kind) on t.type = e.type
      cross join lateral json_array_elements(e.payload #> '{data,booking,contacts}') as c
      where e.position > (select after_position from message_epoch)
        and e.position <= (select position from event_follower where name = 'notifications')
        and (e.payload #>> '{data,booking,customer_notifications_enabled}')::boolean
        and (c ->> 'notification_scope' = 'all' or t.kind = 'booked' or (t.kind = 'on_the_way' and exists (
          select from json_array_elements(c -> 'stops') as s where s ->> 'id' = e.payload #>> '{data,stop,id}')))
    ) required
    where written <> 1`,
};

const accounts: SqlCheck = {
  name: 'messages: every message has the account of its booking',
  checked: sql`select count(*) from message where booking_id is not null`,
  broken: sql`
    select 'message' as table_name, m.id::text, m.account_id, format('its booking belongs to account %s', b.account_id) as message
    from message m join booking b on b.id = m.booking_id where b.account_id <> m.account_id`,
};

export function messageChecks(now: Date): SqlCheck[] {
  return [waiting(now), planned, accounts];
}
