// Follower: consumes the event feed behind the relay, in large batches. It stores its position in the transaction of
// its effects: every event takes effect exactly once, in order, in one process at a time. An event that fails delays
// this follower only.
import type { Logger } from 'pino';
import type { SystemDatabase } from '../db/system-database.ts';
import { hasNewEvents, nextEvents, storePosition } from './follower-store.ts';
import { PollingLoop } from './polling-loop.ts';
import type { RelaySubscriber } from './relay.ts';

const batchSize = 500;

export class Follower {
  readonly #name: string;
  readonly #db: SystemDatabase;
  readonly #subscriber: RelaySubscriber;
  readonly #loop: PollingLoop;

  /** A migration creates the row of `name`: a new follower starts with the events from then on. */
  constructor(name: string, db: SystemDatabase, subscriber: RelaySubscriber, log: Logger) {
    this.#name = name;
    this.#db = db;
    this.#subscriber = subscriber;
    this.#loop = new PollingLoop(
      {
        run: () => this.#followBatch(),
        hasWork: () => hasNewEvents(db, name),
        paceMillis: 50,
        failureMessage: `${name} follower failed to process events; retrying`,
      },
      log,
    );
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** The relay has assigned positions to new events. */
  wake(): void {
    this.#loop.wake();
  }

  async #followBatch(): Promise<boolean> {
    const { count, after } = await this.#db.transaction().execute(async (trx) => {
      const events = await nextEvents(trx, this.#name, batchSize);
      const last = events.at(-1);
      if (!last) return { count: 0, after: () => {} };
      const [call] = await Promise.all([
        this.#subscriber.write(trx, events),
        storePosition(trx, this.#name, last.position),
      ]);
      return { count: events.length, after: call };
    });
    after();
    return count === batchSize;
  }
}
