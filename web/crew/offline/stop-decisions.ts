// Decisions of a dispatcher about a stop: skipped, or to be tried again. Derived from the stored day and the next one.
import type { CrewDay, CrewStop } from '../api.generated.ts';

export interface StopDecision {
  readonly stopId: string;
  readonly place: string;
  readonly kind: 'skipped' | 'retried';
  /** Whether the crew has completed another stop of the job, so that its items may be in the vehicle. */
  readonly hasItems: boolean;
}

/**
 * `known`: decisions that the crew member has not dismissed. A later decision about the same stop replaces them, and the end
 * of a stop that was to be tried again.
 */
export function stopDecisions(
  before: Pick<CrewDay, 'jobs'>,
  after: CrewDay,
  known: readonly StopDecision[],
): StopDecision[] {
  const made = before.jobs.flatMap(({ stops }) =>
    stops.flatMap((stop) => {
      const kind = decisionAbout(stop, after);
      const hasItems = stops.some(({ state }) => state === 'done');
      return kind ? [{ stopId: stop.id, place: stop.name, kind, hasItems }] : [];
    }),
  );
  const stops = after.jobs.flatMap((job) => job.stops);
  const isOpen = (stopId: string) => stops.some(({ id, state }) => id === stopId && state !== 'done');
  const kept = known.filter(
    ({ stopId, kind }) =>
      !made.some((each) => each.stopId === stopId) && (kind === 'skipped' || isOpen(stopId)),
  );
  return [...kept, ...made];
}

function decisionAbout({ id, state }: CrewStop, after: CrewDay): StopDecision['kind'] | undefined {
  if (state === 'skipped') return undefined;
  const stop = after.jobs.flatMap(({ stops }) => stops).find((each) => each.id === id);
  // The server no longer lists the job after its last stop. During an upgrade, an earlier version of it names no skipped stops.
  const skippedIds = after.skipped_stop_ids ?? [];
  if (stop ? stop.state === 'skipped' : skippedIds.includes(id)) return 'skipped';
  return state === 'failed' && stop?.state === 'at' ? 'retried' : undefined;
}
