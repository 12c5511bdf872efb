// Use case of GET /operator/map: current positions of crews and their engagements of the next 24 hours.
import type { ConsoleContext } from '../console-context.ts';
import type { LiveMap, MapJob } from './map-schemas.ts';
import { listMapCrews, listMapJobs } from './map-store.ts';

const horizonMs = 24 * 3_600_000;

export async function showMap(
  { system, clock, pageMap }: Pick<ConsoleContext, 'system' | 'clock' | 'pageMap'>,
  { areaSlug }: { readonly areaSlug?: string | undefined },
): Promise<LiveMap> {
  const now = clock.now();
  const [map, crews, jobs] = await Promise.all([
    pageMap(),
    listMapCrews(system, now, areaSlug),
    listMapJobs(system, new Date(now.getTime() + horizonMs)),
  ]);
  const jobsByCrew = new Map<string, MapJob[]>();
  for (const { crewId, ...job } of jobs) jobsByCrew.set(crewId, [...(jobsByCrew.get(crewId) ?? []), job]);
  return { now, map, crews: crews.map((crew) => ({ ...crew, jobs: jobsByCrew.get(crew.id) ?? [] })) };
}
