// Sends the queued steps in order until the queue is empty. A Web Lock makes sure that one tab or the service worker
// runs it at a time. Steps leave the queue when the server has confirmed them; without a response they are sent again
// with the same ids, which the server deduplicates. Steps that are held (`step-hold.ts`) are left in the queue.
import type { ActionResult, CrewSession, SyncRequest, SyncResponse } from '../api.generated.ts';
import { callApi, Refused } from './crew-api.ts';
import {
  dropStep,
  findHoldLeftMs,
  findPhoto,
  findSession,
  markPhotosResent,
  markSent,
  markStepRejected,
  photoIdsOf,
  type QueuedStep,
  releaseSteps,
  saveClockOffsetMs,
  saveDay,
} from './offline-store.ts';

const LOCK = 'waybill-crew-sync';
const MAX_BATCH = 20;

/**
 * Throws `Refused` or `Unreached` if it cannot continue: retry later. Calls `onProgress` after every change. `endsHolds`:
 * also sends the steps that could still be undone.
 */
export async function syncQueue(onProgress: () => Promise<void> | void, endsHolds = false): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    for (;;) {
      const session = await findSession();
      const nowMs = endsHolds ? Number.POSITIVE_INFINITY : Date.now();
      const waiting = session ? await releaseSteps(session.member.id, nowMs) : [];
      if (!session || waiting.length === 0) return;
      const ready = await leadingReady(waiting);
      if (ready.length > 0) await sendSteps(session, ready);
      else await sendPhotos(session, waiting[0]);
      await onProgress();
    }
  });
}

/** Sends the queue and waits for the end of holds, until no step is left: for a service worker without a page. */
export async function syncWithHolds(onProgress: () => Promise<void> | void): Promise<void> {
  for (;;) {
    await syncQueue(onProgress);
    const session = await findSession();
    const leftMs = session ? await findHoldLeftMs(session.member.id) : null;
    if (leftMs === null) return;
    await new Promise((resolve) => setTimeout(resolve, leftMs));
  }
}

/** Steps before the first one with photos still to be uploaded: they need not wait for a slow upload. */
async function leadingReady(waiting: readonly QueuedStep[]): Promise<QueuedStep[]> {
  const ready: QueuedStep[] = [];
  for (const step of waiting.slice(0, MAX_BATCH)) {
    const photos = await Promise.all(photoIdsOf(step.action).map(findPhoto));
    if (photos.some((photo) => photo && !photo.isSent)) break;
    ready.push(step);
  }
  return ready;
}

async function sendPhotos(
  { csrf_token: csrfToken }: CrewSession,
  step: QueuedStep | undefined,
): Promise<void> {
  for (const id of step ? photoIdsOf(step.action) : []) {
    const photo = await findPhoto(id);
    if (!photo || photo.isSent) continue;
    const path = `/bookings/${photo.bookingId}/photos/${id}`;
    try {
      await callApi(path, { method: 'PUT', picture: photo.picture, csrfToken });
    } catch (error) {
      // The booking may have been reassigned: the sync of the step then returns the reason.
      if (!(error instanceof Refused) || ![400, 404, 413].includes(error.status)) throw error;
    }
    await markSent(id, true);
  }
}

async function sendSteps(session: CrewSession, steps: readonly QueuedStep[]): Promise<void> {
  const body: SyncRequest = { actions: steps.map(({ action }) => action) };
  const [first] = steps;
  try {
    const answer = await callApi<SyncResponse>('/sync', {
      method: 'POST',
      body,
      csrfToken: session.csrf_token,
    });
    await saveDayResponse(session, answer);
    for (const step of steps) await settleStep(step, answer.results);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 400 || !first) throw error;
    // An invalid step must not block the queue: send each step alone to find it.
    if (steps.length > 1) for (const step of steps) await sendSteps(session, [step]);
    else await retryPhotos(first, error);
  }
}

export async function saveDayResponse(
  { member }: CrewSession,
  { day }: Pick<SyncResponse, 'day'>,
): Promise<void> {
  await saveClockOffsetMs(Date.parse(day.now) - Date.now());
  await saveDay({ memberId: member.id, day });
}

async function settleStep(step: QueuedStep, results: readonly ActionResult[]): Promise<void> {
  const result = results.find(({ id }) => id === step.action.id);
  if (!result) return;
  if (result.result !== 'refused') await dropStep(step);
  else await markStepRejected(step, result.reason ?? 'not_understood');
}

/** Photos that the server lacks are uploaded once more if they are still stored; otherwise the step is rejected. */
async function retryPhotos(step: QueuedStep, { param }: Refused): Promise<void> {
  const isPhoto = param?.endsWith('photo_ids') === true;
  const photos = isPhoto ? await Promise.all(photoIdsOf(step.action).map(findPhoto)) : [];
  const stored = photos.filter((photo) => photo !== undefined);
  if (!isPhoto || stored.length < photos.length || step.wasMended === true)
    return markStepRejected(step, isPhoto ? 'photo_lost' : 'not_understood');
  for (const { id } of stored) await markSent(id, false);
  await markPhotosResent(step);
}
