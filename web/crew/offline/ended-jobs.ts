// Jobs that the crew lost: cancelled, or taken off its list by a dispatcher.
import type { CrewDay } from '../api.generated.ts';

/**
 * Those that this phone has listed as jobs, until the crew member dismisses them. An assignment that was undone before the
 * phone showed it is no news. `before`: the stored day, also of an earlier version of the page; null on a new phone.
 */
export function listedEndedJobs(
  { ended_jobs }: CrewDay,
  before: Partial<Pick<CrewDay, 'jobs' | 'ended_jobs'>> | null,
): CrewDay['ended_jobs'] {
  const listed = [...(before?.jobs ?? []), ...(before?.ended_jobs ?? [])].map(({ booking_id }) => booking_id);
  return ended_jobs.filter(({ booking_id }) => listed.includes(booking_id));
}
