// In-memory buffer of requests to be logged. Under load it drops entries instead of slowing requests down: recording
// costs two map lookups and a push.

import type { Call, RequestRecorder } from '../../http/server/request-log-hook.ts';
import type { Principal } from '../../http/surfaces/principal.ts';
import type { Clock } from '../../lib/clock.ts';

export interface BufferedRequest {
  readonly call: Call;
  readonly startedAtMs: number;
}

export type DropReason = 'busy_account' | 'full';

export interface RequestBufferOptions {
  readonly clock: Clock;
  readonly extent: 'off' | 'metadata' | 'full';
  readonly onDrop: (reason: DropReason) => void;
  readonly onCall: () => void;
}

/**
 * Token buckets per account. The default rate limit of a partner stays within the first. With a higher rate limit,
 * reads beyond the first bucket are dropped, and writes and errors are logged without bodies; beyond the second they
 * are dropped too.
 */
const fullEntries = { perSecond: 20, burst: 300 };
const reducedEntries = { perSecond: 80, burst: 800 };
const maxBuffered = 20_000;
const maxBufferedBytes = 16 * 1024 * 1024;
const maxTracked = 10_000;
const lastUsedIntervalMs = 60_000;
/** Shared bucket for requests with a refused token, whose account is only looked up when they are written. */
const unknownAccount = '';

interface TokenBuckets {
  fullEntries: number;
  reducedEntries: number;
  atMs: number;
}

export class RequestBuffer implements RequestRecorder {
  readonly #options: RequestBufferOptions;
  readonly #buckets = new Map<string, TokenBuckets>();
  /** Time of the last recorded use, by client. */
  readonly #lastRecordedUse = new Map<string, number>();
  #used = new Map<string, number>();
  #buffered: BufferedRequest[] = [];
  #bufferedBytes = 0;

  constructor(options: RequestBufferOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#buffered.length + this.#used.size;
  }

  logExtentOf(principal: Principal | null, method: string, status: number): 'none' | 'metadata' | 'bodies' {
    const nowMs = Date.now();
    if (principal !== null) this.#recordUse(principal.clientId, nowMs);
    const { extent, onDrop } = this.#options;
    if (extent === 'off') return 'none';
    const buckets = this.#refilledBuckets(principal?.accountId ?? unknownAccount, nowMs);
    const isRead = method === 'GET' && status < 400;
    if (buckets.fullEntries >= 1) {
      buckets.fullEntries -= 1;
      return isRead || extent === 'metadata' ? 'metadata' : 'bodies';
    }
    const isDropped = isRead || status === 429 || principal === null || buckets.reducedEntries < 1;
    if (isDropped) {
      onDrop('busy_account');
      return 'none';
    }
    buckets.reducedEntries -= 1;
    return 'metadata';
  }

  take(call: Call): void {
    const { clock, onDrop, onCall } = this.#options;
    if (this.#buffered.length >= maxBuffered) {
      onDrop('full');
      return;
    }
    const bytes = (call.requestBody?.length ?? 0) + (call.responseBody?.length ?? 0);
    const exceedsLimit = bytes > 0 && this.#bufferedBytes + bytes > maxBufferedBytes;
    this.#bufferedBytes += exceedsLimit ? 0 : bytes;
    this.#buffered.push({
      call: exceedsLimit ? { ...call, requestBody: null, responseBody: null } : call,
      startedAtMs: Math.round(clock.now().getTime() - call.durationMs),
    });
    onCall();
  }

  /** Removes and returns all buffered entries. */
  drain(): { readonly calls: BufferedRequest[]; readonly used: ReadonlyMap<string, number> } {
    const drained = { calls: this.#buffered, used: this.#used };
    this.#buffered = [];
    this.#bufferedBytes = 0;
    this.#used = new Map();
    return drained;
  }

  /** The account's buckets, refilled for the time since the last request. */
  #refilledBuckets(accountId: string, nowMs: number): TokenBuckets {
    let buckets = this.#buckets.get(accountId);
    if (!buckets) {
      if (this.#buckets.size >= maxTracked) this.#buckets.clear();
      buckets = { fullEntries: fullEntries.burst, reducedEntries: reducedEntries.burst, atMs: nowMs };
      this.#buckets.set(accountId, buckets);
    }
    const seconds = Math.max(0, nowMs - buckets.atMs) / 1000;
    buckets.fullEntries = Math.min(fullEntries.burst, buckets.fullEntries + seconds * fullEntries.perSecond);
    buckets.reducedEntries = Math.min(
      reducedEntries.burst,
      buckets.reducedEntries + seconds * reducedEntries.perSecond,
    );
    buckets.atMs = nowMs;
    return buckets;
  }

  #recordUse(clientId: string, nowMs: number): void {
    const last = this.#lastRecordedUse.get(clientId);
    if (last !== undefined && nowMs - last < lastUsedIntervalMs) return;
    if (this.#lastRecordedUse.size >= maxTracked) this.#lastRecordedUse.clear();
    this.#lastRecordedUse.set(clientId, nowMs);
    this.#used.set(clientId, this.#options.clock.now().getTime());
    this.#options.onCall();
  }
}
