// Relay: assigns feed positions to the events of the outbox, and calls the relay subscribers in the same transaction.
// So an event is positioned and acted upon, or neither. Consumers without that requirement follow the feed
// (follower.ts).
import type { Logger } from 'pino';
import type { SystemDatabase, SystemTransaction } from '../db/system-database.ts';
import { PollingLoop } from './polling-loop.ts';
import { assignPositions, hasUnpositioned, type PositionedEvent, type RelayedEvent } from './relay-store.ts';
import type { WakeUps } from './wake-ups.ts';

/** Relay subscribers get events with their payload; followers get them without. */
export interface RelaySubscriber<Event extends PositionedEvent = PositionedEvent> {
  /** Writes the effects of these events, in their order. The returned function is called after the commit. */
  write(trx: SystemTransaction, events: readonly Event[]): Promise<() => void>;
}

/**
 * Small batches overlap: the effects of one batch are sent while the next is positioned. With large batches the senders
 * wait for PostgreSQL, then PostgreSQL waits for the senders. The first batch of a burst is smaller, so that sending
 * starts early.
 */
const firstBatchSize = 10;
const batchSize = 50;

export class Relay {
  readonly #db: SystemDatabase;
  readonly #subscribers: readonly RelaySubscriber<RelayedEvent>[];
  readonly #wakeUps: WakeUps;
  readonly #loop: PollingLoop;
  #nextSize = firstBatchSize;
  #unsubscribe: (() => void) | null = null;

  constructor(
    db: SystemDatabase,
    subscribers: readonly RelaySubscriber<RelayedEvent>[],
    wakeUps: WakeUps,
    log: Logger,
  ) {
    this.#db = db;
    this.#subscribers = subscribers;
    this.#wakeUps = wakeUps;
    this.#loop = new PollingLoop(
      {
        run: () => this.#relayBatch(),
        hasWork: () => hasUnpositioned(db),
        paceMillis: 20,
        failureMessage: 'relay failed to process events; retrying',
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
      const events = await assignPositions(trx, size);
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
