// What must hold in a service area whose capacity is the plan of the day.
import { expect } from 'vitest';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { estimateTravel } from '../../src/domain/place/travel-estimate.ts';
import { queryAsOwner } from './database.ts';

/** Every open booking has a place that keeps its window, and no crew has two jobs at a time. */
export async function expectPlanServesBookings(connection: ConnectionOptions): Promise<void> {
  const broken = await queryAsOwner(
    connection,
    `select b.hid, p.arrives_at, b.window_starts_at, b.arrival_window ->> 'endMs' as ends
     from booking b left join planned_job p on p.booking_id = b.id
     left join lateral (
       select to_timestamp((s.value ->> 'startsMs')::float8 / 1000) as at
       from json_array_elements(p.stops) with ordinality s (value, nth)
       order by case when b.window_ref = 'origin' then s.nth else -s.nth end limit 1) served on true
     where b.state = 'created' and b.window_starts_at is not null and b.area_slug = 'united-states'
       and (served.at is null or served.at < b.window_starts_at - interval '1 second'
         or served.at > to_timestamp((b.arrival_window ->> 'endMs')::float8 / 1000) + interval '1 second')
     union all
     select 'overlap', p.starts_at, o.starts_at, null from planned_job p join planned_job o on o.crew_id = p.crew_id
       and o.booking_id <> p.booking_id and o.starts_at < p.ends_at and o.ends_at > p.starts_at`,
  );
  expect(broken).toEqual([]);
  await expectDrivable(connection);
}

interface Job {
  readonly crew_id: string;
  readonly arrives_at: Date;
  readonly ends_at: Date;
  readonly places: readonly { readonly longitude: number; readonly latitude: number }[];
}

/** Each crew has time for the journey from a job to the next, by the estimate. */
async function expectDrivable(connection: ConnectionOptions): Promise<void> {
  const jobs = await queryAsOwner<Job>(
    connection,
    `select p.crew_id, p.arrives_at, p.ends_at, (
       select json_agg(json_build_object('longitude', l.longitude, 'latitude', l.latitude) order by s.position)
       from booking_stop s join location l on l.id = s.location_id where s.booking_id = p.booking_id) as places
     from planned_job p order by p.crew_id, p.arrives_at`,
  );
  for (const [nth, job] of jobs.entries()) {
    const next = jobs[nth + 1];
    const [from, to] = [job.places.at(-1), next?.places[0]];
    if (!next || !from || !to || next.crew_id !== job.crew_id) continue;
    const minutes = (next.arrives_at.getTime() - job.ends_at.getTime()) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(estimateTravel([from, to]).minutes - 0.02);
  }
}
