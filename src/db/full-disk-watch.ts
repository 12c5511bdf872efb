// Tracks whether the database disk is full. Reads still succeed then; only a failed write shows it. The state lasts from
// the first statement that failed with SQLSTATE 53100 until a probe can write again.
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseDiskFull } from './sql-state.ts';

interface WatchTimes {
  readonly probeIntervalMillis: number;
  /** If the probe fails for another reason, such as a missing TEMPORARY privilege, the disk counts as full this long. */
  readonly forgetMillis: number;
}

const defaultTimes: WatchTimes = { probeIntervalMillis: 2_000, forgetMillis: 10_000 };

/**
 * Extends a new file by 1.1 MB and removes it. A write to an existing page would succeed on a full disk. The rows are too
 * short for compression.
 */
const writeProbe = `begin;
  create temporary table waybill_disk_probe on commit drop as
    select repeat(md5(i::text), 30) as filler from generate_series(1, 1100) as i;
  rollback`;

export class FullDiskWatch {
  readonly #pool: () => Pool;
  readonly #log: Logger;
  readonly #times: WatchTimes;
  #isFull = false;
  #isStopped = false;
  #seenAtMillis = 0;

  /** The pool must have the system role. */
  constructor(pool: () => Pool, log: Logger, times = defaultTimes) {
    this.#pool = pool;
    this.#log = log;
    this.#times = times;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** To be called with the error of every failed statement. */
  observe(error: Error): void {
    if (!isDatabaseDiskFull(error) || this.#isStopped) return;
    this.#seenAtMillis = performance.now();
    if (this.#isFull) return;
    this.#isFull = true;
    this.#log.error(
      {
        reason: error.message,
        advice: 'free space on the disk of the database server; Waybill recovers by itself',
      },
      'the disk of the database is full: nothing can be saved',
    );
    void this.#probeUntilWritable();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #probeUntilWritable(): Promise<void> {
    const { probeIntervalMillis, forgetMillis } = this.#times;
    let failure: unknown;
    do {
      await delay(probeIntervalMillis, null, { ref: false });
      if (this.#isStopped) return;
      failure = await this.#probe();
      if (isDatabaseDiskFull(failure)) this.#seenAtMillis = performance.now();
    } while (failure !== null && performance.now() - this.#seenAtMillis <= forgetMillis);
    this.#isFull = false;
    if (this.#isStopped) return;
    if (failure === null) this.#log.warn('the disk of the database has space again');
    else this.#log.warn({ err: failure }, 'disk state unknown, readiness restored');
  }

  async #probe(): Promise<unknown> {
    try {
      const client = await this.#pool().connect();
      // Closed afterwards: a failed probe leaves an open transaction.
      try {
        await client.query(writeProbe);
        return null;
      } finally {
        client.release(true);
      }
    } catch (error) {
      return error;
    }
  }
}
