// Batch loop: runs when it is woken, and polls every second in case a wake-up was lost.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface PollingLoopOptions {
  /** Processes the next batch; returns true if more work may be waiting. */
  readonly run: () => Promise<boolean>;
  /** Whether work is waiting. Cheaper than a batch: most polls find nothing. */
  readonly hasWork: () => Promise<boolean>;
  /**
   * Minimum interval between batches under continuous load: a batch with one event costs the database nearly as much as
   * one with fifty. An idle loop starts a batch immediately.
   */
  readonly paceMillis: number;
  /** Log message for a failed batch, which is retried. */
  readonly failureMessage: string;
}

const pollIntervalMillis = 1_000;
const retryPauseMillis = 1_000;

export class PollingLoop {
  readonly #options: PollingLoopOptions;
  readonly #log: Logger;
  #poll: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isRequested = false;
  #stopped = true;

  constructor(options: PollingLoopOptions, log: Logger) {
    this.#options = options;
    this.#log = log;
  }

  start(): void {
    this.#stopped = false;
    this.#poll = setInterval(() => void this.#pollOnce(), pollIntervalMillis);
    this.wake();
  }

  /** Resolves when the running batch, if any, has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#poll) clearInterval(this.#poll);
    await this.#running;
  }

  /** New work may be waiting. */
  wake(): void {
    this.#isRequested = true;
    if (this.#stopped || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      // `wake` may have been called after the last check in `#run`.
      if (this.#isRequested) this.wake();
    });
  }

  async #pollOnce(): Promise<void> {
    if (this.#running || this.#stopped) return;
    try {
      if (await this.#options.hasWork()) this.wake();
    } catch (error) {
      this.#log.debug({ err: error }, this.#options.failureMessage);
    }
  }

  async #run(): Promise<void> {
    const { run, paceMillis, failureMessage } = this.#options;
    while (this.#isRequested && !this.#stopped) {
      this.#isRequested = false;
      const startedMillis = performance.now();
      try {
        if (await run()) this.#isRequested = true;
        else if (this.#isRequested) await delay(Math.max(0, startedMillis + paceMillis - performance.now()));
      } catch (error) {
        this.#log.warn({ err: error }, failureMessage);
        this.#isRequested = true;
        await delay(retryPauseMillis);
      }
    }
  }
}
