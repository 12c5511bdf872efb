// Crews as input of the planner: vehicle, size, shifts, engagements and open offers.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { PlanningCrew } from '../../../domain/dispatch/dispatch-plan.ts';
import { millisOf, slotOf } from './crew-store.ts';

export interface Candidate extends PlanningCrew {
  readonly name: string;
  /** The crew version that the plan is based on, for optimistic concurrency. */
  readonly version: number;
}

export interface CandidateFilter {
  readonly now: Date;
  /** Shifts that start later are ignored. */
  readonly until: Date;
  /** Ignores engagements and offers of this booking. */
  readonly exceptBookingId?: string | undefined;
}

/** All crews that are not retired, in one statement and hence one snapshot. */
export async function loadCandidates(
  db: SystemDatabase,
  { now, until, exceptBookingId }: CandidateFilter,
): Promise<Candidate[]> {
  const except = exceptBookingId ?? null;
  const { rows } = await sql<Omit<Candidate, 'isRetired'>>`
    with held as (
      select e.crew_id, false as offered, ${slotOf('e')} as slot from crew_engagement e
      where e.ended_at is null and e.booking_id is distinct from ${except}::uuid
      union all
      select o.crew_id, true, ${slotOf('o')} from dispatch_offer o
      where o.state = 'open' and o.expires_at > ${now} and o.booking_id is distinct from ${except}::uuid
    ), held_by as (
      select crew_id, json_agg(slot) as slots, (count(*) filter (where offered))::int as offers from held group by crew_id
    ), planned_by as (
      select p.crew_id, json_agg(json_build_object('bookingId', p.booking_id, 'startsMs', ${millisOf(sql`p.starts_at`)},
        'arrivesMs', ${millisOf(sql`p.arrives_at`)}, 'endsMs', ${millisOf(sql`p.ends_at`)}, 'from', ends.origin,
        'to', ends.destination)) as slots
      from planned_job p join booking b on b.id = p.booking_id and b.state = 'created'
      cross join lateral (
        select (array_agg(json_build_object('longitude', l.longitude, 'latitude', l.latitude) order by s.position))[1] as origin,
          (array_agg(json_build_object('longitude', l.longitude, 'latitude', l.latitude) order by s.position desc))[1]
            as destination
        from booking_stop s join location l on l.id = s.location_id where s.booking_id = p.booking_id) ends
      where p.ends_at > ${now} and p.starts_at < ${until} and p.booking_id is distinct from ${except}::uuid
        and not exists (select from dispatch_offer o where o.booking_id = p.booking_id and o.state = 'open')
      group by p.crew_id
    ), shifts_of as (
      select crew_id, json_agg(json_build_object('startsMs', ${millisOf(sql`starts_at`)}, 'endsMs', ${millisOf(sql`ends_at`)})
        order by starts_at) as shifts
      from shift where ends_at > ${now} and starts_at < ${until} group by crew_id
    ), members_of as (
      select crew_id, count(*)::int as members from crew_member where crew_id is not null group by crew_id
    )
    select c.id, c.name, c.rating, c.version, c.auto_accept as "autoAccept", c.home_areas as "homeAreas",
      v.type as "vehicleType", coalesce(m.members, 0) as "memberCount", coalesce(s.shifts, '[]') as shifts,
      coalesce(h.slots, '[]') as commitments, coalesce(h.offers, 0) as "openOffers",
      coalesce(p.slots, '[]') as "plannedSlots",
      case when c.position_at is not null then json_build_object('longitude', c.longitude, 'latitude', c.latitude) end as position
    from crew c left join vehicle v on v.id = c.vehicle_id left join members_of m on m.crew_id = c.id
      left join shifts_of s on s.crew_id = c.id left join held_by h on h.crew_id = c.id
      left join planned_by p on p.crew_id = c.id
    where c.retired_at is null order by c.id`.execute(db);
  return rows.map((crew) => ({ ...crew, isRetired: false }));
}
