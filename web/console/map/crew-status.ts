// Status of a crew on the map: age of its position, and its current job.
import type { MapCrew, MapJob } from '../api.ts';

/** Age from which a position is shown as stale. */
const STALE_MS = 5 * 60_000;

export function positionAge({ located_at }: MapCrew, nowMs: number): number | null {
  return located_at === null ? null : Math.max(0, nowMs - Date.parse(located_at));
}

export function isStale(crew: MapCrew, nowMs: number): boolean {
  return (positionAge(crew, nowMs) ?? 0) > STALE_MS;
}

/** "7 min", "3 h", "2 d" */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
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
