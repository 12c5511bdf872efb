// Tells whoever works in the background that there is something to do. A worker in this process is told directly; without
// one, the workers elsewhere are told over the database, at most one notification at a time. A wake-up that gets lost costs
// a second: workers look by themselves that often.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listener } from '../db/listener.ts';

/** `events`: rows for the relay. `tasks`: something is to be sent, or to be recovered. */
export type WakeUp = 'events' | 'tasks';

const wakeUpChannel = 'waybill_events';
/** While there is something all the time, others are told so often: they are at work anyway. */
const paceMillis = 10;

export class WakeUps {
  readonly #listener: Pick<Listener, 'on' | 'notify'>;
  readonly #log: Logger;
  readonly #waiting = new Set<WakeUp>();
  readonly #handlers = new Map<WakeUp, () => void>();
  #telling = false;

  constructor(listener: Pick<Listener, 'on' | 'notify'>, log: Logger) {
    this.#listener = listener;
    this.#log = log;
    listener.on(wakeUpChannel, (payload) => this.#handlers.get(payload === 'tasks' ? 'tasks' : 'events')?.());
  }

  /** From now on this process does such work itself, until the returned function is called. */
  on(kind: WakeUp, handler: () => void): () => void {
    this.#handlers.set(kind, handler);
    return () => this.#handlers.delete(kind);
  }

  /** Call it after the commit. Returns at once and never fails. */
  tell(kind: WakeUp): void {
    const handler = this.#handlers.get(kind);
    handler?.();
    if (handler) return;
    this.#waiting.add(kind);
    if (this.#telling) return;
    this.#telling = true;
    setImmediate(() => void this.#tellOthers());
  }

  async #tellOthers(): Promise<void> {
    while (this.#waiting.size > 0) {
      const kinds = [...this.#waiting];
      this.#waiting.clear();
      try {
        for (const kind of kinds) await this.#listener.notify(wakeUpChannel, kind);
        await delay(paceMillis);
      } catch (error) {
        this.#log.debug({ err: error }, 'workers were not woken; they will look by themselves');
      }
    }
    this.#telling = false;
  }
}
