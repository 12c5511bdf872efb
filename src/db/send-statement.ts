// Sends a statement on a connection, with a timeout for a silent server. The server ends statements after
// STATEMENT_TIMEOUT_MILLIS, so a longer silence means that it is frozen or unreachable; connections of the doctor are
// exempt. Replaces `pg`'s promises and timers per statement: measured under load, they keep every result in memory
// until the next full garbage collection.
import type { Duplex } from 'node:stream';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { PreparedQuery } from './prepared-query.ts';
import { TransactionQuery } from './transaction-query.ts';

/** Statement timeout, enforced by the server. */
export const STATEMENT_TIMEOUT_MILLIS = 10_000;
const silenceTimeoutMillis = STATEMENT_TIMEOUT_MILLIS + 1_000;

export function sendStatement(client: PoolClient, statement: QueryConfig): Promise<QueryResult> {
  return resultOf(client, (onResult) => {
    const { name, text, values = [] } = statement;
    if (name === undefined) client.query(statement, onResult);
    else client.query(new PreparedQuery(name, text, values, onResult));
  });
}

/** Sends the statements as one implicit transaction; resolves after the commit. */
export function sendTransaction(client: PoolClient, statements: readonly QueryConfig[]): Promise<unknown> {
  return resultOf(client, (onResult) => client.query(new TransactionQuery(statements, onResult)));
}

type OnResult = (error: Error | undefined, result: QueryResult) => void;

function resultOf(client: PoolClient, send: (onResult: OnResult) => void): Promise<QueryResult> {
  const watchdog = watchdogOf(client);
  return new Promise((resolve, reject) => {
    send((error, result) => {
      watchdog?.resultReceived();
      if (error) {
        failureObservers.get(client)?.(error);
        reject(error);
      } else resolve(result);
    });
    watchdog?.statementSent();
  });
}

/** Replaces the error's stack, which shows the socket handler, by the stack of the caller. */
export function captureCallerStack(error: unknown): void {
  if (error instanceof Error) Error.captureStackTrace(error, captureCallerStack);
}

/** Called with the error of every failed statement. */
const failureObservers = new WeakMap<PoolClient, (error: Error) => void>();

export function observeFailures(client: PoolClient, observer: (error: Error) => void): void {
  failureObservers.set(client, observer);
}

/** null: exempt from the silence timeout. */
const watchdogs = new WeakMap<PoolClient, SilenceWatchdog | null>();

/**
 * For connections without a statement timeout: a long statement may stay silent, so the connection is exempt from the
 * silence timeout.
 */
export function exemptFromSilenceTimeout(client: PoolClient): void {
  watchdogs.set(client, null);
}

function watchdogOf(client: PoolClient): SilenceWatchdog | null {
  const known = watchdogs.get(client);
  if (known !== undefined) return known;
  const watchdog = new SilenceWatchdog(() => streamOf(client).destroy());
  watchdogs.set(client, watchdog);
  return watchdog;
}

export function streamOf(client: PoolClient): Duplex {
  return (client as PoolClient & { connection: { stream: Duplex } }).connection.stream;
}

/**
 * Destroys a connection that has pending statements and sent no result for `silenceTimeoutMillis`. Results arrive in
 * order, so the time of the last result is enough: one timer serves all statements of a connection.
 */
class SilenceWatchdog {
  readonly #onSilence: () => void;
  #pending = 0;
  #lastResultMillis = 0;
  #hasTimer = false;

  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  statementSent(): void {
    this.#pending += 1;
    if (this.#pending === 1) this.#lastResultMillis = performance.now();
    if (!this.#hasTimer) this.#checkIn(silenceTimeoutMillis);
  }

  resultReceived(): void {
    this.#pending -= 1;
    this.#lastResultMillis = performance.now();
  }

  #checkIn(millis: number): void {
    this.#hasTimer = true;
    setTimeout(() => this.#check(), millis).unref();
  }

  #check(): void {
    this.#hasTimer = false;
    if (this.#pending === 0) return;
    const remainingMillis = this.#lastResultMillis + silenceTimeoutMillis - performance.now();
    if (remainingMillis <= 0) this.#onSilence();
    else this.#checkIn(remainingMillis);
  }
}
