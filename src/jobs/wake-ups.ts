// Wakes background work. A worker in this process is called directly; without one, workers elsewhere are notified with
// NOTIFY, one notification at a time. A lost wake-up costs at most a second: workers poll that often.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Listener } from '../db/listener.ts';

/** `events`: rows for the relay. `tasks`: webhook tasks to send, or recoveries to run. */
export type WakeUp = 'events' | 'tasks';

const wakeUpChannel = 'waybill_events';
/** Minimum interval between notifications under continuous load. */
const minIntervalMillis = 10;

export class WakeUps {
  readonly #listener: Pick<Listener, 'on' | 'notify'>;
  readonly #log: Logger;
  readonly #pending = new Set<WakeUp>();
  readonly #handlers = new Map<WakeUp, () => void>();
  #isNotifying = false;

  constructor(listener: Pick<Listener, 'on' | 'notify'>, log: Logger) {
    this.#listener = listener;
    this.#log = log;
    listener.on(wakeUpChannel, (payload) => this.#handlers.get(payload === 'tasks' ? 'tasks' : 'events')?.());
  }

  /** Registers the handler of this process for this kind; the returned function removes it. */
  on(kind: WakeUp, handler: () => void): () => void {
    this.#handlers.set(kind, handler);
    return () => this.#handlers.delete(kind);
  }

  /**
   * Wakes the worker of this kind, in this process or elsewhere. Call it after the commit; returns immediately and
   * never throws.
   */
  tell(kind: WakeUp): void {
    const handler = this.#handlers.get(kind);
    handler?.();
    if (handler) return;
    this.#pending.add(kind);
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    setImmediate(() => void this.#notifyOthers());
  }

  async #notifyOthers(): Promise<void> {
    while (this.#pending.size > 0) {
      const kinds = [...this.#pending];
      this.#pending.clear();
      try {
        for (const kind of kinds) await this.#listener.notify(wakeUpChannel, kind);
        await delay(minIntervalMillis);
      } catch (error) {
        this.#log.debug({ err: error }, 'failed to wake workers; they will poll');
      }
    }
    this.#isNotifying = false;
  }
}
