// What this process knows of one endpoint: how it is doing, what was claimed for it, what is under way.

import { isManual } from '../../../domain/webhook-attempt-outcome.ts';
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  CLOSED,
  circuitState,
  pausedFor,
} from '../../../domain/webhook-circuit-breaker.ts';
import {
  type Concurrency,
  FEELING_THE_WAY,
  isProven,
  roomier,
  saysTooMuch,
  tighter,
  UNPROVEN,
} from '../../../domain/webhook-concurrency.ts';
import type { SendResult } from '../../../integrations/webhook-http/webhook-sender.ts';
import type { ClaimedTask, Slots } from './claim-store.ts';
import type { WaitingEndpoint } from './pending-endpoint-store.ts';

/** A lease must outlast the request: what has waited here longer than this is given back instead of sent. */
const longestWaitMillis = 3_500;
/** What a person waits for is sent also while the circuit is open, this many at a time. */
const manualLimit = 4;
const slowMillis = 1_000;
/** What a healthy endpoint may have at hand: what it takes in two seconds, by how fast it answers. */
const aheadMillis = 2_000;
const mostAhead = 1_024;

interface Held {
  readonly task: ClaimedTask;
  readonly claimedAt: number;
}

/** Times named `…At` are of the monotonic clock of this process, those named `nowMs` business time. */
export class EndpointLane {
  readonly endpointId: string;
  /** null: it has had nothing to send yet. */
  accountId: string | null = null;
  manualReady = false;
  restReady = false;
  /** A claim is under way: what it brings is older than what is queued now. */
  isClaiming = false;
  /** Attempts whose results the database does not know yet. */
  unwritten = 0;
  #circuit: Circuit = CLOSED;
  #concurrency: Concurrency = UNPROVEN;
  /** Until the database was asked how it is doing, nothing is claimed. */
  #isKnown = false;
  #averageMillis = 0;
  /** What a person waits for. */
  #manual: Held[] = [];
  #rest: Held[] = [];
  readonly #startedAt = new Map<string, number>();
  /** Bookings of which a first attempt is under way: the next event of the same booking waits its turn. */
  readonly #bookings = new Set<string>();

  constructor(endpointId: string) {
    this.endpointId = endpointId;
  }

  get circuit(): Circuit {
    return this.#circuit;
  }

  get inFlight(): number {
    return this.#startedAt.size;
  }

  get held(): number {
    return this.#startedAt.size + this.#manual.length + this.#rest.length;
  }

  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** What the database says holds, unless we have something to say that it has not heard yet. */
  learn(waiting: WaitingEndpoint): void {
    this.manualReady ||= waiting.manualDue;
    this.restReady ||= waiting.restDue;
    if (this.#isKnown && (this.unwritten > 0 || this.inFlight > 0)) return;
    this.#isKnown = true;
    this.#circuit = {
      failuresInARow: waiting.failuresInARow,
      opened: waiting.circuitOpened,
      untilMs: waiting.circuitUntil?.getTime() ?? null,
    };
  }

  /** Failing, or so slow that it could use up everybody's room. */
  isUnhealthy(nowMs: number): boolean {
    if (circuitState(this.#circuit, nowMs) !== 'closed' || this.#averageMillis > slowMillis) return true;
    const [oldest] = this.#startedAt.values();
    return oldest !== undefined && performance.now() - oldest > slowMillis;
  }

  /** What may be claimed now; null: nothing. */
  slots(nowMs: number): Slots | null {
    if (!this.#isKnown) return null;
    const { endpointId } = this;
    if (circuitState(this.#circuit, nowMs) === 'open') {
      const count = manualLimit - this.held;
      return this.manualReady && count > 0 ? { endpointId, count, manualOnly: true } : null;
    }
    return this.manualReady || this.restReady ? this.slotsIfReady(nowMs) : null;
  }

  /** As above, should it have something to do. Claiming again only when what is at hand runs low saves statements. */
  slotsIfReady(nowMs: number): Slots | null {
    const limit = this.#limit(nowMs);
    const isLow = this.held < limit || this.#rest.length < limit / 2;
    return isLow ? this.openSlots(nowMs) : null;
  }

  /** What it could be given beside what it has. */
  openSlots(nowMs: number): Slots | null {
    if (!this.#isKnown) return null;
    const count = this.#mostHeld(nowMs) - this.held;
    return count > 0 ? { endpointId: this.endpointId, count, manualOnly: false } : null;
  }

  take(task: ClaimedTask): void {
    (task.rank === 0 ? this.#manual : this.#rest).push({ task, claimedAt: performance.now() });
    this.accountId = task.accountId;
  }

  /** The next task to send, which counts as under way from now on. */
  start(nowMs: number): ClaimedTask | null {
    const mayStartAny = circuitState(this.#circuit, nowMs) !== 'open' && this.inFlight < this.#limit(nowMs);
    const task =
      (mayStartAny || this.inFlight < manualLimit ? takeFirst(this.#manual, () => true) : null) ??
      (mayStartAny ? takeFirst(this.#rest, (next) => this.#isItsTurn(next)) : null);
    if (!task) return null;
    this.#startedAt.set(task.id, performance.now());
    if (isFirstOfBooking(task)) this.#bookings.add(task.bookingId);
    return task;
  }

  finish(task: ClaimedTask): void {
    this.#startedAt.delete(task.id);
    if (isFirstOfBooking(task)) this.#bookings.delete(task.bookingId);
  }

  /** Tasks that waited too long, or all of them. */
  letGo(all = false): ClaimedTask[] {
    const now = performance.now();
    const isKept = ({ claimedAt }: Held) => !all && now - claimedAt <= longestWaitMillis;
    const gone = [...this.#manual, ...this.#rest].filter((held) => !isKept(held));
    if (gone.length === 0) return [];
    this.#manual = this.#manual.filter(isKept);
    this.#rest = this.#rest.filter(isKept);
    this.restReady = true;
    return gone.map(({ task }) => task);
  }

  /** Takes in how an attempt went. A test is no sign of how the endpoint is doing, a resend only if it succeeds. */
  note({ trigger, isTest }: ClaimedTask, result: SendResult, nowMs: number): void {
    if (isTest) return;
    const { outcome, retryAfterSeconds, response } = result;
    if (outcome === 'ok') {
      const wasWell = circuitState(this.#circuit, nowMs) === 'closed';
      this.#concurrency = roomier(wasWell ? this.#concurrency : FEELING_THE_WAY);
      this.#circuit = afterSuccess();
      this.#averageMillis = (this.#averageMillis * 3 + result.durationMs) / 4;
      return;
    }
    if (isManual(trigger)) return;
    const statusCode = response?.statusCode ?? null;
    this.#circuit = afterFailure(this.#circuit, nowMs);
    if (saysTooMuch(outcome, statusCode)) this.#concurrency = tighter(this.#concurrency);
    if (retryAfterSeconds !== null && (statusCode === 429 || statusCode === 503))
      this.#circuit = pausedFor(this.#circuit, retryAfterSeconds, nowMs);
  }

  #limit(nowMs: number): number {
    return circuitState(this.#circuit, nowMs) === 'closed' ? this.#concurrency.limit : 1;
  }

  #mostHeld(nowMs: number): number {
    const limit = this.#limit(nowMs);
    if (this.isUnhealthy(nowMs)) return limit;
    const ahead = isProven(this.#concurrency) ? Math.floor((limit * aheadMillis) / this.#averageMillis) : 0;
    return Math.max(2 * limit, Math.min(mostAhead, ahead));
  }

  #isItsTurn(task: ClaimedTask): boolean {
    return !isFirstOfBooking(task) || !this.#bookings.has(task.bookingId);
  }
}

/** Of what has not waited too long. */
function takeFirst(queue: Held[], isIt: (task: ClaimedTask) => boolean): ClaimedTask | null {
  const tooLongAgo = performance.now() - longestWaitMillis;
  const index = queue.findIndex(({ task, claimedAt }) => claimedAt > tooLongAgo && isIt(task));
  const [held] = index === -1 ? [] : queue.splice(index, 1);
  return held?.task ?? null;
}

function isFirstOfBooking(task: ClaimedTask): task is ClaimedTask & { readonly bookingId: string } {
  return task.rank === 1 && task.bookingId !== null;
}
