// One HTTP exchange over one connection, with one time limit from the first packet to the last byte.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { ObservedClient, ObservedConnection, ObservedOptions } from './observed-client.ts';
import type { OriginPools } from './origin-pools.ts';
import { ResponseCapture } from './response-capture.ts';
import type { WebhookTarget } from './target-url.ts';
import type { WebhookRequest } from './webhook-sender.ts';

export interface ExchangeEnd {
  readonly how: 'answered' | 'timeout' | 'abandoned' | 'failed';
  /** Set with `failed`. */
  readonly error: Error | null;
  /** The response as far as it was received, even if it is incomplete. */
  readonly response: ResponseCapture | null;
  /** null if no connection was opened. */
  readonly connection: ObservedConnection | null;
  /** The connection had been used before, and was lost before any byte of the response arrived. */
  readonly wasStale: boolean;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly seat: { client: ObservedClient | null } = { client: null };
  readonly #resolve: (end: ExchangeEnd) => void;
  readonly #timer: NodeJS.Timeout;
  #response: ResponseCapture | null = null;
  #connection: ObservedConnection | null = null;
  #bytesBefore = 0;
  #wasUsed = false;
  #isFinished = false;

  constructor(timeoutMs: number, resolve: (end: ExchangeEnd) => void) {
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.giveUp('timeout'), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The caller was already informed of the failure, so the request must not be sent any more.
    if (this.#isFinished) {
      controller.abort(abortError);
      return;
    }
    const connection = this.seat.client?.connection ?? null;
    if (connection === null) return;
    this.#connection = connection;
    this.#wasUsed = connection.requests > 0;
    this.#bytesBefore = connection.socket.bytesRead;
    connection.requests += 1;
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode >= 200) this.#response = new ResponseCapture(statusCode, headers);
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    if (this.#isFinished || this.#response?.add(chunk) !== false) return;
    this.#finish('answered', null);
    this.#closeSocket();
  }

  onResponseEnd(): void {
    this.#response?.end();
    this.#finish('answered', null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#finish('failed', error);
  }

  giveUp(how: 'timeout' | 'abandoned'): void {
    this.#finish(how, null);
    this.#closeSocket();
  }

  /**
   * Destroys the socket instead of aborting through the controller: on an abort, undici opens a new connection that is
   * not needed.
   */
  #closeSocket(): void {
    this.#connection?.socket.destroy(abortError);
  }

  #finish(how: ExchangeEnd['how'], error: Error | null): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    clearTimeout(this.#timer);
    const connection = this.#connection;
    const wasStale =
      this.#wasUsed && connection !== null && connection.socket.bytesRead === this.#bytesBefore;
    const end = { how, error, response: this.#response, connection, wasStale };
    // undici returns a connection to the pool one turn of the event loop after the response. A webhook sent earlier
    // would open a second connection, which doubles the number of connections.
    if (how === 'answered') queueMicrotask(() => setImmediate(this.#resolve, end));
    else this.#resolve(end);
  }
}

const abortError = new Error('request aborted');

export interface ExchangeOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Exchanges by abort signal: one listener per signal instead of one per exchange. */
const exchangesBySignal = new WeakMap<AbortSignal, Set<Exchange>>();

function exchangesUntil(signal: AbortSignal): Set<Exchange> {
  const known = exchangesBySignal.get(signal);
  if (known) return known;
  const exchanges = new Set<Exchange>();
  exchangesBySignal.set(signal, exchanges);
  signal.addEventListener('abort', () => {
    for (const one of exchanges) one.giveUp('abandoned');
  });
  return exchanges;
}

export function exchange(
  pools: OriginPools,
  target: WebhookTarget,
  { headers, body }: WebhookRequest,
  { timeoutMs, signal }: ExchangeOptions,
): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    const exchanges = signal && exchangesUntil(signal);
    const handler = new Exchange(timeoutMs, (end) => {
      exchanges?.delete(handler);
      resolve(end);
    });
    if (signal?.aborted) return handler.giveUp('abandoned');
    exchanges?.add(handler);
    const options: ObservedOptions = { path: target.path, method: 'POST', headers, body, seat: handler.seat };
    pools.dispatch(target.origin, options, handler);
  });
}
