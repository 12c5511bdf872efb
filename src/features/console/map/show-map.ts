// Use case of GET /operator/map: current positions of crews and their engagements of the next 24 hours.
import type { ConsoleContext } from '../console-context.ts';
import type { LiveMap, MapCrew, MapJob } from './map-schemas.ts';
import { listMapCrews, listMapJobs, type MapCrewRow, type MapJobRow } from './map-store.ts';

const horizonMs = 24 * 3_600_000;

export async function showMap(
  { system, clock, tiles }: Pick<ConsoleContext, 'system' | 'clock' | 'tiles'>,
  { areaSlug }: { readonly areaSlug?: string | undefined },
): Promise<LiveMap> {
  const now = clock.now();
  const [crews, jobs] = await Promise.all([
    listMapCrews(system, now, areaSlug),
    listMapJobs(system, new Date(now.getTime() + horizonMs)),
  ]);
  const byCrew = new Map<string, MapJobRow[]>();
  for (const job of jobs) byCrew.set(job.crewId, [...(byCrew.get(job.crewId) ?? []), job]);
  return {
    now: now.toISOString(),
    tiles,
    crews: crews.map((crew) => presentCrew(crew, byCrew.get(crew.id) ?? [])),
  };
}

function presentCrew(crew: MapCrewRow, jobs: readonly MapJobRow[]): MapCrew {
  const { longitude, latitude, positionAt } = crew;
  return {
    id: crew.id,
    name: crew.name,
    vehicle_type: crew.vehicleType,
    location: longitude === null || latitude === null ? null : [longitude, latitude],
    located_at: positionAt?.toISOString() ?? null,
    is_on_shift: crew.isOnShift,
    jobs: jobs.map(presentJob),
  };
}

function presentJob(job: MapJobRow): MapJob {
  return {
    id: job.id,
    hid: job.hid,
    partner: job.partner,
    starts_at: job.startsAt.toISOString(),
    ends_at: job.endsAt.toISOString(),
    progress: job.progress,
    position: job.position,
    eta: job.etaMs === null ? null : new Date(job.etaMs).toISOString(),
    stops: job.stops,
  };
}
