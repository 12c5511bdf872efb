// Hand-offs of this process: ends a hand-off when all its deliveries are recorded, and queues deliveries that cannot be
// sent at once.
import type { Logger } from 'pino';
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { PortalChangeNotifier } from '../portal-change-notifier.ts';
import type { ClaimedTask, HandOff } from './claimed-task.ts';
import { deleteHandOffs, type HandedOffTask, queueHandedOff } from './hand-off-store.ts';

export interface HandOffOptions extends Pick<Context, 'clock'> {
  readonly db: SystemDatabase;
  readonly log: Logger;
  readonly changes: Pick<PortalChangeNotifier, 'announce'>;
}

const maxQueuedAtOnce = 256;

export class HandOffs {
  readonly #options: HandOffOptions;
  /** Ids of hand-offs to delete. */
  #ended: string[] = [];
  #deleting: Promise<void> | null = null;
  #queueing: Promise<void> = Promise.resolve();

  constructor(options: HandOffOptions) {
    this.#options = options;
  }

  /** Hand-offs that end when these tasks are recorded. */
  endedBy(tasks: readonly ClaimedTask[]): HandOff[] {
    const counts = new Map<HandOff, number>();
    for (const task of tasks) {
      const handOff = task.origin?.handOff;
      if (handOff?.unrecorded.has(task)) counts.set(handOff, (counts.get(handOff) ?? 0) + 1);
    }
    return [...counts].flatMap(([handOff, count]) => (count === handOff.unrecorded.size ? handOff : []));
  }

  /** These tasks are recorded. `deleted`: hand-offs that were deleted with them. */
  recorded(tasks: readonly ClaimedTask[], deleted: readonly HandOff[] = []): void {
    for (const task of tasks) {
      const handOff = task.origin?.handOff;
      if (!handOff?.unrecorded.delete(task) || handOff.unrecorded.size > 0) continue;
      if (!deleted.includes(handOff)) this.#ended.push(handOff.id);
    }
    if (this.#ended.length > 0) this.#deleting ??= this.#deleteEnded();
  }

  /** Resolves when the hand-offs that have ended are deleted. */
  async flushed(): Promise<void> {
    await Promise.all([this.#deleting, this.#queueing]);
  }

  /**
   * Gives tasks rows of their own: leased to this process, or for any process. Returns the tasks that got none, because
   * their endpoint was disabled or deleted, or because another process has taken over: they must not be sent.
   */
  async queue(tasks: readonly ClaimedTask[], isLeased: boolean): Promise<ClaimedTask[]> {
    const previous = this.#queueing;
    const run = previous.then(() => this.#queueNow(tasks, isLeased));
    this.#queueing = run.then(
      () => {},
      () => {},
    );
    return run;
  }

  async #queueNow(tasks: readonly ClaimedTask[], isLeased: boolean): Promise<ClaimedTask[]> {
    const { db, clock, changes } = this.#options;
    const withoutRow = tasks.filter(isHandedOff);
    const refused: ClaimedTask[] = [];
    for (let start = 0; start < withoutRow.length; start += maxQueuedAtOnce) {
      const part = withoutRow.slice(start, start + maxQueuedAtOnce);
      const ids = await queueHandedOff(db, part, { isLeased, now: clock.now() });
      for (const task of part) {
        const id = ids.get(task.deliveryId);
        if (id === undefined) refused.push(task);
        else if (isLeased) task.row = { id, leasedUntil: task.origin.handOff.leasedUntil };
        changes.announce({ account_id: task.accountId, endpoint_id: task.endpointId, kind: 'delivery' });
      }
      this.recorded(part);
    }
    return refused;
  }

  async #deleteEnded(): Promise<void> {
    while (this.#ended.length > 0) {
      const ids = this.#ended;
      this.#ended = [];
      await deleteHandOffs(this.#options.db, ids).catch((error: unknown) => {
        this.#options.log.debug({ err: error }, 'failed to delete hand-offs; they will expire');
      });
    }
    this.#deleting = null;
  }
}

function isHandedOff(task: ClaimedTask): task is HandedOffTask {
  return task.row === null && task.origin !== null && task.origin.handOff.unrecorded.has(task);
}
