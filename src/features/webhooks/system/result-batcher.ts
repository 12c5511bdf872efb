// Batches attempt results and writes the batches sequentially. A batch that cannot be written is kept and retried. If
// the process dies first, the leases expire and the deliveries are repeated (at-least-once). First attempts of
// handed-off deliveries and attempts of tasks are written by different statements.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { tallyHealth, tallyHours } from './endpoint-statistics.ts';
import type { CircuitRecord, EndpointTallies, WrittenHealth } from './endpoint-statistics-store.ts';
import { recordFirstAttempts } from './first-attempt-store.ts';
import { findQueuedTasks } from './hand-off-store.ts';
import type { HandOffs } from './hand-offs.ts';
import { writeResults } from './result-store.ts';

export interface ResultBatcherOptions {
  readonly db: SystemDatabase;
  readonly log: Logger;
  readonly handOffs: HandOffs;
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

interface Written {
  readonly records: readonly AttemptRecord[];
  readonly health: readonly WrittenHealth[];
}

export class ResultBatcher {
  readonly #options: ResultBatcherOptions;
  #waiting: AttemptRecord[] = [];
  #running: Promise<void> | null = null;
  #lastBatchAt = Number.NEGATIVE_INFINITY;
  #writeNow: () => void = () => {};
  /** Endpoints whose health row says healthy, with the time it was written. */
  readonly #healthySince = new Map<string, number>();
  /** Records that wait again although health and statistics contain them. */
  readonly #counted = new WeakSet<AttemptRecord>();
  /** Records of handed-off deliveries that were queued before their result was written. */
  readonly #queuedMeanwhile = new WeakSet<AttemptRecord>();

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
    const [handedOff, ofTasks] = partition(batch, (record) => this.#isHandedOff(record));
    // The first statement counts the whole batch: the health of an endpoint depends on the order of its attempts. What
    // follows from it, such as disabling the endpoint, must not run beside the second statement, which locks it too.
    const written: Written[] = [];
    for (const part of [handedOff, ofTasks]) {
      if (part.length === 0) continue;
      try {
        written.push(await this.#write(part, batch));
      } catch (error) {
        written.push(...(await this.#afterFailure(part, error)));
      }
    }
    for (const { records, health } of written) this.#options.onWritten(records, health);
  }

  #isHandedOff(record: AttemptRecord): boolean {
    return record.task.row === null && !this.#queuedMeanwhile.has(record);
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
    let room = maxBatchSize;
    const [batch, rest] = partition(this.#waiting, ({ delivery_id }) => {
      const fits = room > 0 && !seen.has(delivery_id);
      seen.add(delivery_id);
      if (fits) room -= 1;
      return fits;
    });
    this.#waiting = rest;
    return batch;
  }

  /** Writes records of one kind, and counts `counted` in health and statistics. */
  async #write(records: readonly AttemptRecord[], counted: readonly AttemptRecord[]): Promise<Written> {
    const now = performance.now();
    const tallies = this.#tally(counted, now);
    const [first] = records;
    const written =
      first && this.#isHandedOff(first)
        ? await this.#writeFirstAttempts(records, tallies)
        : await this.#writeAttemptsOfTasks(records, tallies);
    for (const record of counted) this.#counted.add(record);
    for (const { endpointId, failuresInARow } of written.health) {
      if (failuresInARow === 0) this.#healthySince.set(endpointId, now);
      else this.#healthySince.delete(endpointId);
    }
    return written;
  }

  #tally(records: readonly AttemptRecord[], now: number): EndpointTallies {
    const uncounted = records.filter((record) => !this.#counted.has(record));
    const health = tallyHealth(uncounted)
      .filter((tally) => {
        const since = this.#healthySince.get(tally.endpoint_id);
        return tally.last_failure_at !== null || since === undefined || now - since > healthIntervalMillis;
      })
      .map((tally) => ({ ...tally, ...this.#options.circuitOf(tally.endpoint_id) }));
    return { health, hours: tallyHours(uncounted) };
  }

  /** Deliveries that were queued meanwhile are written next, as attempts of their tasks. */
  async #writeFirstAttempts(records: readonly AttemptRecord[], tallies: EndpointTallies) {
    const { db, handOffs } = this.#options;
    const ended = handOffs.endedBy(records.map(({ task }) => task));
    const { health, queuedMeanwhile } = await recordFirstAttempts(
      db,
      records,
      tallies,
      ended.map(({ id }) => id),
    );
    handOffs.recorded(
      records.map(({ task }) => task),
      ended,
    );
    if (queuedMeanwhile.length === 0) return { records, health };
    const [late, rest] = partition(records, ({ delivery_id }) => queuedMeanwhile.includes(delivery_id));
    for (const record of late) {
      this.#queuedMeanwhile.add(record);
      this.#counted.add(record);
    }
    this.#waiting = [...late, ...this.#waiting];
    return { records: rest, health };
  }

  async #writeAttemptsOfTasks(records: readonly AttemptRecord[], tallies: EndpointTallies) {
    const { db } = this.#options;
    const unknown = records.filter(({ task }) => task.row === null);
    if (unknown.length > 0) {
      const taskIds = await findQueuedTasks(
        db,
        unknown.map(({ delivery_id }) => delivery_id),
      );
      for (const { task } of unknown) {
        const id = taskIds.get(task.deliveryId);
        if (id !== undefined) task.row = { id, leasedUntil: '' };
      }
    }
    return { records, health: await writeResults(db, records, tallies) };
  }

  async #afterFailure(batch: AttemptRecord[], error: unknown): Promise<Written[]> {
    const { log } = this.#options;
    if (!isDataError(error)) {
      log.warn({ err: error, results: batch.length }, 'failed to write attempt results; retrying');
      this.#waiting = [...batch, ...this.#waiting];
      await delay(pauseAfterFailureMillis);
      return [];
    }
    const written: Written[] = [];
    // One record cannot be stored. Write them one by one, so that it does not block the others.
    for (const record of batch) {
      try {
        written.push(await this.#write([record], [record]));
      } catch (cause) {
        log.error(
          { err: cause, delivery: record.delivery_id },
          'attempt result discarded; the delivery will be repeated',
        );
      }
    }
    return written;
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], second: T[]] {
  const parts: [T[], T[]] = [[], []];
  for (const one of all) parts[isFirst(one) ? 0 : 1].push(one);
  return parts;
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): a retry cannot succeed. */
function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(22|23)[0-9A-Z]{3}$/.test(code);
}
