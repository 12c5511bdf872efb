// Finds planned jobs that no longer match their booking.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { PlanDay } from './plan-input-store.ts';

export interface OutdatedJob extends PlanDay {
  readonly bookingId: string;
  readonly cause: 'ended' | 'rescheduled' | 'other_crew';
}

/** A booking that reserved its place with its last change of window or route is planned as it is. */
const hasOldPlace = sql`(p.reserved_sequence is null or exists (
  select from event e where e.booking_id = p.booking_id and e.sequence > p.reserved_sequence
    and (e.payload #> '{data,changed}')::jsonb ?| array['arrival_window', 'route']))`;

/** `replanned`: bookings whose window or route has changed. */
export async function listOutdatedJobs(
  db: SystemDatabase,
  bookingIds: readonly string[],
  replanned: readonly string[],
): Promise<OutdatedJob[]> {
  const { rows } = await sql<OutdatedJob>`
    select * from (
      select p.booking_id as "bookingId", p.area_slug as "areaSlug", p.day::text as day,
        case when b.id is null or b.state in ('cancelled', 'completed') then 'ended'
          when p.booking_id = any (${[...replanned]}::uuid[]) and ${hasOldPlace} then 'rescheduled'
          when b.state = 'dispatched' and b.crew ->> 'id' is distinct from p.crew_id::text then 'other_crew'
          when b.state = 'created' and exists (select from crew_engagement e where e.booking_id = b.id
            and e.crew_id = p.crew_id and e.end_reason = 'lost') then 'other_crew' end as cause
      from planned_job p left join booking b on b.id = p.booking_id
      where p.booking_id = any (${[...bookingIds, ...replanned]}::uuid[])) as job
    where cause is not null order by "bookingId"`.execute(db);
  return rows;
}

/** Planned jobs of crews that were retired. */
export async function listJobsOfRetiredCrews(db: SystemDatabase): Promise<OutdatedJob[]> {
  const { rows } = await sql<OutdatedJob>`
    select p.booking_id as "bookingId", p.area_slug as "areaSlug", p.day::text as day, 'other_crew' as cause
    from planned_job p join crew c on c.id = p.crew_id where c.retired_at is not null order by p.booking_id`.execute(
    db,
  );
  return rows;
}
