// IndexedDB store of the crew page: queued steps, photos, session, last known day and clock offset. It survives a
// reload and is shared by all tabs and the service worker.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ActionResult, CrewAction, CrewDay, CrewSession } from '../api.generated.ts';
import { listedEndedJobs } from './ended-jobs.ts';
import { holdLeftMs, leadingUnheld } from './step-hold.ts';
import { withMonotonicTime } from './step-time.ts';
import { type StopDecision, stopDecisions } from './stop-decisions.ts';

/** An action at a stop. */
export type StepAction = CrewAction & {
  readonly kind: Exclude<CrewAction['kind'], 'position'>;
  readonly stop_id: string;
};

/** Reason for a rejection: from the server, or local if the step cannot be sent at all. */
export type Refusal = NonNullable<ActionResult['reason']> | 'photo_lost' | 'not_understood';

export interface QueuedStep {
  /** Key of the queue, ascending in order of creation; assigned by IndexedDB. */
  readonly nth?: number;
  /** Author of the step. It is sent only in a session of this crew member. */
  readonly memberId: string;
  readonly action: StepAction;
  /** Confirmation code and address, to describe a rejected step whose job is no longer in the day. */
  readonly code: string;
  readonly place: string;
  /** null while the step is waiting to be sent. */
  readonly refusal: Refusal | null;
  /** Phone time of the tap. */
  readonly tappedAtMs?: number;
  /** The steps of one tap share it. */
  readonly tapId?: string;
  /** Handed to the sender: it may have reached the server and can no longer be undone. */
  readonly isReleased?: boolean;
  /** Its photos have been uploaded a second time; a further failure is final. */
  readonly wasMended?: boolean;
}

export interface StoredPhoto {
  readonly id: string;
  readonly bookingId: string;
  readonly stopId: string;
  readonly picture: Blob;
  readonly isSent: boolean;
  /** Attached to a queued step. */
  readonly isUsed: boolean;
}

export interface StoredDay {
  readonly memberId: string;
  readonly day: CrewDay;
  /** Undefined in a day that was stored by an earlier version of the page. */
  readonly decisions?: readonly StopDecision[];
}

interface CrewDbSchema extends DBSchema {
  steps: { key: number; value: QueuedStep };
  photos: { key: string; value: StoredPhoto };
  session: { key: 'session'; value: CrewSession };
  day: { key: 'day'; value: StoredDay };
  clock: { key: 'aheadMs'; value: number };
}

let database: Promise<IDBPDatabase<CrewDbSchema>> | undefined;

function openStore(): Promise<IDBPDatabase<CrewDbSchema>> {
  database ??= openDB<CrewDbSchema>('waybill-crew', 1, {
    upgrade: (db) => {
      db.createObjectStore('steps', { keyPath: 'nth', autoIncrement: true });
      db.createObjectStore('photos', { keyPath: 'id' });
      for (const name of ['session', 'day', 'clock'] as const) db.createObjectStore(name);
    },
    terminated: () => {
      database = undefined;
    },
  });
  return database;
}

/** Flushed to disk before the transaction completes, so that a step survives a power loss. */
const strictDurability = { durability: 'strict' } as const;

export const listSteps = async (): Promise<QueuedStep[]> => (await openStore()).getAll('steps');

/** Appends the steps in order, in one transaction, and marks their photos as used. */
export async function addSteps(steps: readonly QueuedStep[]): Promise<void> {
  const trx = (await openStore()).transaction(['steps', 'photos'], 'readwrite', strictDurability);
  let last = (await trx.objectStore('steps').openCursor(null, 'prev'))?.value;
  for (const added of steps) {
    const step = withMonotonicTime(added, last?.memberId === added.memberId ? last : undefined);
    await trx.objectStore('steps').add(step);
    last = step;
    for (const id of photoIdsOf(step.action)) {
      const photo = await trx.objectStore('photos').get(id);
      if (photo) await trx.objectStore('photos').put({ ...photo, isUsed: true });
    }
  }
  await trx.done;
}

/**
 * Releases the waiting steps of the member whose hold is over, in order, and returns all released ones. In one
 * transaction, as `undoSteps`: a step is either released or undone, also with several tabs and the service worker.
 */
export async function releaseSteps(memberId: string, nowMs: number): Promise<QueuedStep[]> {
  const trx = (await openStore()).transaction('steps', 'readwrite', strictDurability);
  const waiting = (await trx.store.getAll()).filter((step) => isWaiting(step, memberId));
  const released: QueuedStep[] = [];
  for (const step of leadingUnheld(waiting, nowMs)) {
    const ready = step.isReleased === true ? step : { ...step, isReleased: true };
    if (ready !== step) await trx.store.put(ready);
    released.push(ready);
  }
  await trx.done;
  return released;
}

/** Deletes the steps of the last tap, and makes their photos drafts again. Does nothing if one of them was released. */
export async function undoSteps(steps: readonly QueuedStep[]): Promise<void> {
  const trx = (await openStore()).transaction(['steps', 'photos'], 'readwrite', strictDurability);
  const [store, photos] = [trx.objectStore('steps'), trx.objectStore('photos')];
  const stored = (await store.getAll()).filter((step) => isWaiting(step, steps[0]?.memberId ?? ''));
  const ids = new Set(steps.map(({ action }) => action.id));
  // A later tap, in another tab, has to be undone first.
  const last = stored.slice(-steps.length);
  if (last.every(({ action, isReleased }) => ids.has(action.id) && isReleased !== true))
    for (const { nth, action } of last) {
      if (nth !== undefined) await store.delete(nth);
      for (const id of photoIdsOf(action)) {
        const photo = await photos.get(id);
        if (photo) await photos.put({ ...photo, isUsed: false });
      }
    }
  await trx.done;
}

const isWaiting = (step: QueuedStep, memberId: string) => step.memberId === memberId && step.refusal === null;

/** Time until the next step of the queue may be sent; null if none is held. */
export async function findHoldLeftMs(memberId: string): Promise<number | null> {
  const waiting = (await listSteps()).filter((step) => isWaiting(step, memberId));
  const lefts = waiting.map((step) => holdLeftMs(step, Date.now())).filter((leftMs) => leftMs > 0);
  return lefts.length > 0 ? Math.min(...lefts) : null;
}

/** Deletes a step (sent, or rejected and dismissed) and its photos. */
export async function dropStep(step: QueuedStep): Promise<void> {
  const trx = (await openStore()).transaction(['steps', 'photos'], 'readwrite');
  if (step.nth !== undefined) await trx.objectStore('steps').delete(step.nth);
  for (const id of photoIdsOf(step.action)) await trx.objectStore('photos').delete(id);
  await trx.done;
}

export async function markStepRejected(step: QueuedStep, refusal: Refusal): Promise<void> {
  await (await openStore()).put('steps', { ...step, refusal });
}

export async function markPhotosResent(step: QueuedStep): Promise<void> {
  await (await openStore()).put('steps', { ...step, wasMended: true });
}

export const photoIdsOf = (action: StepAction): readonly string[] => action.photo_ids ?? [];

export async function addPhoto(photo: StoredPhoto, replacedId?: string): Promise<void> {
  const trx = (await openStore()).transaction('photos', 'readwrite', strictDurability);
  await trx.store.put(photo);
  if (replacedId !== undefined) await trx.store.delete(replacedId);
  await trx.done;
}
export const findPhoto = async (id: string) => (await openStore()).get('photos', id);
export const listPhotos = async () => (await openStore()).getAll('photos');
export const dropPhoto = async (id: string) => (await openStore()).delete('photos', id);

export async function markSent(id: string, isSent: boolean): Promise<void> {
  const trx = (await openStore()).transaction('photos', 'readwrite');
  const photo = await trx.store.get(id);
  if (photo) await trx.store.put({ ...photo, isSent });
  await trx.done;
}

export const findSession = async () => (await openStore()).get('session', 'session');
export const saveSession = async (session: CrewSession) =>
  void (await (await openStore()).put('session', session, 'session'));
export const dropSession = async () => (await openStore()).delete('session', 'session');

export const findDay = async () => (await openStore()).get('day', 'day');
/** In one transaction with the dismissal of a notice, which must not return. */
export async function saveDay({ memberId, day }: StoredDay): Promise<void> {
  const trx = (await openStore()).transaction('day', 'readwrite');
  const stored = await trx.store.get('day');
  const before = stored?.memberId === memberId ? stored : undefined;
  const ended_jobs = listedEndedJobs(day, before?.day ?? null);
  const decisions = before ? stopDecisions(before.day, day, before.decisions ?? []) : [];
  await trx.store.put({ memberId, day: { ...day, ended_jobs }, decisions }, 'day');
  await trx.done;
}

/** Deletes the notice about this ended job or this stop. */
export async function dropNotice(id: string): Promise<void> {
  const trx = (await openStore()).transaction('day', 'readwrite');
  const stored = await trx.store.get('day');
  const ended_jobs = stored?.day.ended_jobs?.filter(({ booking_id }) => booking_id !== id) ?? [];
  const decisions = stored?.decisions?.filter(({ stopId }) => stopId !== id) ?? [];
  if (stored) await trx.store.put({ ...stored, day: { ...stored.day, ended_jobs }, decisions }, 'day');
  await trx.done;
}
export const dropDay = async () => (await openStore()).delete('day', 'day');

/** Offset of the server's clock from the phone's, in ms. Steps carry server time. */
export const findClockOffsetMs = async () => (await (await openStore()).get('clock', 'aheadMs')) ?? 0;
export const saveClockOffsetMs = async (aheadMs: number) =>
  void (await (await openStore()).put('clock', aheadMs, 'aheadMs'));
