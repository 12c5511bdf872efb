// Tells all processes of changes over the database, gathered for a moment so that a busy day does not drown the line.
// Nothing depends on it being heard: pages ask again by themselves after a while.
import type { Listener } from './listener.ts';

interface NoticeOptions<Change> {
  readonly channel: string;
  readonly gatherMillis: number;
  /** PostgreSQL takes payloads of up to 8,000 bytes. */
  readonly changesPerPayload: number;
  /** Changes with the same key are told once. */
  readonly keyOf: (change: Change) => string;
  readonly write: (changes: readonly Change[]) => string;
}

export class GatheredNotices<Change> {
  readonly #listener: Pick<Listener, 'notify'>;
  readonly #options: NoticeOptions<Change>;
  readonly #waiting = new Map<string, Change>();
  #isGathering = false;

  constructor(listener: Pick<Listener, 'notify'>, options: NoticeOptions<Change>) {
    this.#listener = listener;
    this.#options = options;
  }

  /** Call it after the commit. Returns at once and never fails. */
  announce(...changes: readonly Change[]): void {
    for (const change of changes) this.#waiting.set(this.#options.keyOf(change), change);
    if (this.#isGathering || this.#waiting.size === 0) return;
    this.#isGathering = true;
    setTimeout(() => void this.#tell(), this.#options.gatherMillis).unref();
  }

  async #tell(): Promise<void> {
    this.#isGathering = false;
    const { channel, changesPerPayload, write } = this.#options;
    const changes = [...this.#waiting.values()];
    this.#waiting.clear();
    try {
      for (let start = 0; start < changes.length; start += changesPerPayload)
        await this.#listener.notify(channel, write(changes.slice(start, start + changesPerPayload)));
    } catch {
      // The line is down; whoever listens comes back and looks at everything.
    }
  }
}
