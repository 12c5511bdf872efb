// Batches attempt results and writes the batches sequentially. A batch that cannot be written is kept and retried. If
// the process dies first, the leases expire and the deliveries are repeated (at-least-once).
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { tallyHealth } from './endpoint-statistics.ts';
import { type CircuitRecord, type WrittenHealth, writeResults } from './result-store.ts';

export interface ResultBatcherOptions {
  readonly db: SystemDatabase;
  readonly log: Logger;
  readonly circuitOf: (endpointId: string) => CircuitRecord;
  readonly onWritten: (records: readonly AttemptRecord[], health: readonly WrittenHealth[]) => void;
}

const maxBatchSize = 256;
const gatherMillis = 5;
/**
 * Minimum time between batches under continuous load: a statement with 2 results costs PostgreSQL nearly as much as one
 * with 20.
 */
const minIntervalMillis = 50;
const pauseAfterFailureMillis = 500;
/** How long the health row of a healthy endpoint may lag behind. */
const healthIntervalMillis = 1_000;

export class ResultBatcher {
  readonly #options: ResultBatcherOptions;
  #waiting: AttemptRecord[] = [];
  #running: Promise<void> | null = null;
  #lastBatchAt = Number.NEGATIVE_INFINITY;
  #writeNow: () => void = () => {};
  /** Endpoints whose health row says healthy, with the time it was written. */
  readonly #healthySince = new Map<string, number>();

  constructor(options: ResultBatcherOptions) {
    this.#options = options;
  }

  push(record: AttemptRecord): void {
    this.#waiting.push(record);
    if (this.#waiting.length === maxBatchSize) this.#writeNow();
    this.#running ??= this.#run();
  }

  /** Resolves when everything pushed so far has been written, or at `giveUpAt` (monotonic clock). */
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
      // Reset here and not after the promise settles: a record pushed in between would otherwise not start a new run.
      this.#running = null;
    }
  }

  async #writeNext(): Promise<void> {
    if (this.#waiting.length < maxBatchSize) await this.#gather();
    this.#lastBatchAt = performance.now();
    const batch = this.#nextBatch();
    try {
      await this.#write(batch);
    } catch (error) {
      await this.#afterFailure(batch, error);
    }
  }

  /**
   * Waits for more results: 5 ms after an idle period; under continuous load until 50 ms after the start of the last
   * batch. Ends early when the batch is full.
   */
  #gather(): Promise<void> {
    const waitMillis = Math.max(gatherMillis, this.#lastBatchAt + minIntervalMillis - performance.now());
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMillis);
      this.#writeNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Contains each delivery at most once, because one statement cannot update a row twice. */
  #nextBatch(): AttemptRecord[] {
    const seen = new Set<string>();
    const [batch, rest]: [AttemptRecord[], AttemptRecord[]] = [[], []];
    for (const record of this.#waiting) {
      const fits = batch.length < maxBatchSize && !seen.has(record.delivery_id);
      seen.add(record.delivery_id);
      (fits ? batch : rest).push(record);
    }
    this.#waiting = rest;
    return batch;
  }

  async #write(batch: readonly AttemptRecord[]): Promise<void> {
    const { db, circuitOf, onWritten } = this.#options;
    const now = performance.now();
    const health = tallyHealth(batch)
      .filter((tally) => {
        const since = this.#healthySince.get(tally.endpoint_id);
        return tally.last_failure_at !== null || since === undefined || now - since > healthIntervalMillis;
      })
      .map((tally) => ({ ...tally, ...circuitOf(tally.endpoint_id) }));
    const written = await writeResults(db, batch, health);
    for (const { endpointId, failuresInARow } of written) {
      if (failuresInARow === 0) this.#healthySince.set(endpointId, now);
      else this.#healthySince.delete(endpointId);
    }
    onWritten(batch, written);
  }

  async #afterFailure(batch: AttemptRecord[], error: unknown): Promise<void> {
    const { log } = this.#options;
    if (!isDataError(error)) {
      log.warn({ err: error, results: batch.length }, 'failed to write attempt results; retrying');
      this.#waiting = [...batch, ...this.#waiting];
      await delay(pauseAfterFailureMillis);
      return;
    }
    // One record cannot be stored. Write them one by one, so that it does not block the others.
    for (const record of batch) {
      await this.#write([record]).catch((cause: unknown) => {
        log.error(
          { err: cause, delivery: record.delivery_id },
          'attempt result discarded; the delivery will be repeated',
        );
      });
    }
  }
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): a retry cannot succeed. */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(22|23)[0-9A-Z]{3}$/.test(code);
}
