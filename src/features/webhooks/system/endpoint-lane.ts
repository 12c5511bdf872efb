// Lane: the in-process state of one endpoint. Holds its claimed tasks and requests in flight, its circuit breaker and
// its concurrency limit.

import { isManual } from '../../../domain/webhook/webhook-attempt-outcome.ts';
import {
  afterFailure,
  afterSuccess,
  type Circuit,
  CLOSED,
  circuitState,
  pausedFor,
} from '../../../domain/webhook/webhook-circuit-breaker.ts';
import {
  type Concurrency,
  INITIAL_CONCURRENCY,
  indicatesOverload,
  isProven,
  PROBING_CONCURRENCY,
  roomier,
  tighter,
} from '../../../domain/webhook/webhook-concurrency.ts';
import type { SendResult } from '../../../integrations/webhook-http/webhook-sender.ts';
import type { Slots } from './claim-store.ts';
import type { ClaimedTask } from './claimed-task.ts';
import type { PendingEndpoint } from './pending-endpoint-store.ts';

/** A lease must outlast the request. Tasks that have waited here for longer than this are released instead of sent. */
const maxWaitMillis = 3_500;
/** Manual tasks are sent even while the circuit breaker is open, at most this many at a time. */
const manualLimit = 4;
const slowMillis = 1_000;
/**
 * Prefetch of a healthy endpoint: as many tasks as it can take in 2 s at its average response time, but at most 1024.
 */
const prefetchMillis = 2_000;
const maxPrefetch = 1_024;
/**
 * An endpoint in good order takes at least this many handed-off deliveries: a burst arrives before the endpoint has
 * proven its rate. If it turns out to be slow, they get rows.
 */
const minHandOff = 64;

/**
 * A handed-off delivery gets a row, which the portal shows as pending, if a request of its lane is unanswered for longer
 * than this, or if it waits for longer than the prefetch. So deliveries to receivers in good order need no row before
 * their result, and a receiver that hangs is visible soon.
 */
const slowAnswerMillis = 500;

interface ClaimedItem {
  readonly task: ClaimedTask;
  readonly claimedAt: number;
}

/** Times named `…At` are on the monotonic clock of this process; `nowMs` is business time. */
export class EndpointLane {
  readonly endpointId: string;
  manualReady = false;
  restReady = false;
  /** A claim is running; the tasks it returns are older than tasks queued from now on. */
  isClaiming = false;
  /** Number of attempts whose results have not been written to the database yet. */
  unwritten = 0;
  #circuit: Circuit = CLOSED;
  #concurrency: Concurrency = INITIAL_CONCURRENCY;
  /** False until the circuit breaker state has been loaded from the database; nothing is claimed before. */
  #isKnown = false;
  #averageMillis = 0;
  /** Manual tasks; a user waits for them. */
  #manual: ClaimedItem[] = [];
  #rest: ClaimedItem[] = [];
  readonly #startedAt = new Map<ClaimedTask, number>();
  /**
   * Bookings with a first attempt in flight: the next event of the same booking waits, so that first attempts keep the
   * order.
   */
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

  /** Loads the state from the database, unless this process has newer results that are not written yet. */
  learn(waiting: PendingEndpoint): void {
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

  /** Failing, or so slow that it could exhaust the global limit. */
  isUnhealthy(nowMs: number): boolean {
    if (circuitState(this.#circuit, nowMs) !== 'closed' || this.#averageMillis > slowMillis) return true;
    const [oldest] = this.#startedAt.values();
    return oldest !== undefined && performance.now() - oldest > slowMillis;
  }

  /** What may be claimed now; null for nothing. */
  slots(nowMs: number): Slots | null {
    if (!this.#isKnown) return null;
    const { endpointId } = this;
    if (circuitState(this.#circuit, nowMs) === 'open') {
      const count = manualLimit - this.held;
      return this.manualReady && count > 0 ? { endpointId, count, manualOnly: true } : null;
    }
    return this.manualReady || this.restReady ? this.slotsIfReady(nowMs) : null;
  }

  /** As above, assuming that there is work. Claims again only when the prefetched tasks run low, to save statements. */
  slotsIfReady(nowMs: number): Slots | null {
    const limit = this.#limit(nowMs);
    const runsLow = this.held < limit || this.#rest.length < limit / 2;
    return runsLow ? this.openSlots(nowMs) : null;
  }

  /** How many tasks the lane can accept in addition to those it holds. */
  openSlots(nowMs: number): Slots | null {
    if (!this.#isKnown) return null;
    const count = this.#maxHeld(nowMs) - this.held;
    return count > 0 ? { endpointId: this.endpointId, count, manualOnly: false } : null;
  }

  /**
   * How many deliveries may be handed off to this endpoint; null if there is no limit. The database knows when an
   * endpoint fails, so a lane without unwritten results has a limit only if it is busy or slow.
   */
  handOffLimit(nowMs: number): number | null {
    if (this.manualReady || this.restReady || this.isClaiming || this.#averageMillis > slowMillis) return 0;
    if (this.held === 0 && this.unwritten === 0) return null;
    return this.isUnhealthy(nowMs)
      ? 0
      : Math.max(0, minHandOff - this.held, this.#maxHeld(nowMs) - this.held);
  }

  /**
   * A task that is handed off shows that the endpoint is healthy: the fan-out has checked it. The state here may be older,
   * for example after the account has changed the URL.
   */
  take(task: ClaimedTask): void {
    (task.rank === 0 ? this.#manual : this.#rest).push({ task, claimedAt: performance.now() });
    if (task.origin === null) return;
    this.#isKnown = true;
    if (this.#circuit.untilMs !== null && this.unwritten === 0 && this.inFlight === 0) this.#circuit = CLOSED;
  }

  /** Returns the next task to send and counts it as in flight. */
  start(nowMs: number): ClaimedTask | null {
    const mayStartAny = circuitState(this.#circuit, nowMs) !== 'open' && this.inFlight < this.#limit(nowMs);
    const task =
      (mayStartAny || this.inFlight < manualLimit ? takeFirst(this.#manual, () => true) : null) ??
      (mayStartAny ? takeFirst(this.#rest, (next) => this.#mayStart(next)) : null);
    if (!task) return null;
    this.#startedAt.set(task, performance.now());
    if (isFirstOfBooking(task)) this.#bookings.add(task.bookingId);
    return task;
  }

  finish(task: ClaimedTask): void {
    this.#startedAt.delete(task);
    if (isFirstOfBooking(task)) this.#bookings.delete(task.bookingId);
  }

  /** Handed-off tasks that are not answered soon enough to go without a row. */
  delayedHandOffs(): ClaimedTask[] {
    const now = performance.now();
    const [oldest] = this.#startedAt.values();
    const isSlow = oldest !== undefined && now - oldest > slowAnswerMillis;
    const waiting = this.#rest.filter(({ claimedAt }) => isSlow || now - claimedAt > prefetchMillis);
    const delayed = [...(isSlow ? this.#startedAt.keys() : []), ...waiting.map(({ task }) => task)];
    return delayed.filter((task) => task.row === null && task.origin?.handOff.unrecorded.has(task));
  }

  /** Removes tasks that wait. */
  remove(tasks: ReadonlySet<ClaimedTask>): void {
    this.#rest = this.#rest.filter(({ task }) => !tasks.has(task));
  }

  /** Removes and returns the tasks that waited too long, or all waiting tasks. */
  letGo(all = false): ClaimedTask[] {
    const now = performance.now();
    const staysQueued = ({ claimedAt }: ClaimedItem) => !all && now - claimedAt <= maxWaitMillis;
    const released = [...this.#manual, ...this.#rest].filter((held) => !staysQueued(held));
    if (released.length === 0) return [];
    this.#manual = this.#manual.filter(staysQueued);
    this.#rest = this.#rest.filter(staysQueued);
    this.restReady = true;
    return released.map(({ task }) => task);
  }

  /**
   * Updates circuit breaker and concurrency with the result of an attempt. Test events are ignored; a manual resend
   * counts only if it succeeds.
   */
  note({ trigger, isTest }: ClaimedTask, result: SendResult, nowMs: number): void {
    if (isTest) return;
    const { outcome, retryAfterSeconds, response } = result;
    if (outcome === 'ok') {
      const wasClosed = circuitState(this.#circuit, nowMs) === 'closed';
      this.#concurrency = roomier(wasClosed ? this.#concurrency : PROBING_CONCURRENCY);
      this.#circuit = afterSuccess();
      this.#averageMillis = (this.#averageMillis * 3 + result.durationMs) / 4;
      return;
    }
    if (isManual(trigger)) return;
    const statusCode = response?.statusCode ?? null;
    this.#circuit = afterFailure(this.#circuit, nowMs);
    if (indicatesOverload(outcome, statusCode)) this.#concurrency = tighter(this.#concurrency);
    if (retryAfterSeconds !== null && (statusCode === 429 || statusCode === 503))
      this.#circuit = pausedFor(this.#circuit, retryAfterSeconds, nowMs);
  }

  #limit(nowMs: number): number {
    return circuitState(this.#circuit, nowMs) === 'closed' ? this.#concurrency.limit : 1;
  }

  #maxHeld(nowMs: number): number {
    const limit = this.#limit(nowMs);
    if (this.isUnhealthy(nowMs)) return limit;
    const prefetch = isProven(this.#concurrency)
      ? Math.floor((limit * prefetchMillis) / this.#averageMillis)
      : 0;
    return Math.max(2 * limit, Math.min(maxPrefetch, prefetch));
  }

  #mayStart(task: ClaimedTask): boolean {
    return !isFirstOfBooking(task) || !this.#bookings.has(task.bookingId);
  }
}

/**
 * Removes and returns the first matching task. Skips tasks that waited for more than `maxWaitMillis`: these stay in the
 * queue until they are released.
 */
function takeFirst(queue: ClaimedItem[], matches: (task: ClaimedTask) => boolean): ClaimedTask | null {
  const oldestClaimedAt = performance.now() - maxWaitMillis;
  const index = queue.findIndex(({ task, claimedAt }) => claimedAt > oldestClaimedAt && matches(task));
  const [held] = index === -1 ? [] : queue.splice(index, 1);
  return held?.task ?? null;
}

function isFirstOfBooking(task: ClaimedTask): task is ClaimedTask & { readonly bookingId: string } {
  return task.rank === 1 && task.bookingId !== null;
}
