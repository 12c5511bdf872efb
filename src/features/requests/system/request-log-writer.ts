// Writes buffered requests to the request log in batches, every 500 ms. If the database is unreachable or too slow,
// requests are counted and dropped: logging must never delay the requests themselves.
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { RequestRecorder } from '../../../http/server/request-log-hook.ts';
import type { Clock } from '../../../lib/clock.ts';
import { hashToken } from '../../../lib/opaque-token.ts';
import { type BufferedRequest, type DropReason, RequestBuffer } from '../request-buffer.ts';
import { type RequestLogRecord, type RequestOwner, toRequestLogRecord } from '../request-record.ts';
import { findTokenOwners, insertRequestLogs, updateClientsLastUsed } from './request-log-write-store.ts';

export interface RequestLogWriterOptions {
  readonly db: SystemDatabase;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly environment: string;
  readonly extent: 'off' | 'metadata' | 'full';
  /** Called with the accounts of each batch, so that open pages can refresh. */
  readonly onWritten: (accountIds: readonly string[]) => void;
}

const batchDelayMillis = 500;
const maxBatchSize = 500;
/** Parsing and redacting bodies is CPU-bound: the loop yields to the event loop after this many records. */
const recordsPerTick = 10;
const flushTimeoutMillis = 2_000;

export class RequestLogWriter {
  readonly #options: RequestLogWriterOptions;
  readonly #buffer: RequestBuffer;
  readonly #drop: (reason: DropReason | 'not_written', count?: number) => void;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(options: RequestLogWriterOptions) {
    this.#options = options;
    const dropped = droppedCalls(options.metrics);
    this.#drop = (reason, count = 1) => dropped.inc({ environment: options.environment, reason }, count);
    const { clock, extent } = options;
    this.#buffer = new RequestBuffer({
      clock,
      extent,
      onDrop: this.#drop,
      onCall: () => {
        this.#timer ??= setTimeout(() => this.#startWrite(), batchDelayMillis).unref();
      },
    });
  }

  get recorder(): RequestRecorder {
    return this.#buffer;
  }

  /** Resolves when the buffer is written, or after 2 seconds. */
  async flush(): Promise<void> {
    const deadline = performance.now() + flushTimeoutMillis;
    while ((this.#running || this.#buffer.size > 0) && performance.now() < deadline) {
      this.#startWrite();
      await Promise.race([this.#running, delay(100)]);
    }
  }

  #startWrite(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running ??= this.#write().finally(() => {
      this.#running = null;
      if (this.#buffer.size > 0)
        this.#timer ??= setTimeout(() => this.#startWrite(), batchDelayMillis).unref();
    });
  }

  async #write(): Promise<void> {
    const { calls, used } = this.#buffer.drain();
    try {
      await updateClientsLastUsed(this.#options.db, used);
    } catch (error) {
      this.#options.log.debug({ err: error }, 'failed to update last use of clients');
    }
    for (let start = 0; start < calls.length; start += maxBatchSize) {
      const batch = calls.slice(start, start + maxBatchSize);
      try {
        await this.#writeBatch(batch);
      } catch (error) {
        this.#drop('not_written', batch.length);
        this.#options.log.warn(
          { err: error, calls: batch.length },
          'failed to write request log; entries dropped',
        );
      }
    }
  }

  async #writeBatch(batch: readonly BufferedRequest[]): Promise<void> {
    const { db, onWritten } = this.#options;
    const owners = await this.#ownersOf(batch);
    const records: RequestLogRecord[] = [];
    for (const [index, { call, startedAtMs }] of batch.entries()) {
      const owner = owners[index];
      if (owner) records.push(toRequestLogRecord(call, startedAtMs, owner));
      if (call.responseBody !== null && index % recordsPerTick === 0) await nextTurn();
    }
    if (records.length === 0) return;
    await insertRequestLogs(db, records);
    onWritten([...new Set(records.map(({ account_id }) => account_id))]);
  }

  /** Undefined for a token that was never issued: the request belongs to no partner and is not logged. */
  async #ownersOf(batch: readonly BufferedRequest[]): Promise<(RequestOwner | undefined)[]> {
    const hashes = batch.flatMap(({ call: { refusedToken } }) =>
      refusedToken ? [hashToken(refusedToken)] : [],
    );
    const ownersByHash = await findTokenOwners(this.#options.db, hashes);
    return batch.map(({ call: { principal, refusedToken } }) => {
      if (principal === null)
        return refusedToken ? ownersByHash.get(hashToken(refusedToken).toString('hex')) : undefined;
      const { accountId, clientId, userId, scopes } = principal;
      return { account_id: accountId, client_id: clientId, user_id: userId, scopes };
    });
  }
}

const metricName = 'waybill_request_log_dropped_total';

/** The environments of one process share one registry. */
function droppedCalls(metrics: Registry): Counter {
  const existing = metrics.getSingleMetric(metricName);
  if (existing) return existing as Counter;
  return new Counter({
    name: metricName,
    help: 'Requests missing from the request log, by reason: busy account, full buffer or failed write',
    labelNames: ['environment', 'reason'],
    registers: [metrics],
  });
}
