// The relay: what the outbox holds gets its place in the feed, and whoever wants to act on events writes down what is to be
// done in the same transaction. So an event is placed and acted upon, or neither.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AccountTransaction } from '../db/database.ts';
import type { SystemDatabase } from '../db/system-database.ts';
import { hasUnplaced, type PlacedEvent, placeEvents } from './relay-store.ts';
import type { WakeUps } from './wake-ups.ts';

export interface RelaySubscriber {
  /** Writes what follows from these events, in their order. What it returns is called once that is committed. */
  write(trx: AccountTransaction, events: readonly PlacedEvent[]): Promise<() => void>;
}

const batchSize = 500;
const lookEveryMillis = 1_000;
const pauseAfterFailureMillis = 1_000;
/**
 * While events keep coming, a batch begins at most this often: it costs the database nearly the same with one event as with
 * fifty. An event that comes when nothing is going on does not wait.
 */
const paceMillis = 20;

export class Relay {
  readonly #db: SystemDatabase;
  readonly #subscribers: readonly RelaySubscriber[];
  readonly #log: Logger;
  readonly #wakeUps: WakeUps;
  #unsubscribe: (() => void) | null = null;
  #poll: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #wanted = false;
  #stopped = true;

  constructor(db: SystemDatabase, subscribers: readonly RelaySubscriber[], wakeUps: WakeUps, log: Logger) {
    this.#db = db;
    this.#subscribers = subscribers;
    this.#wakeUps = wakeUps;
    this.#log = log;
  }

  start(): void {
    this.#stopped = false;
    this.#unsubscribe = this.#wakeUps.on('events', () => this.wake());
    this.#poll = setInterval(() => void this.#look(), lookEveryMillis);
    this.wake();
  }

  /** Resolves when the batch in hand, if any, is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe?.();
    if (this.#poll) clearInterval(this.#poll);
    await this.#running;
  }

  /** There is something new. */
  wake(): void {
    this.#wanted = true;
    if (this.#stopped || this.#running) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
      // Somebody may have called in the moment between the last look and here.
      if (this.#wanted) this.wake();
    });
  }

  /** Without waking the lock: most of the time there is nothing. */
  async #look(): Promise<void> {
    if (this.#running || this.#stopped) return;
    try {
      if (await hasUnplaced(this.#db)) this.wake();
    } catch (error) {
      this.#log.debug({ err: error }, 'the outbox could not be read');
    }
  }

  async #run(): Promise<void> {
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false;
      const beganMillis = performance.now();
      try {
        const placed = await this.#relayBatch();
        // A full batch means that there is more; so does a wake-up that came meanwhile.
        if (placed === batchSize) this.#wanted = true;
        else if (this.#wanted) await delay(Math.max(0, beganMillis + paceMillis - performance.now()));
      } catch (error) {
        this.#log.warn({ err: error }, 'events could not be relayed; they will be in a moment');
        this.#wanted = true;
        await delay(pauseAfterFailureMillis);
      }
    }
  }

  async #relayBatch(): Promise<number> {
    const { count, after } = await this.#db.transaction().execute(async (trx) => {
      const events = await placeEvents(trx, batchSize);
      if (events.length === 0) return { count: 0, after: [] };
      const written = this.#subscribers.map((subscriber) => subscriber.write(trx, events));
      return { count: events.length, after: await Promise.all(written) };
    });
    for (const call of after) call();
    return count;
  }
}
