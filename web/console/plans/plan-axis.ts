// Time axis of a plan, and the places of its jobs on it.
import { englishTimes } from '../../ui/time-format.ts';
import type { PlanCrew, PlanJob } from '../api.ts';
import { type Axis, hoursFromStart } from '../board/board-time.ts';

const HOUR_MS = 3_600_000;
/** Narrower cards are not legible. */
const MIN_WIDTH_HOURS = 1.1;

/** Whole hours from the first departure to the last end. */
export function planAxis(crews: readonly PlanCrew[], timeZone: string): Axis {
  const jobs = crews.flatMap((crew) => crew.jobs);
  const fromMs = Math.min(...jobs.map((job) => Date.parse(job.starts_at)));
  const toMs = Math.max(...jobs.map((job) => Date.parse(job.ends_at)));
  const [first, last] = [Math.floor(fromMs / HOUR_MS), Math.ceil(toMs / HOUR_MS) + 1];
  const hours = Array.from({ length: Math.max(1, last - first) }, (_, nth) => {
    const startMs = (first + nth) * HOUR_MS;
    return { startMs, label: englishTimes.part(startMs, 'hour', timeZone) };
  });
  return { fromMs: first * HOUR_MS, toMs: last * HOUR_MS, hours, timeZone };
}

export interface PlacedJob {
  readonly job: PlanJob;
  /** Hours from the left edge. */
  readonly left: number;
  readonly width: number;
  readonly lane: number;
}

/** Short jobs are wider than their time: a following one that would be covered goes into a lane of its own. */
export function placeJobs(jobs: readonly PlanJob[], axis: Axis): PlacedJob[] {
  const ends: number[] = [];
  return jobs.map((job) => {
    const left = hoursFromStart(axis, Date.parse(job.starts_at));
    const width = Math.max(hoursFromStart(axis, Date.parse(job.ends_at)) - left, MIN_WIDTH_HOURS);
    const free = ends.findIndex((end) => end <= left);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = left + width;
    return { job, left, width, lane };
  });
}
