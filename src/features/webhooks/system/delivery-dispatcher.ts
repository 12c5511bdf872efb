// Sends deliveries. New ones are handed off by the fan-out; left-over and retried tasks are claimed per endpoint, only
// as many as can be sent soon. No database connection is held while a receiver responds. A slow or dead receiver
// occupies only the slots of its own lane.
//
//   fan-out → hand-off ───────────────────┐
//   ready endpoints → claim (one statement) → lanes → send → result writer
import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { decideDelivery } from '../../../domain/webhook/webhook-attempt-outcome.ts';
import type { Ids } from '../../../lib/ids.ts';
import { discardEndpointDeliveries, discardTasks } from '../discard-store.ts';
import { attemptRecord } from './attempt-record.ts';
import { claimTasks, releaseLeases, type Slots } from './claim-store.ts';
import type { ClaimedTask, HandOff } from './claimed-task.ts';
import type { EndpointLane } from './endpoint-lane.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { HandOffLimits } from './fan-out-store.ts';
import { takeOverHandOffs } from './hand-off-store.ts';
import type { HandOffs } from './hand-offs.ts';
import { LaneScheduler } from './lane-scheduler.ts';
import { listPendingEndpoints } from './pending-endpoint-store.ts';
import type { ResultWriter } from './result-writer.ts';
import { type Attempt, type Sending, sendDelivery } from './send-delivery.ts';

export interface DeliveryDispatcherOptions extends Sending {
  readonly db: SystemDatabase;
  readonly ids: Ids;
  readonly log: Logger;
  readonly retrySeconds: readonly number[];
  /** Returns a number from 0 to 1; used for jitter. */
  readonly random: () => number;
  readonly results: ResultWriter;
  readonly handOffs: HandOffs;
  readonly metrics: EngineMetrics;
}

const sweepEveryMillis = 1_000;
const pauseAfterFailureMillis = 500;
const handOffCheckMillis = 250;

export class DeliveryDispatcher {
  readonly scheduler = new LaneScheduler();
  readonly #options: DeliveryDispatcherOptions;
  readonly #abort = new AbortController();
  #sending = 0;
  #onIdle: (() => void) | null = null;
  #timers: NodeJS.Timeout[] = [];
  #stopped = true;
  #claiming: Promise<void> | null = null;
  #sweeping: Promise<void> | null = null;
  #sweepRequested = false;
  #isPumpScheduled = false;
  #isQueueing = false;
  #claimPausedUntil = 0;

  constructor(options: DeliveryDispatcherOptions) {
    this.#options = options;
    setMaxListeners(0, this.#abort.signal);
  }

  start(): void {
    this.#stopped = false;
    this.#timers = [
      setInterval(() => this.sweep(), sweepEveryMillis),
      setInterval(() => void this.#queueDelayed(), handOffCheckMillis),
    ];
    this.sweep();
  }

  /**
   * Waits for requests in flight until `giveUpAt` (monotonic clock), then aborts them. Tasks that were not sent are
   * released to other processes.
   */
  async stop(giveUpAt: number): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#claiming, this.#sweeping]);
    const unsent = this.scheduler.letGo(true);
    const timer = setTimeout(() => this.#abort.abort(), Math.max(0, giveUpAt - performance.now()));
    await this.#releaseTasks(unsent);
    await this.#waitUntilIdle();
    clearTimeout(timer);
  }

  handOffLimits(maxEvents: number): HandOffLimits {
    if (this.#stopped) return { total: 0, endpointIds: [], counts: [] };
    return this.scheduler.handOffLimits(maxEvents, this.#options.clock.now().getTime());
  }

  /** Sends what the fan-out handed off. */
  onHandedOff({ unrecorded }: HandOff): void {
    const tasks = [...unrecorded];
    if (this.#stopped) return void this.#releaseTasks(tasks);
    for (const endpointId of this.scheduler.take(tasks).keys())
      this.#startLane(this.scheduler.laneOf(endpointId));
  }

  /** Called when tasks have been queued for these endpoints. */
  onQueued(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) {
      const lane = this.scheduler.laneOf(endpointId);
      [lane.manualReady, lane.restReady] = [true, true];
      this.scheduler.markReady(lane);
      if (!lane.isKnown) this.sweep();
    }
    this.#pump();
  }

  /**
   * Looks for endpoints with due tasks, regardless of how they were queued. At most one sweep runs; requests during it
   * trigger one more.
   */
  sweep(): void {
    this.#sweepRequested = true;
    if (this.#stopped || this.#sweeping) return;
    this.#sweeping = this.#runSweep().finally(() => {
      this.#sweeping = null;
      if (this.#sweepRequested) this.sweep();
    });
  }

  async #runSweep(): Promise<void> {
    this.#sweepRequested = false;
    const { db, clock, log } = this.#options;
    try {
      await this.#releaseTasks(this.scheduler.letGo());
      const now = clock.now();
      await takeOverHandOffs(db, now);
      for (const waiting of await listPendingEndpoints(db, now)) {
        if (waiting.deleted || waiting.disabled) {
          const reason = waiting.deleted ? 'endpoint_deleted' : 'endpoint_disabled';
          await discardEndpointDeliveries(db, waiting.endpointId, reason, now);
          continue;
        }
        const lane = this.scheduler.laneOf(waiting.endpointId);
        lane.learn(waiting);
        this.scheduler.markReady(lane);
      }
      this.scheduler.removeIdleLanes();
      this.#pump();
    } catch (error) {
      log.warn({ err: error }, 'failed to read due webhook tasks; retrying');
    }
  }

  /** Gives handed-off deliveries that take long a row of their own; see `EndpointLane.delayedHandOffs`. */
  async #queueDelayed(): Promise<void> {
    if (this.#isQueueing) return;
    const tasks = this.scheduler.delayedHandOffs();
    if (tasks.length === 0) return;
    this.#isQueueing = true;
    try {
      this.scheduler.remove(new Set(await this.#options.handOffs.queue(tasks, true)));
    } catch (error) {
      this.#options.log.warn({ err: error }, 'failed to queue handed-off deliveries; retrying');
    }
    this.#isQueueing = false;
  }

  /** Claims tasks while there are free slots and ready endpoints, one statement at a time. */
  #pump(): void {
    if (this.#stopped || this.#claiming || performance.now() < this.#claimPausedUntil) return;
    const slots = this.scheduler.plan(this.#options.clock.now().getTime());
    if (slots.length === 0) return;
    this.#claiming = this.#claim(slots).finally(() => {
      this.#claiming = null;
      this.#pump();
    });
  }

  async #claim(slots: readonly Slots[]): Promise<void> {
    const { db, clock, log } = this.#options;
    try {
      const tasks = await claimTasks(db, slots, clock.now());
      const expired = tasks.filter(({ payload }) => payload === null);
      this.scheduler.claimed(
        slots,
        tasks.filter(({ payload }) => payload !== null),
      );
      for (const { endpointId } of slots) this.#startLane(this.scheduler.laneOf(endpointId));
      if (expired.length > 0)
        await discardTasks(
          db,
          expired.flatMap(({ row }) => row?.id ?? []),
          'event_forgotten',
          clock.now(),
        );
    } catch (error) {
      log.warn({ err: error }, 'failed to claim webhook tasks; retrying');
      this.scheduler.claimFailed(slots);
      this.#claimPausedUntil = performance.now() + pauseAfterFailureMillis;
    }
  }

  #startLane(lane: EndpointLane): void {
    while (!this.#stopped && this.scheduler.hasRoom) {
      const task = lane.start(this.#options.clock.now().getTime());
      if (!task) return;
      this.scheduler.started();
      void this.#send(lane, task);
    }
  }

  async #send(lane: EndpointLane, task: ClaimedTask): Promise<void> {
    this.#sending += 1;
    const attempt = await this.#attempt(task);
    lane.finish(task);
    this.scheduler.finished(lane);
    if (attempt) this.#conclude(lane, attempt);
    else await this.#releaseTasks([task]);
    this.#startLane(lane);
    // Other lanes may have waited for the global limit.
    if (this.scheduler.wasFull) for (const other of this.scheduler.waitingLanes()) this.#startLane(other);
    this.#pumpSoon();
    this.#sending -= 1;
    if (this.#sending === 0) this.#onIdle?.();
  }

  async #waitUntilIdle(): Promise<void> {
    if (this.#sending > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
  }

  /** Schedules one pump for all requests that finish in this turn of the event loop. */
  #pumpSoon(): void {
    if (this.#isPumpScheduled) return;
    this.#isPumpScheduled = true;
    setImmediate(() => {
      this.#isPumpScheduled = false;
      this.#pump();
    });
  }

  /** null if the attempt failed for a reason on our side, so that it does not count against the receiver. */
  async #attempt(task: ClaimedTask): Promise<Attempt | null> {
    const { signal } = this.#abort;
    try {
      const attempt = await sendDelivery(this.#options, task, task.payload ?? '', signal);
      return signal.aborted && attempt.result.outcome !== 'ok' ? null : attempt;
    } catch (error) {
      this.#options.log.error({ err: error, delivery: task.deliveryId }, 'failed to send webhook delivery');
      return null;
    }
  }

  #conclude(lane: EndpointLane, attempt: Attempt): void {
    const { clock, ids, retrySeconds, random, results, metrics } = this.#options;
    const { task, result, finishedAt } = attempt;
    const { trigger, tries } = task;
    lane.note(task, result, clock.now().getTime());
    lane.unwritten += 1;
    const conclusion = decideDelivery(
      {
        trigger,
        attemptsBefore: tries,
        outcome: result.outcome,
        retryAfterSeconds: result.retryAfterSeconds,
        finishedAtMs: finishedAt.getTime(),
      },
      retrySeconds,
      random(),
    );
    results.push(attemptRecord(ids.next(), attempt, conclusion));
    metrics.attempted(attempt);
  }

  async #releaseTasks(tasks: readonly ClaimedTask[]): Promise<void> {
    if (tasks.length === 0) return;
    const { db, handOffs, log } = this.#options;
    try {
      await handOffs.queue(tasks, false);
      const leases = tasks.flatMap(({ row }) => row ?? []);
      if (leases.length > 0) await releaseLeases(db, leases);
    } catch (error) {
      log.debug({ err: error }, 'failed to release leases; they will expire');
    }
  }
}
