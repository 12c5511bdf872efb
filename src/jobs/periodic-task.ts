// Periodic tasks: housekeeping at an interval, by one worker at a time. A worker claims a task by moving its due time
// ahead, so a worker that dies delays the task by one interval at most.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { SystemDatabase } from '../db/system-database.ts';
import { claimDueTask, finishTask, registerTasks } from './periodic-task-store.ts';

export interface PeriodicTask {
  /** `feature.verb` */
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<void>;
}

const pollIntervalMillis = 1_000;

export class PeriodicTasks {
  readonly #db: SystemDatabase;
  readonly #log: Logger;
  readonly #tasks: ReadonlyMap<string, PeriodicTask>;
  readonly #stop = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(db: SystemDatabase, log: Logger, tasks: readonly PeriodicTask[]) {
    this.#db = db;
    this.#log = log;
    this.#tasks = new Map(tasks.map((task) => [task.name, task]));
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Resolves when the running task, if any, has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    let registered = false;
    while (!this.#stop.signal.aborted) {
      try {
        if (!registered) await registerTasks(this.#db, [...this.#tasks.keys()]);
        registered = true;
        if (await this.#runNext()) continue;
      } catch (error) {
        this.#log.warn({ err: error }, 'failed to read periodic tasks');
      }
      await delay(pollIntervalMillis, null, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  async #runNext(): Promise<boolean> {
    const due = await claimDueTask(this.#db, [...this.#tasks.values()]);
    const task = due && this.#tasks.get(due);
    if (!task) return false;
    try {
      await task.run();
      await finishTask(this.#db, task.name);
    } catch (error) {
      this.#log.error({ err: error, task: task.name }, 'periodic task failed; retrying at the next interval');
    }
    return true;
  }
}
