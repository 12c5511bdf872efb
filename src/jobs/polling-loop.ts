// Work that comes in batches: begun when somebody says that there is something, or when a look every second finds it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Batches {
  /** Does the next batch and says whether there may be more. */
  readonly run: () => Promise<boolean>;
  /** Whether there is something; cheaper than a batch, for most of the time there is nothing. */
  readonly isWaiting: () => Promise<boolean>;
  /**
   * While there is something all the time, a batch begins at most this often: it costs the database nearly the same with one
   * event as with fifty. What comes when nothing is going on does not wait.
   */
  readonly paceMillis: number;
  /** What is logged of a batch that failed; it is tried again. */
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

  /** Resolves when the batch in hand, if any, is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#poll) clearInterval(this.#poll);
    await this.#running;
  }

  /** There is something new. */
  wake(): void {
    this.#wanted = true;
    if (this.#stopped || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      // Somebody may have called in the moment between the last look and here.
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
