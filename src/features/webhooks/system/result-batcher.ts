// Gathers the results of attempts and writes them in batches, one after the other. What cannot be written now is kept and written
// later; if the process dies before, the leases run out and the deliveries are repeated.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { tallyHealth } from './endpoint-statistics.ts';
import { type CircuitRecord, type WrittenHealth, writeResults } from './result-store.ts';

export interface ResultLineOptions {
  readonly db: SystemDatabase;
  readonly log: Logger;
  readonly circuitOf: (endpointId: string) => CircuitRecord;
  readonly onWritten: (records: readonly AttemptRecord[], health: readonly WrittenHealth[]) => void;
}

const mostAtOnce = 256;
const gatherMillis = 5;
/** While results come all the time: a statement costs PostgreSQL nearly the same with two of them as with twenty. */
const paceMillis = 50;
const pauseAfterFailureMillis = 500;
/** How long the row of an endpoint that is well may lag behind. */
const healthEveryMillis = 1_000;

export class ResultLine {
  readonly #options: ResultLineOptions;
  #waiting: AttemptRecord[] = [];
  #running: Promise<void> | null = null;
  #beganMillis = Number.NEGATIVE_INFINITY;
  #writeNow: () => void = () => {};
  /** Endpoints that the database has as well, and since when. */
  readonly #wellSince = new Map<string, number>();

  constructor(options: ResultLineOptions) {
    this.#options = options;
  }

  push(record: AttemptRecord): void {
    this.#waiting.push(record);
    if (this.#waiting.length === mostAtOnce) this.#writeNow();
    this.#running ??= this.#run();
  }

  /** Resolves when everything pushed so far is written, or `giveUpAt` (of the monotonic clock) has come. */
  async flushed(giveUpAt: number): Promise<void> {
    while (this.#running && performance.now() < giveUpAt) {
      this.#writeNow();
      await Promise.race([this.#running, delay(50)]);
    }
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#writeNext();
    } finally {
      // Here and not once the promise is settled: whoever pushes in between would wait for the next.
      this.#running = null;
    }
  }

  async #writeNext(): Promise<void> {
    if (this.#waiting.length < mostAtOnce) await this.#gather();
    this.#beganMillis = performance.now();
    const batch = this.#nextBatch();
    try {
      await this.#write(batch);
    } catch (error) {
      await this.#afterFailure(batch, error);
    }
  }

  /** What comes after a while of nothing is written soon, what comes all the time in larger batches. */
  #gather(): Promise<void> {
    const waitMillis = Math.max(gatherMillis, this.#beganMillis + paceMillis - performance.now());
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMillis);
      this.#writeNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** A delivery at most once: one statement cannot change a row twice. */
  #nextBatch(): AttemptRecord[] {
    const seen = new Set<string>();
    const [batch, rest]: [AttemptRecord[], AttemptRecord[]] = [[], []];
    for (const record of this.#waiting) {
      const isNow = batch.length < mostAtOnce && !seen.has(record.delivery_id);
      seen.add(record.delivery_id);
      (isNow ? batch : rest).push(record);
    }
    this.#waiting = rest;
    return batch;
  }

  async #write(batch: readonly AttemptRecord[]): Promise<void> {
    const { db, circuitOf, onWritten } = this.#options;
    const now = performance.now();
    const health = tallyHealth(batch)
      .filter((tally) => {
        const since = this.#wellSince.get(tally.endpoint_id);
        return tally.last_failure_at !== null || since === undefined || now - since > healthEveryMillis;
      })
      .map((tally) => ({ ...tally, ...circuitOf(tally.endpoint_id) }));
    const written = await writeResults(db, batch, health);
    for (const { endpointId, failuresInARow } of written) {
      if (failuresInARow === 0) this.#wellSince.set(endpointId, now);
      else this.#wellSince.delete(endpointId);
    }
    onWritten(batch, written);
  }

  async #afterFailure(batch: AttemptRecord[], error: unknown): Promise<void> {
    const { log } = this.#options;
    if (!isAboutTheRows(error)) {
      log.warn(
        { err: error, results: batch.length },
        'results could not be written; they will be in a moment',
      );
      this.#waiting = [...batch, ...this.#waiting];
      await delay(pauseAfterFailureMillis);
      return;
    }
    // One of them cannot be stored. It must not keep back the others.
    for (const record of batch) {
      await this.#write([record]).catch((fault: unknown) => {
        log.error(
          { err: fault, delivery: record.delivery_id },
          'a result cannot be written; it will be sent again',
        );
      });
    }
  }
}

/** Classes 22 (data) and 23 (constraints): trying again would not help. */
function isAboutTheRows(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(22|23)[0-9A-Z]{3}$/.test(code);
}
