// Carries out recovery requests. Any worker may claim one. The lease prevents concurrent work on one request and
// expires if the worker dies; the request stores the feed position it has reached.
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { PortalChangeNotifier } from '../portal-change-notifier.ts';
import { type ClaimedRecovery, claimRecovery, pauseRecovery, recoverBatch } from './recovery-store.ts';

interface RecoveryContext extends Pick<Context, 'clock' | 'ids' | 'log'> {
  readonly engine: SystemDatabase;
  readonly changes: PortalChangeNotifier;
}

const pollIntervalMillis = 1_000;
/** Pause while the limit of pending tasks is reached. */
const pauseMillis = 200;

export class RecoveryWorker {
  readonly #context: RecoveryContext;
  readonly #onQueued: (endpointId: string) => void;
  #stop = new AbortController();
  #idle = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(context: RecoveryContext, onQueued: (endpointId: string) => void) {
    this.#context = context;
    this.#onQueued = onQueued;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#idle.abort();
    await this.#loop;
  }

  wake(): void {
    this.#idle.abort();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#idle = new AbortController();
      let isBusy = false;
      try {
        for (let request = await this.#claim(); request; request = await this.#claim()) {
          isBusy = true;
          await this.#advance(request);
        }
      } catch (error) {
        this.#context.log.warn({ err: error }, 'webhook recovery failed; retrying');
      }
      await delay(isBusy ? pauseMillis : pollIntervalMillis, null, { signal: this.#idle.signal }).catch(
        () => {},
      );
    }
  }

  async #claim(): Promise<ClaimedRecovery | undefined> {
    return this.#stop.signal.aborted ? undefined : claimRecovery(this.#context.engine);
  }

  /** Queues batches until the limit of pending tasks is reached. */
  async #advance({ id, accountId, endpointId }: ClaimedRecovery): Promise<void> {
    const { engine, clock, ids, changes } = this.#context;
    for (;;) {
      const batch = await recoverBatch(engine, id, { idTemplate: ids.next(), now: clock.now() });
      changes.announce({ account_id: accountId, endpoint_id: endpointId, kind: 'recovery' });
      if (batch.queued > 0) this.#onQueued(endpointId);
      if (batch.finished) return;
      if (batch.full || this.#stop.signal.aborted) return pauseRecovery(engine, id, pauseMillis);
    }
  }
}
