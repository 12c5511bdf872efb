// Optimistic view of the day: applies the queued steps to the last day from the server. Idempotent: a step that the
// server has already applied changes nothing.
import type { CrewDay, CrewJob, CrewStop } from '../api.generated.ts';
import type { StepAction } from './offline-store.ts';

export interface OptimisticDay extends CrewDay {
  /** Job whose last stop is done in a queued step. The server no longer lists it once it has the step. */
  readonly just_finished: CrewJob | null;
}

/** `author`: first name of the crew member, for queued notes. */
export function applyQueuedSteps(
  day: CrewDay,
  waiting: readonly StepAction[],
  author: string,
): OptimisticDay {
  const jobs = waiting.reduce(
    (before, step) =>
      before.map((job) => (job.booking_id === step.booking_id ? applyToJob(job, step, author) : job)),
    day.jobs,
  );
  const open = jobs.filter((job) => !isOver(job));
  return {
    ...day,
    jobs: [...open.filter(isUnderWay), ...open.filter((job) => !isUnderWay(job))],
    just_finished: jobs.findLast(isOver) ?? null,
    finished_count: day.finished_count + jobs.length - open.length,
  };
}

const isUnderWay = ({ is_under_way }: CrewJob) => is_under_way;
const isDone = ({ state }: CrewStop) => state === 'done' || state === 'skipped';
const isOver = ({ stops }: CrewJob) => stops.every(isDone);

function applyToJob(job: CrewJob, step: StepAction, author: string): CrewJob {
  if (step.kind === 'note' || step.kind === 'problem') return addNote(job, step, author);
  const at = job.stops.findIndex(({ id }) => id === step.stop_id);
  const stop = job.stops[at];
  const after = stop && applyToStop(stop, step);
  if (!after) return job;
  const stops = job.stops.map((each, position) =>
    position === at ? after : position === at + 1 && after.state === 'done' ? makePending(each) : each,
  );
  return { ...job, is_under_way: true, stops };
}

function addNote(job: CrewJob, { stop_id, at, note = '', problem }: StepAction, by: string): CrewJob {
  const stops = job.stops.map((stop) => {
    // A day that was stored by an earlier version of the page has no notes.
    const notes = stop.notes ?? [];
    const isKnown = notes.some((known) => known.at === at && known.text === note);
    return stop.id !== stop_id || isKnown
      ? stop
      : { ...stop, notes: [...notes, { at, by, text: note, problem: problem ?? null }] };
  });
  return { ...job, stops };
}

/** undefined if the step is not a valid transition from the stop's state. */
function applyToStop(stop: CrewStop, { kind, at }: StepAction): CrewStop | undefined {
  if (kind === 'depart') return stop.state === 'pending' ? { ...stop, state: 'driving' } : undefined;
  if (kind === 'arrive')
    return stop.state === 'driving' ? { ...stop, state: 'at', arrived_at: at } : undefined;
  if (stop.state !== 'at') return undefined;
  return kind === 'complete'
    ? { ...stop, state: 'done', done_at: at, contacts: [] }
    : { ...stop, state: 'failed' };
}

function makePending(stop: CrewStop): CrewStop {
  return stop.state === 'waiting' ? { ...stop, state: 'pending' } : stop;
}

/** Stop where the crew is or goes next. */
export function currentStop({ stops }: CrewJob): CrewStop | undefined {
  return stops.find((stop) => !isDone(stop));
}
