// Raw HTTP client of the conformance checks: sends bytes, keeps every exchange, and stays within the rate limit. It is
// not the SDK, which would hide media types, headers and unknown fields.
import { setTimeout as delay } from 'node:timers/promises';
import type { Exchange, SentRequest } from './exchange.ts';

export const vendorType = 'application/vnd.service+json;version=2';
const vendorAccept = 'application/vnd.service+json; version=2';

const maxPauseMillis = 65_000;
const maxRepeats = 3;

export interface Outgoing {
  readonly method: string;
  readonly path: string;
  /** Access token; undefined or null: none. */
  readonly token?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with the content type in `headers`. */
  readonly text?: string;
  /** Neither waits for the rate limit nor repeats after 429. */
  readonly ignoresRateLimit?: boolean;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly requestTimeoutMillis: number;
}

/** The instance could not be reached, or did not respond in time. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export class HttpClient {
  readonly exchanges: Exchange[] = [];
  readonly #options: ClientOptions;
  readonly #secrets = new Set<string>();
  #waitUntil = 0;
  #remaining = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  readonly #sending = new Set<Promise<Exchange>>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Replaced by `***` in everything that is reported. */
  hide(secret: string): void {
    if (secret.length >= 8) this.#secrets.add(secret);
  }

  mask(text: string): string {
    return [...this.#secrets].reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
  }

  /** Resolves when no request is in flight, including those that a failed check no longer waits for. */
  async idle(): Promise<void> {
    while (this.#sending.size > 0) await Promise.allSettled(this.#sending);
  }

  /** `signal` ends the wait for the rate limit, and keeps further requests from being sent. */
  async send(outgoing: Outgoing, signal: AbortSignal): Promise<Exchange> {
    const sending = this.#send(outgoing, signal);
    this.#sending.add(sending);
    try {
      return await sending;
    } finally {
      this.#sending.delete(sending);
    }
  }

  async #send(outgoing: Outgoing, signal: AbortSignal): Promise<Exchange> {
    for (let repeats = 0; ; repeats += 1) {
      if (!outgoing.ignoresRateLimit) await this.#awaitRateLimit(signal);
      // Requests in flight are not aborted: what they make would stay behind.
      signal.throwIfAborted();
      const exchange = await this.#exchange(outgoing);
      this.#recordRateLimit(exchange);
      this.exchanges.push(exchange);
      if (exchange.status !== 429 || outgoing.ignoresRateLimit || repeats === maxRepeats) return exchange;
    }
  }

  async #exchange(outgoing: Outgoing): Promise<Exchange> {
    const request = toRequest(outgoing);
    const { baseUrl, requestTimeoutMillis } = this.#options;
    this.#inFlight += 1;
    try {
      const response = await fetch(`${baseUrl}${request.path}`, {
        method: request.method,
        headers: request.headers,
        ...(request.body !== null && { body: request.body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(requestTimeoutMillis),
      });
      const text = await response.text();
      const { status, headers } = response;
      return { request, status, headers, text, body: parseJson(text) };
    } catch (error) {
      throw new Unreachable(`${request.method} ${request.path}: ${reasonOf(error, requestTimeoutMillis)}`);
    } finally {
      this.#inFlight -= 1;
    }
  }

  async #awaitRateLimit(signal: AbortSignal): Promise<void> {
    this.#remaining -= 1;
    const pause = Math.min(this.#waitUntil - Date.now(), maxPauseMillis);
    if (this.#remaining >= 0 || pause <= 0) return;
    await delay(pause, undefined, { signal });
    this.#remaining = Number.POSITIVE_INFINITY;
  }

  #recordRateLimit({ status, headers }: Exchange): void {
    const number = (name: string) => Number.parseInt(headers.get(name) ?? '', 10);
    const [remaining, reset, retryAfter] = [
      number('ratelimit-remaining'),
      number('ratelimit-reset'),
      number('retry-after'),
    ];
    if (status === 429) {
      this.#remaining = 0;
      this.#waitUntil = Date.now() + (Number.isNaN(retryAfter) ? 1 : retryAfter) * 1_000;
    } else if (!Number.isNaN(remaining) && !Number.isNaN(reset)) {
      // Requests in flight are not yet in the header.
      this.#remaining = remaining - this.#inFlight;
      this.#waitUntil = (reset + 1) * 1_000;
    }
  }
}

function toRequest({ method, path, token, headers = {}, body, text }: Outgoing): SentRequest {
  const payload = text ?? (body === undefined ? null : JSON.stringify(body));
  return {
    method,
    path,
    isAuthenticated: typeof token === 'string',
    body: payload,
    headers: {
      accept: vendorAccept,
      ...(payload !== null && { 'content-type': 'application/json' }),
      ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown, timeoutMillis: number): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `no response within ${timeoutMillis / 1_000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
