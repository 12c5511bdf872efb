// Batches NOTIFY messages about changed data: changes are collected for `gatherMillis` and deduplicated by key, so that
// load does not flood the notification queue. Delivery is best effort: open pages also refresh periodically.
import type { Listener } from './listener.ts';

interface NotifyBatcherOptions<Change> {
  readonly channel: string;
  readonly gatherMillis: number;
  /** PostgreSQL limits a payload to 8,000 bytes. */
  readonly changesPerPayload: number;
  /** Changes with the same key are sent once; the last one wins. */
  readonly keyOf: (change: Change) => string;
  readonly write: (changes: readonly Change[]) => string;
}

export class NotifyBatcher<Change> {
  readonly #listener: Pick<Listener, 'notify'>;
  readonly #options: NotifyBatcherOptions<Change>;
  readonly #pending = new Map<string, Change>();
  #isScheduled = false;

  constructor(listener: Pick<Listener, 'notify'>, options: NotifyBatcherOptions<Change>) {
    this.#listener = listener;
    this.#options = options;
  }

  /** Call it after the commit. Returns immediately and never throws. */
  announce(...changes: readonly Change[]): void {
    for (const change of changes) this.#pending.set(this.#options.keyOf(change), change);
    if (this.#isScheduled || this.#pending.size === 0) return;
    this.#isScheduled = true;
    setTimeout(() => void this.#flush(), this.#options.gatherMillis).unref();
  }

  async #flush(): Promise<void> {
    this.#isScheduled = false;
    const { channel, changesPerPayload, write } = this.#options;
    const changes = [...this.#pending.values()];
    this.#pending.clear();
    try {
      for (let start = 0; start < changes.length; start += changesPerPayload)
        await this.#listener.notify(channel, write(changes.slice(start, start + changesPerPayload)));
    } catch {
      // The listener is disconnected; subscribers reload everything when they reconnect.
    }
  }
}
