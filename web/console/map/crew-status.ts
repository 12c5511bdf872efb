// Status of a crew on the map: age of its position, and its current job.
import { TimeFormatter } from '../../ui/time-format.ts';
import type { MapCrew, MapJob } from '../api.ts';

/** Age from which a position is shown as stale. */
const STALE_MS = 5 * 60_000;

type Located = Pick<MapCrew, 'located_at'>;

export function isStale({ located_at }: Located, nowMs: number): boolean {
  return located_at !== null && nowMs - Date.parse(located_at) > STALE_MS;
}

/** "Seen 8m ago" */
export function formatSeen({ located_at }: Located, nowMs: number): string {
  return located_at === null ? '' : `Seen ${new TimeFormatter('en', nowMs).ago(located_at, 'narrow')}`;
}

/** The job in progress, or else the next one. */
export function currentJob({ jobs }: MapCrew): MapJob | null {
  return jobs.find(({ progress, position }) => progress !== 'pending' || position > 0) ?? jobs[0] ?? null;
}

export function formatJob({ progress, position, stops }: MapJob): string {
  const stopName = stops[position]?.name ?? 'the stop';
  if (progress === 'driving') return `On the way to ${stopName}`;
  if (progress === 'at') return `At ${stopName}`;
  if (progress === 'done') return `Done at ${stopName}`;
  return `Next: ${stopName}`;
}
