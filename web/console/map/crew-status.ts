// Status of a crew on the map: age of its position, and its current job.
import { englishTimes, TimeFormatter } from '../../ui/time-format.ts';
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

/** What a dispatcher must not overlook. */
export interface JobAlert {
  readonly kind: 'failed' | 'late';
  readonly label: string;
  readonly reason: string | null;
}

type Watched = Pick<MapJob, 'trouble' | 'minutes_late' | 'has_missed_departure'>;

export function jobAlert({ trouble, minutes_late, has_missed_departure }: Watched): JobAlert | null {
  if (trouble !== null) return { kind: 'failed', label: 'Stop failed', reason: trouble };
  if (minutes_late > 0) return { kind: 'late', label: lateLabel(minutes_late), reason: null };
  return has_missed_departure ? { kind: 'late', label: 'Not departed', reason: null } : null;
}

/** "25 min late" */
export function lateLabel(minutes: number): string {
  return `${englishTimes.duration(minutes * 60_000)} late`;
}

export interface AlertedJob {
  readonly crew: MapCrew;
  readonly job: MapJob;
  readonly alert: JobAlert;
}

/** Failed stops first, because the crew waits there; then the latest. */
export function alertedJobs(crews: readonly MapCrew[]): readonly AlertedJob[] {
  const found = crews.flatMap((crew) =>
    crew.jobs.flatMap((job): AlertedJob[] => {
      const alert = jobAlert(job);
      return alert ? [{ crew, job, alert }] : [];
    }),
  );
  const rank = ({ alert, job }: AlertedJob) => (alert.kind === 'failed' ? -Infinity : -job.minutes_late);
  return found.sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
}

export function formatJob({ progress, position, stops }: MapJob): string {
  const stopName = stops[position]?.name ?? 'the stop';
  if (progress === 'driving') return `On the way to ${stopName}`;
  if (progress === 'at') return `At ${stopName}`;
  if (progress === 'done') return `Done at ${stopName}`;
  return `Next: ${stopName}`;
}
