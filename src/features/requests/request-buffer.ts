// The calls that wait to be written down, in memory, and what is left out when there are too many of them. Whatever happens
// behind it, a call only ever pays for a look at a small table and a push.

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
 * A partner within the usual rate limit never gets beyond the first of these. Who was given a far higher one has reads beyond
 * it left out, and the bodies of writes and refusals; beyond the second those too.
 */
const inFull = { perSecond: 20, burst: 300 };
const inShort = { perSecond: 80, burst: 800 };
const mostWaiting = 20_000;
const mostWaitingBytes = 16 * 1024 * 1024;
const mostAccounts = 10_000;
const useNotedEveryMs = 60_000;
/** For calls with a token that is nobody's: whose they are is found out later. */
const nobody = '';

interface Allowance {
  inFull: number;
  inShort: number;
  atMs: number;
}

export class CallRing implements CallRecorder {
  readonly #options: CallRingOptions;
  readonly #allowances = new Map<string, Allowance>();
  /** When the use of a client was last noted. */
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

  /** Takes out everything that waits. */
  drain(): { readonly calls: WaitingCall[]; readonly used: ReadonlyMap<string, number> } {
    const drained = { calls: this.#waiting, used: this.#used };
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#used = new Map();
    return drained;
  }

  /** As it is now: what was not used some time ago has come back. */
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
