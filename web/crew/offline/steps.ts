// Translates taps into queued steps. Completing a stop implies the departure to the next stop of the job.
import type { CrewJob, CrewStop, Point } from '../../../src/features/crew/crew-wire.ts';
import type { TroubleReason } from '../messages.ts';
import type { QueuedStep, StepAction } from './offline-store.ts';

export interface Doing {
  readonly memberId: string;
  readonly job: CrewJob;
  readonly stop: CrewStop;
  readonly at: Date;
}

export function setOut(doing: Doing, location: Point | null): QueuedStep[] {
  return [queued(doing, { kind: 'depart', ...(location && { location }) })];
}

/** The crew did not report its departure: depart and arrive at the same time. */
export function alreadyThere(doing: Doing): QueuedStep[] {
  return [queued(doing, { kind: 'depart' }), queued(doing, { kind: 'arrive' })];
}

export function arrive(doing: Doing): QueuedStep[] {
  return [queued(doing, { kind: 'arrive' })];
}

export function complete(doing: Doing, photoIds: readonly string[]): QueuedStep[] {
  const next = doing.job.stops[doing.stop.position + 1];
  return [
    queued(doing, { kind: 'complete', photo_ids: photoIds }),
    ...(next?.state === 'waiting' ? [queued({ ...doing, stop: next }, { kind: 'depart' }, true)] : []),
  ];
}

export function cannotComplete(
  doing: Doing,
  reason: TroubleReason,
  note: string,
  photoIds: readonly string[],
): QueuedStep[] {
  const added = { ...(note !== '' && { note }), ...(photoIds.length > 0 && { photo_ids: photoIds }) };
  return [queued(doing, { kind: 'cannot_complete', reason, ...added })];
}

type Parts = StepAction extends infer Each
  ? Each extends StepAction
    ? Omit<Each, 'id' | 'booking_id' | 'stop_id' | 'at'>
    : never
  : never;

function queued({ memberId, job, stop, at }: Doing, parts: Parts, isFollowUp = false): QueuedStep {
  return {
    memberId,
    code: job.code,
    place: stop.name,
    isFollowUp,
    refusal: null,
    action: {
      id: crypto.randomUUID(),
      booking_id: job.booking_id,
      stop_id: stop.id,
      at: at.toISOString(),
      ...parts,
    },
  };
}
