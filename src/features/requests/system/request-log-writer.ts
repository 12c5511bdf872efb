// Writes buffered requests to the request log in batches, every 500 ms. If the database is unreachable or too slow,
// requests are counted and dropped: logging must never delay the requests themselves.
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { CallRecorder } from '../../../http/request-log-hook.ts';
import type { Clock } from '../../../lib/clock.ts';
import { hashToken } from '../../../lib/opaque-token.ts';
import { CallRing, type DropReason, type WaitingCall } from '../request-buffer.ts';
import { type CallOwner, type CallRecord, callRecord } from '../request-record.ts';
import { findTokenOwners, insertCalls, noteUses } from './request-log-write-store.ts';

export interface CallWriterOptions {
  readonly db: SystemDatabase;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly environment: string;
  readonly extent: 'off' | 'metadata' | 'full';
  /** Called with the accounts of each batch, so that open pages can refresh. */
  readonly onWritten: (accountIds: readonly string[]) => void;
}

const gatherMillis = 500;
const mostAtOnce = 500;
/** Parsing and redacting bodies is CPU-bound: the loop yields to the event loop after this many records. */
const readInOneTurn = 10;
const patienceAtEndMillis = 2_000;

export class CallWriter {
  readonly #options: CallWriterOptions;
  readonly #ring: CallRing;
  readonly #drop: (reason: DropReason | 'not_written', count?: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(options: CallWriterOptions) {
    this.#options = options;
    const dropped = droppedCalls(options.metrics);
    this.#drop = (reason, count = 1) => dropped.inc({ environment: options.environment, reason }, count);
    const { clock, extent } = options;
    this.#ring = new CallRing({
      clock,
      extent,
      onDrop: this.#drop,
      onCall: () => {
        this.#timer ??= setTimeout(() => this.#begin(), gatherMillis).unref();
      },
    });
  }

  get recorder(): CallRecorder {
    return this.#ring;
  }

  /** Resolves when the buffer is written, or after 2 seconds. */
  async flush(): Promise<void> {
    const giveUpAt = performance.now() + patienceAtEndMillis;
    while ((this.#running || this.#ring.size > 0) && performance.now() < giveUpAt) {
      this.#begin();
      await Promise.race([this.#running, delay(100)]);
    }
  }

  #begin(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running ??= this.#write().finally(() => {
      this.#running = null;
      if (this.#ring.size > 0) this.#timer ??= setTimeout(() => this.#begin(), gatherMillis).unref();
    });
  }

  async #write(): Promise<void> {
    const { calls, used } = this.#ring.drain();
    try {
      await noteUses(this.#options.db, used);
    } catch (error) {
      this.#options.log.debug({ err: error }, 'when clients were used could not be written');
    }
    for (let start = 0; start < calls.length; start += mostAtOnce) {
      const batch = calls.slice(start, start + mostAtOnce);
      try {
        await this.#writeBatch(batch);
      } catch (error) {
        this.#drop('not_written', batch.length);
        this.#options.log.warn({ err: error, calls: batch.length }, 'calls could not be written to the log');
      }
    }
  }

  async #writeBatch(batch: readonly WaitingCall[]): Promise<void> {
    const { db, onWritten } = this.#options;
    const owners = await this.#ownersOf(batch);
    const records: CallRecord[] = [];
    for (const [index, { call, startedAtMs }] of batch.entries()) {
      const owner = owners[index];
      if (owner) records.push(callRecord(call, startedAtMs, owner));
      if (call.responseBody !== null && index % readInOneTurn === 0) await nextTurn();
    }
    if (records.length === 0) return;
    await insertCalls(db, records);
    onWritten([...new Set(records.map(({ account_id }) => account_id))]);
  }

  /** Undefined for a token that was never issued: the request belongs to no partner and is not logged. */
  async #ownersOf(batch: readonly WaitingCall[]): Promise<(CallOwner | undefined)[]> {
    const hashes = batch.flatMap(({ call: { refusedToken } }) =>
      refusedToken ? [hashToken(refusedToken)] : [],
    );
    const known = await findTokenOwners(this.#options.db, hashes);
    return batch.map(({ call: { principal, refusedToken } }) => {
      if (principal === null)
        return refusedToken ? known.get(hashToken(refusedToken).toString('hex')) : undefined;
      const { accountId, clientId, userId, scopes } = principal;
      return { account_id: accountId, client_id: clientId, user_id: userId, scopes };
    });
  }
}

const metricName = 'waybill_request_log_dropped_total';

/** The environments of one process share one registry. */
function droppedCalls(metrics: Registry): Counter {
  const known = metrics.getSingleMetric(metricName);
  if (known) return known as Counter;
  return new Counter({
    name: metricName,
    help: 'Calls that are missing in the request log: of an account that calls too often, or too many in all',
    labelNames: ['environment', 'reason'],
    registers: [metrics],
  });
}
