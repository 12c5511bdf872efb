// Knows whether the disk of the database is full: from the first statement that failed with SQLSTATE 53100 until a probe
// can write again. Reads still work then, so that only writes tell.
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseDiskFull } from './sql-state.ts';

const probeIntervalMillis = 2_000;
/** If the probe fails for another reason, such as a missing TEMPORARY privilege, the disk counts as full this long. */
const forgetMillis = 10_000;

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
  #isFull = false;
  #isStopped = false;
  #seenAtMillis = 0;

  /** The pool must have the system role. */
  constructor(pool: () => Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
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
    while (!this.#isStopped) {
      await delay(probeIntervalMillis, null, { ref: false });
      if (this.#isStopped) return;
      const failure = await this.#probe();
      if (isDatabaseDiskFull(failure)) this.#seenAtMillis = performance.now();
      if (failure === null || performance.now() - this.#seenAtMillis > forgetMillis) break;
    }
    this.#isFull = false;
    if (!this.#isStopped) this.#log.warn('the disk of the database has space again');
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
