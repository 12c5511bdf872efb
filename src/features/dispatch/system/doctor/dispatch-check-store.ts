// Doctor checks of dispatch: engagements of a crew never overlap, a crew is engaged until the last stop of its booking
// is done, a job moves on from every completed stop, and offers are open only while the booking waits. Bookings with
// events that dispatch has not processed yet are skipped.
import { sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';
import { MOVE_ON_JOB } from '../../move-on-job.ts';
import { REMOVE_CREW_JOB } from '../booking-follower.ts';

const isProcessed = sql`not exists (select from event v where v.booking_id = b.id
  and (v.position is null or v.position > (select position from event_follower where name = 'dispatch')))`;
/** The engagement was ended on purpose; a pending job will remove the crew from the booking. */
const isCrewRemovalPending = sql`exists (select from due_job j where j.kind = ${sql.lit(REMOVE_CREW_JOB)} and j.key = b.id::text)`;

const isLastStopDone = sql`(b.dispatch ->> 'state' = 'done' and (b.dispatch ->> 'routePosition')::integer =
  (select max(s.position) from booking_stop s where s.booking_id = b.id))`;

const overlaps: SqlCheck = {
  name: 'crews: engagements never overlap',
  checked: sql`select count(*) from crew_engagement where ended_at is null`,
  broken: sql`
    select 'crew_engagement' as table_name, e.id, e.account_id,
      format('its crew %s is engaged in booking %s at the same time', e.crew_id, o.booking_id) as message
    from crew_engagement e join crew_engagement o on o.crew_id = e.crew_id and o.id <> e.id
      and o.starts_at < e.ends_at and o.ends_at > e.starts_at
    where e.ended_at is null and o.ended_at is null`,
};

const engagements: SqlCheck = {
  name: 'crews: engaged while assigned to the booking',
  checked: sql`select (select count(*) from crew_engagement where ended_at is null)
    + (select count(*) from booking where state = 'dispatched')`,
  broken: sql`
    select 'crew_engagement' as table_name, e.id, e.account_id,
      case when b.id is null then 'its booking does not exist'
        when ${isLastStopDone} then 'the last stop of its booking is done'
        else format('its booking is %s with crew %s', b.state, coalesce(b.crew ->> 'id', 'none')) end as message
    from crew_engagement e left join booking b on b.id = e.booking_id
    where e.ended_at is null and (b.id is null
      or (b.state <> 'dispatched' or ${isLastStopDone} or b.crew ->> 'id' is distinct from e.crew_id::text) and ${isProcessed})
    union all
    select 'booking', b.id, b.account_id, format('its crew %s is not engaged in it', c.id)
    from booking b join crew c on c.id::text = b.crew ->> 'id'
    where b.state = 'dispatched' and not ${isLastStopDone} and ${isProcessed} and not ${isCrewRemovalPending} and not exists (
      select from crew_engagement e where e.booking_id = b.id and e.crew_id = c.id and e.ended_at is null)
    union all
    select 'crew_engagement', e.id, e.account_id, format('its booking belongs to account %s', b.account_id)
    from crew_engagement e join booking b on b.id = e.booking_id where e.account_id <> b.account_id`,
};

const doneStops: SqlCheck = {
  name: 'bookings: a job moves on from every completed stop',
  checked: sql`select count(*) from booking b where b.state = 'dispatched' and b.dispatch ->> 'state' = 'done'`,
  broken: sql`
    select 'booking' as table_name, b.id, b.account_id, 'its stop is done, but no job moves on from it' as message
    from booking b
    where b.state = 'dispatched' and b.dispatch ->> 'state' = 'done' and b.simulation is null and ${isProcessed}
      and not exists (select from due_job j where j.kind = ${sql.lit(MOVE_ON_JOB)}
        and j.key = b.id::text || ':' || (b.dispatch ->> 'routeStopId'))`,
};

const offers: SqlCheck = {
  name: 'offers: open only while the booking waits',
  checked: sql`select count(*) from dispatch_offer`,
  broken: sql`
    select 'dispatch_offer' as table_name, o.id, o.account_id,
      format('is open, its booking %s', coalesce('is ' || b.state, 'does not exist')) as message
    from dispatch_offer o left join booking b on b.id = o.booking_id
    where o.state = 'open' and (b.id is null or b.state <> 'created' and ${isProcessed})
    union all
    select 'dispatch_offer', o.id, o.account_id, format('its booking belongs to account %s', b.account_id)
    from dispatch_offer o join booking b on b.id = o.booking_id where o.account_id <> b.account_id`,
};

const shifts: SqlCheck = {
  name: 'shifts: no overlaps within a crew',
  checked: sql`select count(*) from shift`,
  broken: sql`
    select 'shift' as table_name, s.id, null::uuid as account_id, format('overlaps the shift %s of the same crew', o.id) as message
    from shift s join shift o on o.crew_id = s.crew_id and o.id <> s.id and o.starts_at < s.ends_at and o.ends_at > s.starts_at`,
};

export const dispatchChecks: readonly SqlCheck[] = [overlaps, engagements, doneStops, offers, shifts];
