// One request and its answer over one connection, bounded in time from the first packet to the last byte.
import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import type { Line, ObservedClient, ObservedOptions } from './observed-client.ts';
import { ResponseCapture } from './response-capture.ts';
import type { WebhookTarget } from './target-url.ts';
import type { WebhookRequest } from './webhook-sender.ts';

export interface ExchangeEnd {
  readonly how: 'answered' | 'timeout' | 'abandoned' | 'failed';
  /** With `failed`. */
  readonly error: Error | null;
  /** As far as it came, also where the rest did not. */
  readonly response: ResponseCapture | null;
  /** null: none was opened. */
  readonly line: Line | null;
  /** The connection had been used before and was lost before it brought anything. */
  readonly wasStale: boolean;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly seat: { client: ObservedClient | null } = { client: null };
  readonly #resolve: (end: ExchangeEnd) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #response: ResponseCapture | null = null;
  #line: Line | null = null;
  #bytesBefore = 0;
  #wasUsed = false;
  #isOver = false;

  constructor(timeoutMs: number, resolve: (end: ExchangeEnd) => void) {
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.giveUp('timeout'), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Whoever waited for this has been told that it failed: it must not be sent now.
    if (this.#isOver) {
      controller.abort(abandoned);
      return;
    }
    this.#controller = controller;
    const line = this.seat.client?.line ?? null;
    if (line === null) return;
    this.#line = line;
    this.#wasUsed = line.requests > 0;
    this.#bytesBefore = line.socket.bytesRead;
    line.requests += 1;
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: IncomingHttpHeaders): void {
    if (statusCode >= 200) this.#response = new ResponseCapture(statusCode, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver || this.#response?.add(chunk) !== false) return;
    this.#finish('answered', null);
    controller.abort(abandoned);
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
    this.#controller?.abort(abandoned);
  }

  #finish(how: ExchangeEnd['how'], error: Error | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const line = this.#line;
    const wasStale = this.#wasUsed && line !== null && line.socket.bytesRead === this.#bytesBefore;
    this.#resolve({ how, error, response: this.#response, line, wasStale });
  }
}

const abandoned = new Error('given up');

export interface ExchangeOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export function exchange(
  agent: Agent,
  target: WebhookTarget,
  { headers, body }: WebhookRequest,
  { timeoutMs, signal }: ExchangeOptions,
): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    const stop = () => handler.giveUp('abandoned');
    const handler = new Exchange(timeoutMs, (end) => {
      signal?.removeEventListener('abort', stop);
      resolve(end);
    });
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    const { origin, path } = target;
    const options: ObservedOptions = { origin, path, method: 'POST', headers, body, seat: handler.seat };
    agent.dispatch(options, handler);
  });
}
