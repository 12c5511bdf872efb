// Runner of due jobs: claims due rows under a lease and calls the handler of their kind. Handlers must be idempotent:
// the jobs of a killed worker run again, possibly with partial effects.
import type { Logger } from 'pino';
import type { SystemDatabase } from '../db/system-database.ts';
import type { Clock } from '../lib/clock.ts';
import { claimJobs, type DueJob, nextDueAt, removeJob, rescheduleJob, retryJob } from './due-job-store.ts';

/** `done` removes the job. Otherwise it runs again at `againAt` with new data. */
export type JobOutcome = 'done' | { readonly againAt: Date; readonly data: unknown };

export interface JobHandler {
  /** `feature.verb` */
  readonly kind: string;
  readonly handle: (job: DueJob) => Promise<JobOutcome>;
}

const leaseSeconds = 20;
const maxRunning = 16;
const pollIntervalMillis = 1_000;
const firstRetryMillis = 1_000;
const maxRetryMillis = 5 * 60_000;

export class DueJobs {
  readonly #db: SystemDatabase;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #running = new Set<Promise<void>>();
  #stopped = false;
  #loop: Promise<void> | null = null;
  #wake: () => void = () => {};
  #wasWoken = false;

  constructor(db: SystemDatabase, clock: Clock, log: Logger, handlers: readonly JobHandler[]) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]));
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Looks for due jobs now instead of at the next poll. */
  wake(): void {
    this.#wasWoken = true;
    this.#wake();
  }

  /** Resolves when the running jobs have ended. A job that outlives its lease may be claimed by another worker. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#loop;
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#wasWoken = false;
      let pauseMillis = pollIntervalMillis;
      try {
        await this.#claim();
        pauseMillis = await this.#pause();
      } catch (error) {
        this.#log.warn({ err: error }, 'failed to read due jobs');
      }
      await this.#sleep(pauseMillis);
    }
  }

  async #claim(): Promise<void> {
    const limit = maxRunning - this.#running.size;
    if (limit === 0) return;
    const kinds = [...this.#handlers.keys()];
    const jobs = await claimJobs(this.#db, { kinds, limit, leaseSeconds, now: this.#clock.now() });
    for (const job of jobs) this.#launch(job);
  }

  #launch(job: DueJob): void {
    const work = this.#execute(job).finally(() => {
      this.#running.delete(work);
      this.wake();
    });
    this.#running.add(work);
  }

  async #execute(job: DueJob): Promise<void> {
    try {
      const outcome = await this.#handlers.get(job.kind)?.handle(job);
      if (outcome === undefined) return;
      if (outcome === 'done') await removeJob(this.#db, job.id);
      else await rescheduleJob(this.#db, job, { dueAt: outcome.againAt, data: outcome.data });
    } catch (error) {
      await this.#handleFailure(job, error);
    }
  }

  async #handleFailure(job: DueJob, error: unknown): Promise<void> {
    const { kind, key, tries } = job;
    this.#log.error({ err: error, kind, key, tries }, 'due job failed; retrying');
    const waitMillis = Math.min(firstRetryMillis * 2 ** (tries - 1), maxRetryMillis);
    const dueAt = new Date(this.#clock.now().getTime() + waitMillis);
    const message = error instanceof Error ? error.message : String(error);
    await retryJob(this.#db, job.id, dueAt, message).catch(() => {
      this.#log.warn({ kind, key }, 'failed to record due job failure; its lease will expire');
    });
  }

  async #pause(): Promise<number> {
    if (this.#running.size === maxRunning) return pollIntervalMillis;
    const dueAt = await nextDueAt(this.#db, [...this.#handlers.keys()]);
    if (dueAt === null) return pollIntervalMillis;
    return Math.min(Math.max(dueAt.getTime() - this.#clock.now().getTime(), 0), pollIntervalMillis);
  }

  #sleep(millis: number): Promise<void> {
    if (this.#wasWoken || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, millis);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
