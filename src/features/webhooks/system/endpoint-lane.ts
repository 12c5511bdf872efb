// What this process knows of one endpoint: how it is doing, what was claimed for it, what is under way.
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  CLOSED,
  circuitState,
  pausedFor,
} from '../../../domain/webhook-circuit.ts';
import { isManual } from '../../../domain/webhook-conclusion.ts';
import {
  type Concurrency,
  FEELING_THE_WAY,
  roomier,
  saysTooMuch,
  tighter,
  UNPROVEN,
} from '../../../domain/webhook-concurrency.ts';
import type { SendResult } from '../../../integrations/webhook-http/webhook-sender.ts';
import type { ClaimedTask, Slots } from './claim-store.ts';
import type { WaitingEndpoint } from './sweep-store.ts';

/** A lease must outlast the request: what has waited here longer than this is given back instead of sent. */
const longestWaitMillis = 3_500;
/** What a person waits for is sent also while the circuit is open, this many at a time. */
const manualLimit = 4;
const slowMillis = 1_000;

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
  /** Attempts whose results the database does not know yet. */
  unwritten = 0;
  #circuit: Circuit = CLOSED;
  #concurrency: Concurrency = UNPROVEN;
  /** Until the database was asked how it is doing, nothing is claimed. */
  #isKnown = false;
  #averageMillis = 0;
  readonly #queue: Held[] = [];
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
    return this.#startedAt.size + this.#queue.length;
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

  /** As above, for an endpoint that is well, should it have something to do. */
  slotsIfReady(nowMs: number): Slots | null {
    if (!this.#isKnown) return null;
    const { endpointId } = this;
    const limit = this.#limit(nowMs);
    // A healthy endpoint has the next ones at hand; claiming again only when those run low saves statements.
    const most = this.isUnhealthy(nowMs) ? limit : limit * 2;
    const isLow = this.held < limit || this.#queue.length < limit / 2;
    return isLow && most > this.held ? { endpointId, count: most - this.held, manualOnly: false } : null;
  }

  take(tasks: readonly ClaimedTask[]): void {
    const claimedAt = performance.now();
    for (const task of tasks) this.#queue.push({ task, claimedAt });
    this.accountId = tasks[0]?.accountId ?? this.accountId;
  }

  /** The next task to send, which counts as under way from now on. */
  start(nowMs: number): ClaimedTask | null {
    const tooLongAgo = performance.now() - longestWaitMillis;
    const index = this.#queue.findIndex(
      ({ task, claimedAt }) => claimedAt > tooLongAgo && this.#mayStart(task, nowMs),
    );
    const [held] = index === -1 ? [] : this.#queue.splice(index, 1);
    if (!held) return null;
    const { task } = held;
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
    const gone = this.#queue.filter(({ claimedAt }) => all || now - claimedAt > longestWaitMillis);
    for (const held of gone) this.#queue.splice(this.#queue.indexOf(held), 1);
    if (gone.length > 0) this.restReady = true;
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

  #mayStart(task: ClaimedTask, nowMs: number): boolean {
    if (task.rank === 0 && this.inFlight < manualLimit) return true;
    if (circuitState(this.#circuit, nowMs) === 'open') return false;
    if (this.inFlight >= this.#limit(nowMs)) return false;
    return !isFirstOfBooking(task) || !this.#bookings.has(task.bookingId);
  }
}

function isFirstOfBooking(task: ClaimedTask): task is ClaimedTask & { readonly bookingId: string } {
  return task.rank === 1 && task.bookingId !== null;
}
