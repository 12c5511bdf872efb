// Relay: assigns feed positions to the events of the outbox and fans them out in the same statement. So an event is
// positioned and acted upon, or neither. Consumers without that requirement follow the feed (follower.ts).
import type { Logger } from 'pino';
import type { SystemDatabase, SystemTransaction } from '../db/system-database.ts';
import { PollingLoop } from './polling-loop.ts';
import {
  assignPositions,
  assignPositionsAndCommit,
  hasUnpositioned,
  type PositionEffects,
  type PositionedEvent,
  type RelayedBatch,
  type RelayedEvent,
} from './relay-store.ts';
import type { WakeUps } from './wake-ups.ts';

export interface RelaySubscriber {
  /** Writes the effects of these events, in their order. The returned function is called after the commit. */
  write(trx: SystemTransaction, events: readonly PositionedEvent[]): Promise<() => void>;
}

/** Writes its effects in the statement that assigns the positions. */
export interface RelayFanOut {
  beginBatch(maxEvents: number): FanOutBatch;
}

export interface FanOutBatch extends PositionEffects {
  onCommitted(batch: RelayedBatch): void;
}

/** Called with the events of a batch after its commit. */
export type RelayListener = (events: readonly RelayedEvent[]) => void;

export interface RelayConsumers {
  readonly fanOut: RelayFanOut;
  /** Their writes follow in further round trips. Without any, the relay takes a single one. */
  readonly subscribers: readonly RelaySubscriber[];
  readonly listeners: readonly RelayListener[];
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
  readonly #consumers: RelayConsumers;
  readonly #wakeUps: WakeUps;
  readonly #loop: PollingLoop;
  #nextSize = firstBatchSize;
  #unsubscribe: (() => void) | null = null;

  constructor(db: SystemDatabase, consumers: RelayConsumers, wakeUps: WakeUps, log: Logger) {
    this.#db = db;
    this.#consumers = consumers;
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
    const { fanOut, subscribers, listeners } = this.#consumers;
    const size = this.#nextSize;
    const fanned = fanOut.beginBatch(size);
    const batch =
      subscribers.length === 0
        ? await assignPositionsAndCommit(this.#db, size, fanned)
        : await this.#relayWithSubscribers(size, fanned);
    if (batch.events.length > 0) {
      fanned.onCommitted(batch);
      for (const listener of listeners) listener(batch.events);
    }
    const isFull = batch.events.length === size;
    this.#nextSize = isFull ? batchSize : firstBatchSize;
    return isFull;
  }

  async #relayWithSubscribers(size: number, effects: PositionEffects): Promise<RelayedBatch> {
    const { batch, after } = await this.#db.transaction().execute(async (trx) => {
      const relayed = await assignPositions(trx, size, effects);
      if (relayed.events.length === 0) return { batch: relayed, after: [] };
      const written = this.#consumers.subscribers.map((subscriber) => subscriber.write(trx, relayed.events));
      return { batch: relayed, after: await Promise.all(written) };
    });
    for (const call of after) call();
    return batch;
  }
}
