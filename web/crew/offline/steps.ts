// Translates taps into queued steps.
import type { CrewJob, CrewStop, Point } from '../api.generated.ts';
import type { StopFailureReason } from '../day/stop-messages.ts';
import type { QueuedStep, StepAction } from './offline-store.ts';

export interface Doing {
  readonly memberId: string;
  readonly job: CrewJob;
  readonly stop: CrewStop;
  readonly at: Date;
}

export function setOut(context: Doing, location: Point | null): QueuedStep[] {
  return [queued(context, { kind: 'depart', ...(location && { location }) })];
}

/** The crew did not report its departure: depart and arrive at the same time. */
export function alreadyThere(context: Doing): QueuedStep[] {
  return [queued(context, { kind: 'depart' }), queued(context, { kind: 'arrive' })];
}

export function arrive(context: Doing): QueuedStep[] {
  return [queued(context, { kind: 'arrive' })];
}

export function complete(context: Doing, photoIds: readonly string[]): QueuedStep[] {
  return [queued(context, { kind: 'complete', photo_ids: photoIds })];
}

export function cannotComplete(
  context: Doing,
  reason: StopFailureReason,
  note: string,
  photoIds: readonly string[],
): QueuedStep[] {
  const optional = { ...(note !== '' && { note }), ...(photoIds.length > 0 && { photo_ids: photoIds }) };
  return [queued(context, { kind: 'cannot_complete', reason, ...optional })];
}

export function reportProblem(context: Doing, problem: CrewProblem, note: string): QueuedStep[] {
  return [queued(context, { kind: 'problem', problem, ...(note !== '' && { note }) })];
}

export function writeNote(context: Doing, note: string): QueuedStep[] {
  return [queued(context, { kind: 'note', note })];
}

export type CrewProblem = NonNullable<StepAction['problem']>;

type ActionFields = Omit<StepAction, 'id' | 'booking_id' | 'stop_id' | 'at'>;

function queued({ memberId, job, stop, at }: Doing, fields: ActionFields): QueuedStep {
  return {
    memberId,
    code: job.code,
    place: stop.name,
    refusal: null,
    action: {
      id: crypto.randomUUID(),
      booking_id: job.booking_id,
      stop_id: stop.id,
      at: at.toISOString(),
      ...fields,
    },
  };
}
