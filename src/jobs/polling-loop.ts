// Batch loop: runs when it is woken, and polls every second in case a wake-up was lost.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Batches {
  /** Processes the next batch; returns true if more work may be waiting. */
  readonly run: () => Promise<boolean>;
  /** Whether work is waiting. Cheaper than a batch: most polls find nothing. */
  readonly isWaiting: () => Promise<boolean>;
  /**
   * Minimum interval between batches under continuous load: a batch with one event costs the database nearly as much as
   * one with fifty. An idle loop starts a batch immediately.
   */
  readonly paceMillis: number;
  /** Log message for a failed batch, which is retried. */
  readonly complaint: string;
}

const lookEveryMillis = 1_000;
const pauseAfterFailureMillis = 1_000;

export class BatchLoop {
  readonly #batches: Batches;
  readonly #log: Logger;
  #poll: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #wanted = false;
  #stopped = true;

  constructor(batches: Batches, log: Logger) {
    this.#batches = batches;
    this.#log = log;
  }

  start(): void {
    this.#stopped = false;
    this.#poll = setInterval(() => void this.#look(), lookEveryMillis);
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
    this.#wanted = true;
    if (this.#stopped || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      // `wake` may have been called after the last check in `#run`.
      if (this.#wanted) this.wake();
    });
  }

  async #look(): Promise<void> {
    if (this.#running || this.#stopped) return;
    try {
      if (await this.#batches.isWaiting()) this.wake();
    } catch (error) {
      this.#log.debug({ err: error }, this.#batches.complaint);
    }
  }

  async #run(): Promise<void> {
    const { run, paceMillis, complaint } = this.#batches;
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      const beganMillis = performance.now();
      try {
        if (await run()) this.#wanted = true;
        else if (this.#wanted) await delay(Math.max(0, beganMillis + paceMillis - performance.now()));
      } catch (error) {
        this.#log.warn({ err: error }, complaint);
        this.#wanted = true;
        await delay(pauseAfterFailureMillis);
      }
    }
  }
}
