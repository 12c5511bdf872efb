// In-memory buffer of requests to be logged. Under load it drops entries instead of slowing requests down: recording
// costs two map lookups and a push.

import type { Principal } from '../../http/principal.ts';
import type { Call, CallRecorder } from '../../http/request-log-hook.ts';
import type { Clock } from '../../lib/clock.ts';

export interface WaitingCall {
  readonly call: Call;
  readonly startedAtMs: number;
}

export type DropReason = 'busy_account' | 'full';

export interface CallRingOptions {
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
const inFull = { perSecond: 20, burst: 300 };
const inShort = { perSecond: 80, burst: 800 };
const mostWaiting = 20_000;
const mostWaitingBytes = 16 * 1024 * 1024;
const mostAccounts = 10_000;
const useNotedEveryMs = 60_000;
/** Shared bucket for requests with a refused token, whose account is only looked up when they are written. */
const nobody = '';

interface Allowance {
  inFull: number;
  inShort: number;
  atMs: number;
}

export class CallRing implements CallRecorder {
  readonly #options: CallRingOptions;
  readonly #allowances = new Map<string, Allowance>();
  /** Time of the last recorded use, by client. */
  readonly #usedAt = new Map<string, number>();
  #used = new Map<string, number>();
  #waiting: WaitingCall[] = [];
  #waitingBytes = 0;

  constructor(options: CallRingOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.length + this.#used.size;
  }

  extentOf(principal: Principal | null, method: string, status: number): 'nothing' | 'facts' | 'bodies' {
    const nowMs = Date.now();
    if (principal !== null) this.#noteUse(principal.clientId, nowMs);
    const { extent, onDrop } = this.#options;
    if (extent === 'off') return 'nothing';
    const allowance = this.#allowanceOf(principal?.accountId ?? nobody, nowMs);
    const isRead = method === 'GET' && status < 400;
    if (allowance.inFull >= 1) {
      allowance.inFull -= 1;
      return isRead || extent === 'metadata' ? 'facts' : 'bodies';
    }
    const isLeftOut = isRead || status === 429 || principal === null || allowance.inShort < 1;
    if (isLeftOut) {
      onDrop('busy_account');
      return 'nothing';
    }
    allowance.inShort -= 1;
    return 'facts';
  }

  take(call: Call): void {
    const { clock, onDrop, onCall } = this.#options;
    if (this.#waiting.length >= mostWaiting) {
      onDrop('full');
      return;
    }
    const bytes = (call.requestBody?.length ?? 0) + (call.responseBody?.length ?? 0);
    const isTooMuch = bytes > 0 && this.#waitingBytes + bytes > mostWaitingBytes;
    this.#waitingBytes += isTooMuch ? 0 : bytes;
    this.#waiting.push({
      call: isTooMuch ? { ...call, requestBody: null, responseBody: null } : call,
      startedAtMs: Math.round(clock.now().getTime() - call.durationMs),
    });
    onCall();
  }

  /** Removes and returns all buffered entries. */
  drain(): { readonly calls: WaitingCall[]; readonly used: ReadonlyMap<string, number> } {
    const drained = { calls: this.#waiting, used: this.#used };
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#used = new Map();
    return drained;
  }

  /** The account's buckets, refilled for the time since the last request. */
  #allowanceOf(accountId: string, nowMs: number): Allowance {
    let allowance = this.#allowances.get(accountId);
    if (!allowance) {
      if (this.#allowances.size >= mostAccounts) this.#allowances.clear();
      allowance = { inFull: inFull.burst, inShort: inShort.burst, atMs: nowMs };
      this.#allowances.set(accountId, allowance);
    }
    const seconds = Math.max(0, nowMs - allowance.atMs) / 1000;
    allowance.inFull = Math.min(inFull.burst, allowance.inFull + seconds * inFull.perSecond);
    allowance.inShort = Math.min(inShort.burst, allowance.inShort + seconds * inShort.perSecond);
    allowance.atMs = nowMs;
    return allowance;
  }

  #noteUse(clientId: string, nowMs: number): void {
    const last = this.#usedAt.get(clientId);
    if (last !== undefined && nowMs - last < useNotedEveryMs) return;
    if (this.#usedAt.size >= mostAccounts) this.#usedAt.clear();
    this.#usedAt.set(clientId, nowMs);
    this.#used.set(clientId, this.#options.clock.now().getTime());
    this.#options.onCall();
  }
}
