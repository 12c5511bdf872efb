// Jobs of a crew that overlap in time: a plan that is applied in part, or undone, must not leave any.
import type { PlannedJob } from './plan-input.ts';

export type PlannedSpan = Pick<PlannedJob, 'bookingId' | 'crewId' | 'startsMs' | 'endsMs'>;

export function overlappingJobs<Job extends PlannedSpan>(jobs: readonly Job[]): [Job, Job][] {
  const byCrew = new Map<string, Job[]>();
  for (const job of jobs) byCrew.set(job.crewId, [...(byCrew.get(job.crewId) ?? []), job]);
  const found: [Job, Job][] = [];
  for (const own of byCrew.values()) {
    own.sort((a, b) => a.startsMs - b.startsMs);
    let latest = own[0];
    for (const job of own.slice(1)) {
      if (latest && job.startsMs < latest.endsMs) found.push([latest, job]);
      if (!latest || job.endsMs > latest.endsMs) latest = job;
    }
  }
  return found;
}
