// Offline-first model of the crew page: session, optimistic day and queued steps. Syncs the queue when the phone is
// online, fetches the day when the server announces a change, and reloads from IndexedDB when another tab has written
// to it.
import type { CrewDay, CrewSession, CrewSignIn, OfferAnswer, OfferDecline } from '../api.generated.ts';
import { CrewApiUnreachable, callApi, Refused } from './crew-api.ts';
import { followChanges } from './live-updates.ts';
import {
  addPhoto,
  addSteps,
  dropDay,
  dropNotice,
  dropPhoto,
  dropSession,
  dropStep,
  findClockOffsetMs,
  findDay,
  findSession,
  listPhotos,
  listSteps,
  type QueuedStep,
  type StoredPhoto,
  saveSession,
  undoSteps,
} from './offline-store.ts';
import { applyQueuedSteps, type OptimisticDay } from './optimistic-day.ts';
import { holdLeftMs, undoableSteps } from './step-hold.ts';
import type { StopDecision } from './stop-decisions.ts';
import { saveDayResponse, syncQueue } from './sync-queue.ts';

/** Reason why the sign-in page is shown. */
export type Absence = 'new' | 'ended' | 'signed-out' | 'spent-link' | 'unreachable';

export interface OfflineView {
  readonly stage: 'loading' | 'out' | 'in';
  readonly absence: Absence;
  readonly session: CrewSession | null;
  /** null until loaded. Includes the queued steps. */
  readonly day: OptimisticDay | null;
  /** Decisions of a dispatcher that the crew member has not dismissed. */
  readonly decisions: readonly StopDecision[];
  readonly waitingCount: number;
  /** Whether a step was sent since the page was opened. */
  readonly hasSent: boolean;
  /** Steps of the last tap, while it can be undone. */
  readonly undoable: readonly QueuedStep[];
  /** Whether all waiting steps are held. */
  readonly areAllHeld: boolean;
  /** Queued steps of other crew members who used this phone. */
  readonly othersWaitingCount: number;
  readonly refused: readonly QueuedStep[];
  /** Stops with a problem report that the server does not have yet. */
  readonly unsentReports: readonly string[];
  /** Photos not yet attached to a step. */
  readonly drafts: readonly StoredPhoto[];
  readonly isOnline: boolean;
}

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
const CHANNEL = 'waybill-crew';

const initialView: OfflineView = {
  stage: 'loading',
  absence: 'new',
  session: null,
  day: null,
  decisions: [],
  waitingCount: 0,
  hasSent: false,
  undoable: [],
  areAllHeld: false,
  othersWaitingCount: 0,
  refused: [],
  unsentReports: [],
  drafts: [],
  isOnline: true,
};

export class OfflineModel {
  #view = initialView;
  #clockOffsetMs = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #holdEnd: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isRerunRequested = false;
  #unsubscribe: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel(CHANNEL);

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): OfflineView => this.#view;

  /** Current time on the server's clock, estimated from the last response. */
  now(): Date {
    return new Date(Date.now() + this.#clockOffsetMs);
  }

  async start(token: string | null): Promise<void> {
    this.#channel.onmessage = () => void this.#followOtherTab();
    addEventListener('online', () => void this.kick());
    addEventListener('offline', () => this.#update({ isOnline: false }));
    addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.kick());
    if (token === null) {
      // What the phone has stored is shown before the server answers.
      await this.#reload();
      return this.#openSession(this.#view.session ? 'ended' : 'new');
    }
    await this.#createSession({ token }).catch(async (error: unknown) => {
      // An earlier session may still be valid.
      await this.#openSession(error instanceof Refused ? 'spent-link' : 'unreachable');
    });
  }

  /** Throws `Refused` or `Unreached`. */
  async signIn(name: string, pin: string): Promise<void> {
    await this.#createSession({ name, pin });
  }

  async signOut(): Promise<void> {
    const { session, waitingCount } = this.#view;
    // Steps that cannot be sent now stay on the phone.
    if (session && waitingCount > 0) await syncQueue(() => this.#reloadAllTabs(), true).catch(() => {});
    if (session)
      await callApi('/session', { method: 'DELETE', csrfToken: session.csrf_token }).catch(() => {});
    await this.#closeSession('signed-out');
  }

  /** Stores the steps of one tap in IndexedDB. They are sent when their hold is over, also if the page is closed. */
  async tell(steps: readonly QueuedStep[]): Promise<void> {
    const tap = { tappedAtMs: Date.now(), tapId: crypto.randomUUID() };
    await addSteps(steps.map((step) => ({ ...step, ...tap })));
    await this.#reloadAllTabs();
    void navigator.storage.persist?.();
    await registerBackgroundSync();
  }

  async undo(steps: readonly QueuedStep[]): Promise<void> {
    await undoSteps(steps);
    await this.#reloadAllTabs();
  }

  /** `replacedId`: a draft that is deleted in the same transaction. */
  async addDraft(photo: StoredPhoto, replacedId?: string): Promise<void> {
    await addPhoto(photo, replacedId);
    await this.#reloadAllTabs();
  }

  async dropDraft(id: string): Promise<void> {
    await dropPhoto(id);
    await this.#reloadAllTabs();
  }

  async dismiss(steps: readonly QueuedStep[]): Promise<void> {
    for (const step of steps) await dropStep(step);
    await this.#reloadAllTabs();
  }

  /** `id`: of the ended job or the stop. */
  async dismissNotice(id: string): Promise<void> {
    await dropNotice(id);
    await this.#reloadAllTabs();
  }

  /** Offers are answered online only. `decline` null: accepts. Throws `Refused` or `Unreached`. */
  async answerOffer(id: string, decline: OfferDecline | null): Promise<OfferAnswer['result']> {
    const { session } = this.#view;
    if (session === null) throw new CrewApiUnreachable();
    const answer = await callApi<OfferAnswer>(`/offers/${id}/${decline ? 'decline' : 'accept'}`, {
      method: 'POST',
      csrfToken: session.csrf_token,
      ...(decline && { body: decline }),
    });
    await saveDayResponse(session, answer);
    await this.#reloadAllTabs();
    return answer.result;
  }

  /** Syncs the queue and fetches the day. A call during a running sync causes exactly one more run. */
  async kick(): Promise<void> {
    this.#isRerunRequested = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#retry);
    try {
      while (this.#isRerunRequested) {
        this.#isRerunRequested = false;
        await this.#sync();
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #createSession(by: CrewSignIn): Promise<void> {
    await callApi('/session', { method: 'POST', body: by });
    await this.#openSession('new');
  }

  async #openSession(absence: Absence): Promise<void> {
    try {
      await saveSession(await callApi<CrewSession>('/session'));
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return this.#closeSession(absence);
      if (!(await findSession())) return this.#update({ stage: 'out', absence: 'unreachable' });
      this.#update({ isOnline: !(error instanceof CrewApiUnreachable) });
    }
    this.#unsubscribe ??= followChanges(() => void this.kick());
    await this.#reload();
    await this.kick();
  }

  /** Queued steps stay in IndexedDB: they are sent when the same crew member signs in again. */
  async #closeSession(absence: Absence): Promise<void> {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    clearTimeout(this.#retry);
    clearTimeout(this.#holdEnd);
    await dropSession();
    await dropDay();
    await this.#reload();
    this.#update({ stage: 'out', absence });
  }

  async #sync(): Promise<void> {
    const { session } = this.#view;
    if (session === null) return;
    try {
      if (!this.#view.isOnline) await this.#reconnect();
      await syncQueue(() => {
        this.#update({ hasSent: true });
        return this.#reloadAllTabs();
      });
      await saveDayResponse(session, { day: await callApi<CrewDay>('/day') });
      this.#failures = 0;
      this.#update({ isOnline: true });
      await this.#reloadAllTabs();
    } catch (error) {
      await this.#handleFailure(error);
    }
  }

  /** A step that is released may have been sent, so the page releases none before the server has answered again. */
  async #reconnect(): Promise<void> {
    await callApi('/session');
    this.#update({ isOnline: true });
    await this.#reload();
  }

  async #handleFailure(error: unknown): Promise<void> {
    if (error instanceof Refused && error.status === 401) return this.#closeSession('ended');
    // The CSRF token belongs to an older session: a new sign-in happened in another tab.
    if (error instanceof Refused && error.status === 403) await this.#refreshSession();
    this.#update({ isOnline: !(error instanceof CrewApiUnreachable) });
    // A released step can no longer be undone.
    await this.#reload();
    this.#failures += 1;
    const waitMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
    const retryAfterMs = error instanceof Refused ? (error.retryAfterMs ?? 0) : 0;
    // Jitter of ±25 %, so that the phones of a fleet do not retry at the same time.
    this.#retry = setTimeout(
      () => void this.kick(),
      Math.max(retryAfterMs, waitMs * (0.75 + Math.random() / 2)),
    );
    await registerBackgroundSync();
  }

  async #refreshSession(): Promise<void> {
    const session = await callApi<CrewSession>('/session').catch(() => null);
    if (session) await saveSession(session);
    await this.#reload();
  }

  async #reloadAllTabs(): Promise<void> {
    this.#channel.postMessage('changed');
    await this.#reload();
  }

  /** Another tab or the service worker has changed the store. */
  async #followOtherTab(): Promise<void> {
    const { waitingCount } = this.#view;
    await this.#reload();
    if (waitingCount > 0 && this.#view.waitingCount === 0) this.#update({ hasSent: true });
  }

  async #reload(): Promise<void> {
    const [session, stored, steps, photos, aheadMs] = await Promise.all([
      findSession(),
      findDay(),
      listSteps(),
      listPhotos(),
      findClockOffsetMs(),
    ]);
    this.#clockOffsetMs = aheadMs;
    const nowMs = Date.now();
    const ownSteps = steps.filter(({ memberId }) => memberId === session?.member.id);
    const waiting = ownSteps.filter(({ refusal }) => refusal === null);
    const lefts = waiting.map((step) => holdLeftMs(step, nowMs)).filter((leftMs) => leftMs > 0);
    const own = stored && stored.memberId === session?.member.id ? stored : null;
    this.#update({
      ...(session && { stage: 'in' }),
      session: session ?? null,
      day:
        own &&
        applyQueuedSteps(
          own.day,
          waiting.map(({ action }) => action),
          session?.member.first_name ?? '',
        ),
      decisions: own?.decisions ?? [],
      waitingCount: waiting.length,
      undoable: undoableSteps(waiting, nowMs, this.#view.isOnline),
      areAllHeld: lefts.length > 0 && lefts.length === waiting.length,
      othersWaitingCount: steps.filter(({ refusal }) => refusal === null).length - waiting.length,
      refused: ownSteps.filter(({ refusal }) => refusal !== null),
      unsentReports: waiting
        .filter(({ action }) => action.kind === 'cannot_complete' || action.kind === 'problem')
        .map(({ action }) => action.stop_id),
      drafts: photos.filter(({ isUsed }) => !isUsed),
    });
    clearTimeout(this.#holdEnd);
    if (lefts.length > 0) this.#holdEnd = setTimeout(() => void this.#endHold(), Math.min(...lefts));
  }

  async #endHold(): Promise<void> {
    await this.#reload();
    await this.kick();
  }

  #update(change: Partial<OfflineView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

interface SyncingRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Registers a background sync where supported: the service worker then sends the queue even if the page is closed. */
async function registerBackgroundSync(): Promise<void> {
  const registration: SyncingRegistration | undefined =
    await navigator.serviceWorker?.getRegistration('/crew/');
  await registration?.sync?.register(CHANNEL).catch(() => {});
}
