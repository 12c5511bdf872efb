// The searches of this process: at most two at a time. Each renews the lease of its plan while it runs; a search that has
// lost its lease, or whose process stops, is cancelled.
import { Problem } from '../../../lib/problem.ts';

export interface RunningPlan {
  /** Aborted when the process stops or the lease is lost. */
  readonly signal: AbortSignal;
  readonly cancel: () => void;
  /** Aborted when a dispatcher ends the search: the best plan found is kept. */
  readonly stopSignal: AbortSignal;
  readonly stop: () => void;
}

const MAX_RUNNING = 2;
const BUSY_RETRY_SECONDS = 5;

export class PlanRunner {
  readonly #running = new Map<RunningPlan, Promise<void>>();
  #reserved = 0;
  #isClosed = false;

  /** Reserves a place for a search. Call exactly one of `start` and `release` afterwards. */
  reserve(): void {
    if (this.#isClosed || this.#running.size + this.#reserved >= MAX_RUNNING)
      throw Problem.of(
        'planner_busy',
        `This server computes ${MAX_RUNNING} plans at a time. Try again in ${BUSY_RETRY_SECONDS} seconds.`,
        { retryAfterSeconds: BUSY_RETRY_SECONDS },
      );
    this.#reserved += 1;
  }

  release(): void {
    this.#reserved -= 1;
  }

  /** `work` must not reject. */
  start(work: (running: RunningPlan) => Promise<void>): Promise<void> {
    this.#reserved -= 1;
    const controller = new AbortController();
    const stop = new AbortController();
    const running = {
      signal: controller.signal,
      cancel: () => controller.abort(),
      stopSignal: stop.signal,
      stop: () => stop.abort(),
    };
    const done = work(running).finally(() => this.#running.delete(running));
    this.#running.set(running, done);
    return done;
  }

  /** Cancels the searches and waits until their plans are marked. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const running of this.#running.keys()) running.cancel();
    await Promise.all(this.#running.values());
  }
}
