// The relay: what the outbox holds gets its place in the feed, and whoever must act on events at once writes down what is to
// be done in the same transaction. So an event is placed and acted upon, or neither. Whoever has time follows behind
// (follower.ts).
import type { Logger } from 'pino';
import type { AccountTransaction } from '../db/database.ts';
import type { SystemDatabase } from '../db/system-database.ts';
import { BatchLoop } from './polling-loop.ts';
import { type FreshEvent, hasUnplaced, type PlacedEvent, placeEvents } from './relay-store.ts';
import type { WakeUps } from './wake-ups.ts';

/** Those who act at once get what an event says with it. */
export interface RelaySubscriber<Event extends PlacedEvent = PlacedEvent> {
  /** Writes what follows from these events, in their order. What it returns is called once that is committed. */
  write(trx: AccountTransaction, events: readonly Event[]): Promise<() => void>;
}

/**
 * What follows from one batch is sent while the next is placed: with large ones everybody waits for PostgreSQL, and then it for them.
 * Of much that comes at once the first batch is small, so that sending begins soon.
 */
const firstBatchSize = 10;
const batchSize = 50;

export class Relay {
  readonly #db: SystemDatabase;
  readonly #subscribers: readonly RelaySubscriber<FreshEvent>[];
  readonly #wakeUps: WakeUps;
  readonly #loop: BatchLoop;
  #nextSize = firstBatchSize;
  #unsubscribe: (() => void) | null = null;

  constructor(
    db: SystemDatabase,
    subscribers: readonly RelaySubscriber<FreshEvent>[],
    wakeUps: WakeUps,
    log: Logger,
  ) {
    this.#db = db;
    this.#subscribers = subscribers;
    this.#wakeUps = wakeUps;
    this.#loop = new BatchLoop(
      {
        run: () => this.#relayBatch(),
        isWaiting: () => hasUnplaced(db),
        paceMillis: 20,
        complaint: 'events could not be relayed; they will be in a moment',
      },
      log,
    );
  }

  start(): void {
    this.#unsubscribe = this.#wakeUps.on('events', () => this.#loop.wake());
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe?.();
    await this.#loop.stop();
  }

  async #relayBatch(): Promise<boolean> {
    const size = this.#nextSize;
    const { count, after } = await this.#db.transaction().execute(async (trx) => {
      const events = await placeEvents(trx, size);
      if (events.length === 0) return { count: 0, after: [] };
      const written = this.#subscribers.map((subscriber) => subscriber.write(trx, events));
      return { count: events.length, after: await Promise.all(written) };
    });
    for (const call of after) call();
    const isFull = count === size;
    this.#nextSize = isFull ? batchSize : firstBatchSize;
    return isFull;
  }
}
