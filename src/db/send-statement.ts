// Gives a statement to a connection and waits for its answer, but not for ever: the server ends a statement by itself, so
// one that says nothing for longer is frozen or cut off, unless its statements may take their time. The package's own promises and timers do the same for each
// statement; measured under load, they keep every answer in memory until the next full collection.
import type { Duplex } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { PreparedQuery } from './prepared-query.ts';

/** The server ends a statement after this time. */
export const STATEMENT_TIMEOUT_MILLIS = 10_000;
const silenceMillis = STATEMENT_TIMEOUT_MILLIS + 1_000;

export function sendStatement(client: PoolClient, statement: QueryConfig): Promise<QueryResult> {
  const watch = watchOf(client);
  return new Promise((resolve, reject) => {
    watch?.asked();
    const answered = (error: Error | undefined, result: QueryResult) => {
      watch?.answered();
      if (error) reject(error);
      else resolve(result);
    };
    const { name, text, values = [] } = statement;
    if (name === undefined) client.query(statement, answered);
    else client.query(new PreparedQuery(name, text, values, answered));
  });
}

/** Of an answer that is an error: the way back to whoever asked, in place of the way through the socket. */
export function pointToCaller(error: unknown): void {
  if (error instanceof Error) Error.captureStackTrace(error, pointToCaller);
}

/** null: its silence means nothing. */
const watches = new WeakMap<PoolClient, SilenceWatch | null>();

/** For a connection whose statements the server does not end by itself. */
export function leaveUnwatched(client: PoolClient): void {
  watches.set(client, null);
}

function watchOf(client: PoolClient): SilenceWatch | null {
  const known = watches.get(client);
  if (known !== undefined) return known;
  const watch = new SilenceWatch(() => streamOf(client).destroy());
  watches.set(client, watch);
  return watch;
}

export function streamOf(client: PoolClient): Duplex {
  return (client as PoolClient & { connection: { stream: Duplex } }).connection.stream;
}

/** Answers come in order, so it is enough to know when the last one came. One timer serves many statements. */
class SilenceWatch {
  readonly #onSilence: () => void;
  #unanswered = 0;
  #sinceMillis = 0;
  #isSet = false;

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  asked(): void {
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#sinceMillis = performance.now();
    if (!this.#isSet) this.#lookIn(silenceMillis);
  }

  answered(): void {
    this.#unanswered -= 1;
    this.#sinceMillis = performance.now();
  }

  #lookIn(millis: number): void {
    this.#isSet = true;
    setTimeout(() => this.#look(), millis).unref();
  }

  #look(): void {
    this.#isSet = false;
    if (this.#unanswered === 0) return;
    const leftMillis = this.#sinceMillis + silenceMillis - performance.now();
    if (leftMillis <= 0) this.#onSilence();
    else this.#lookIn(leftMillis);
  }
}
