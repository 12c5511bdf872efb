// Offline-first model of the crew page: session, optimistic day and queued steps. Syncs the queue when the phone is
// online, fetches the day when the server announces a change, and reloads from IndexedDB when another tab has written
// to it.
import type { CrewDay, CrewSession, CrewSignIn } from '../../../src/features/crew/crew-wire.ts';
import { callApi, Refused, Unreached } from './crew-api.ts';
import { followChanges } from './live-updates.ts';
import {
  addPhoto,
  addSteps,
  dropDay,
  dropPhoto,
  dropSession,
  dropStep,
  findAheadMs,
  findDay,
  findSession,
  type KeptPhoto,
  keepSession,
  listPhotos,
  listSteps,
  type QueuedStep,
} from './offline-store.ts';
import { projectDay } from './optimistic-day.ts';
import { keepAnswer, syncQueue } from './sync-queue.ts';

/** Reason why the sign-in page is shown. */
export type Absence = 'new' | 'ended' | 'signed-out' | 'spent-link' | 'unreachable';

export interface PhoneView {
  readonly stage: 'loading' | 'out' | 'in';
  readonly absence: Absence;
  readonly session: CrewSession | null;
  /** null until loaded. Includes the queued steps. */
  readonly day: CrewDay | null;
  readonly waitingCount: number;
  /** Queued steps of other crew members who used this phone. */
  readonly othersWaitingCount: number;
  readonly refused: readonly QueuedStep[];
  /** Photos not yet attached to a step. */
  readonly drafts: readonly KeptPhoto[];
  readonly isOnline: boolean;
}

const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
const CHANNEL = 'waybill-crew';

const nothing: PhoneView = {
  stage: 'loading',
  absence: 'new',
  session: null,
  day: null,
  waitingCount: 0,
  othersWaitingCount: 0,
  refused: [],
  drafts: [],
  isOnline: true,
};

export class PhoneModel {
  #view = nothing;
  #aheadMs = 0;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isBusy = false;
  #isWanted = false;
  #leave: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel(CHANNEL);

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly view = (): PhoneView => this.#view;

  /** Current time on the server's clock, estimated from the last response. */
  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  async start(token: string | null): Promise<void> {
    this.#channel.onmessage = () => void this.#reload();
    addEventListener('online', () => void this.kick());
    addEventListener('offline', () => this.#show({ isOnline: false }));
    addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.kick());
    if (token === null) return this.#arrive('new');
    await this.#enter({ token }).catch(async (error: unknown) => {
      // An earlier session may still be valid.
      await this.#arrive(error instanceof Refused ? 'spent-link' : 'unreachable');
    });
  }

  /** Throws `Refused` or `Unreached`. */
  async signIn(name: string, pin: string): Promise<void> {
    await this.#enter({ name, pin });
  }

  async signOut(): Promise<void> {
    const { session } = this.#view;
    if (session)
      await callApi('/session', { method: 'DELETE', csrfToken: session.csrf_token }).catch(() => {});
    await this.#depart('signed-out');
  }

  /** Stores the steps in IndexedDB first, then syncs. */
  async tell(steps: readonly QueuedStep[]): Promise<void> {
    await addSteps(steps);
    await this.#changed();
    void navigator.storage.persist?.();
    await this.kick();
  }

  async addDraft(photo: KeptPhoto): Promise<void> {
    await addPhoto(photo);
    await this.#changed();
  }

  async dropDraft(id: string): Promise<void> {
    await dropPhoto(id);
    await this.#changed();
  }

  async dismiss(steps: readonly QueuedStep[]): Promise<void> {
    for (const step of steps) await dropStep(step);
    await this.#changed();
  }

  /** Syncs the queue and fetches the day. A call during a running sync causes exactly one more run. */
  async kick(): Promise<void> {
    this.#isWanted = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#retry);
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#exchange();
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #enter(by: CrewSignIn): Promise<void> {
    await callApi('/session', { method: 'POST', body: by });
    await this.#arrive('new');
  }

  async #arrive(absence: Absence): Promise<void> {
    try {
      await keepSession(await callApi<CrewSession>('/session'));
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return this.#depart(absence);
      if (!(await findSession())) return this.#show({ stage: 'out', absence: 'unreachable' });
    }
    this.#leave ??= followChanges(() => void this.kick());
    await this.#reload();
    await this.kick();
  }

  /** Queued steps stay in IndexedDB: they are sent when the same crew member signs in again. */
  async #depart(absence: Absence): Promise<void> {
    this.#leave?.();
    this.#leave = undefined;
    clearTimeout(this.#retry);
    await dropSession();
    await dropDay();
    await this.#reload();
    this.#show({ stage: 'out', absence });
  }

  async #exchange(): Promise<void> {
    const { session } = this.#view;
    if (session === null) return;
    try {
      await syncQueue(() => this.#changed());
      await keepAnswer(session, { day: await callApi<CrewDay>('/day') });
      this.#failures = 0;
      this.#show({ isOnline: true });
      await this.#changed();
    } catch (error) {
      await this.#failed(error);
    }
  }

  async #failed(error: unknown): Promise<void> {
    if (error instanceof Refused && error.status === 401) return this.#depart('ended');
    // The CSRF token belongs to an older session: a new sign-in happened in another tab.
    if (error instanceof Refused && error.status === 403) await this.#renew();
    this.#show({ isOnline: !(error instanceof Unreached) });
    this.#failures += 1;
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1));
    const asked = error instanceof Refused ? (error.retryAfterMs ?? 0) : 0;
    // Jitter of ±25 %, so that the phones of a fleet do not retry at the same time.
    this.#retry = setTimeout(() => void this.kick(), Math.max(asked, waitMs * (0.75 + Math.random() / 2)));
    await askWorkerToSync();
  }

  async #renew(): Promise<void> {
    const session = await callApi<CrewSession>('/session').catch(() => null);
    if (session) await keepSession(session);
    await this.#reload();
  }

  async #changed(): Promise<void> {
    this.#channel.postMessage('changed');
    await this.#reload();
  }

  async #reload(): Promise<void> {
    const [session, kept, steps, photos, aheadMs] = await Promise.all([
      findSession(),
      findDay(),
      listSteps(),
      listPhotos(),
      findAheadMs(),
    ]);
    this.#aheadMs = aheadMs;
    const own = steps.filter(({ memberId }) => memberId === session?.member.id);
    const waiting = own.filter(({ refusal }) => refusal === null);
    const day = kept && kept.memberId === session?.member.id ? kept.day : null;
    this.#show({
      ...(session && { stage: 'in' }),
      session: session ?? null,
      day:
        day &&
        projectDay(
          day,
          waiting.map(({ action }) => action),
        ),
      waitingCount: waiting.length,
      othersWaitingCount: steps.filter(({ refusal }) => refusal === null).length - waiting.length,
      refused: own.filter(({ refusal }) => refusal !== null),
      drafts: photos.filter(({ isUsed }) => !isUsed),
    });
  }

  #show(change: Partial<PhoneView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

interface SyncingRegistration extends ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Registers a background sync where supported: the service worker then sends the queue even if the page is closed. */
async function askWorkerToSync(): Promise<void> {
  const registration: SyncingRegistration | undefined =
    await navigator.serviceWorker?.getRegistration('/crew/');
  await registration?.sync?.register(CHANNEL).catch(() => {});
}
