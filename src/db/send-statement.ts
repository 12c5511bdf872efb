// Sends a statement on a connection, with a timeout for a silent server. The server ends statements after
// STATEMENT_TIMEOUT_MILLIS, so a longer silence means that it is frozen or unreachable; connections of the doctor are
// exempt. Replaces `pg`'s promises and timers per statement: measured under load, they keep every result in memory
// until the next full garbage collection.
import type { Duplex } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { PreparedQuery } from './prepared-query.ts';

/** Statement timeout, enforced by the server. */
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

/** Replaces the error's stack, which shows the socket handler, by the stack of the caller. */
export function pointToCaller(error: unknown): void {
  if (error instanceof Error) Error.captureStackTrace(error, pointToCaller);
}

/** null: exempt from the silence timeout. */
const watches = new WeakMap<PoolClient, SilenceWatch | null>();

/** Exempts a connection without a statement timeout from the silence timeout. */
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

/**
 * Destroys a connection that has pending statements and sent no result for `silenceMillis`. Results arrive in order, so
 * the time of the last result is enough: one timer serves all statements of a connection.
 */
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
