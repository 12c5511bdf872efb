// Use case of GET /operator/map: current positions of crews, their engagements of the next 24 hours with the roads of their
// routes, and jobs without a crew.
import { hasMissedDeparture } from '../../../domain/booking/booking-exceptions.ts';
import { lateMinutes } from '../../../domain/time/lateness.ts';
import { routeGeometries } from '../../locations/route-geometry.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { LiveMap, MapJob } from './map-schemas.ts';
import { listMapCrews, listMapJobs, listUnassignedJobs, type MapJobRow, type MapPlace } from './map-store.ts';

const horizonMs = 24 * 3_600_000;

export interface MapQuery {
  readonly areaSlug?: string | undefined;
  /** Crew of which the later jobs have roads as well. */
  readonly crewId?: string | undefined;
}

export async function showMap(
  context: Pick<ConsoleContext, 'system' | 'clock' | 'pageMap' | 'router'>,
  { areaSlug, crewId }: MapQuery,
): Promise<LiveMap> {
  const { system, clock, pageMap } = context;
  const now = clock.now();
  const before = new Date(now.getTime() + horizonMs);
  const [map, crews, jobs, unassigned] = await Promise.all([
    pageMap(),
    listMapCrews(system, now, areaSlug),
    listMapJobs(system, before),
    listUnassignedJobs(system, { now, before }, areaSlug),
  ]);
  const byCrew = new Map<string, MapJobRow[]>();
  for (const job of jobs) byCrew.set(job.crewId, [...(byCrew.get(job.crewId) ?? []), job]);
  const drawn = crews.flatMap(({ id }) => drawnJobs(byCrew.get(id) ?? [], id === crewId));
  const geometries = await routeGeometries(
    context,
    drawn.map(({ places, vehicle }) => ({ places, vehicle: vehicle ?? undefined })),
  );
  const geometryOf = new Map(drawn.map((job, index) => [job, geometries[index] ?? []]));
  return {
    now,
    map,
    crews: crews.map((crew) => ({
      ...crew,
      jobs: (byCrew.get(crew.id) ?? []).map((job) =>
        presentJob(job, geometryOf.get(job) ?? [], now.getTime()),
      ),
    })),
    unassigned: unassigned.map(({ places, watched, ...job }) => ({
      ...job,
      minutes_late: lateMinutes(watched, now.getTime()),
      stops: places.map(presentStop),
    })),
  };
}

/** The job in progress, or else the next one: later jobs have no line on the map until their crew is chosen. */
function drawnJobs(jobs: readonly MapJobRow[], isChosen: boolean): readonly MapJobRow[] {
  if (isChosen) return jobs;
  const current = jobs.find(({ progress, position }) => progress !== 'pending' || position > 0) ?? jobs[0];
  return current ? [current] : [];
}

function presentJob(
  { crewId: _crew, vehicle: _limits, places, watched, ...job }: MapJobRow,
  geometry: MapJob['geometry'],
  nowMs: number,
): MapJob {
  const departsMs = new Date(job.starts_at).getTime();
  return {
    ...job,
    minutes_late: lateMinutes(watched, nowMs),
    has_missed_departure: hasMissedDeparture({ progress: watched.progress, departsMs }, nowMs),
    stops: places.map(presentStop),
    geometry,
  };
}

function presentStop({ name, longitude, latitude }: MapPlace): MapJob['stops'][number] {
  return { name, point: [longitude, latitude] };
}
