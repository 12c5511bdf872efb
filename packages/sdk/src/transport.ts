// One API call: URL, headers and token, time-out per attempt, and retries.
import { rejectOnAbort, wait } from './abortable.ts';
import { ApiCall, type ApiResponse } from './api-call.ts';
import { PagedCall, type PageOf } from './paged-call.ts';
import { apiResponseOf, type Outcome, readOutcome } from './request-outcome.ts';
import { type RetryPolicy, waitBeforeRetry } from './retry-policy.ts';
import type { TokenSource } from './token-source.ts';
import { ApiError, ConnectionError, TimeoutError } from './waybill-error.ts';

export interface RequestOptions {
  /** Aborts the call at once, also while it waits for a retry. */
  readonly signal?: AbortSignal;
  /** Time-out of each attempt. */
  readonly timeoutMillis?: number;
  readonly maxRetries?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WriteOptions extends RequestOptions {
  /**
   * A key of your own, such as the order number, makes repeats safe beyond this call: for 24 hours, the same key and
   * body give the same response.
   */
  readonly idempotencyKey?: string;
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | URLSearchParams;
  readonly body?: unknown;
  readonly reads?: 'json' | 'text' | 'bytes';
  /** Sent without a token. */
  readonly isOpen?: boolean;
  /** Carries an Idempotency-Key header. */
  readonly isKeyed?: boolean;
  readonly maxRetries?: number;
}

/** Result of one HTTP request, for logs and metrics. */
export interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly attempt: number;
  readonly durationMillis: number;
  /** null: no complete response was received. */
  readonly status: number | null;
  readonly requestId: string | null;
  readonly error: Error | null;
  /** null: this was the last attempt. */
  readonly retryInMillis: number | null;
}

export interface TransportSettings extends RetryPolicy {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly timeoutMillis: number;
  readonly userAgent: string;
  readonly onAttempt: ((attempt: Attempt) => void) | undefined;
}

const accepted = 'application/vnd.service+json; version=2';
const noResponse = { status: null, code: null, retryAfterSeconds: null };

export class Transport {
  readonly #settings: TransportSettings;
  readonly #tokens: TokenSource | null;

  constructor(settings: TransportSettings, tokens: TokenSource | null) {
    this.#settings = settings;
    this.#tokens = tokens;
  }

  call<Data>(request: ApiRequest, options: WriteOptions = {}): ApiCall<Data> {
    return new ApiCall(this.#complete<Data>(request, options));
  }

  page<Item, Page extends PageOf<Item>>(
    request: ApiRequest,
    options: RequestOptions = {},
  ): PagedCall<Item, Page> {
    // Only the query of a page URL is used, so that the token is never sent to another host.
    const loadPage = (address: string) =>
      this.call<Page>({ ...request, query: new URL(address, this.#settings.baseUrl).searchParams }, options);
    return new PagedCall(this.#complete<Page>(request, options), loadPage);
  }

  async #complete<Data>(request: ApiRequest, options: WriteOptions): Promise<ApiResponse<Data>> {
    const idempotencyKey = request.isKeyed ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
    // Serialized once: a retry under the same key must send identical bytes, even if the object changes meanwhile.
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    let [attempts, failures, isRenewed] = [0, 0, false];
    for (;;) {
      attempts += 1;
      const startedAt = performance.now();
      const token = request.isOpen ? null : await this.#token(options.signal);
      const outcome = await this.#attempt(request, options, { token, idempotencyKey, body });
      const isRefused = outcome.response?.status === 401 && !isRenewed && (await this.#canRenew(token));
      if (isRefused) isRenewed = true;
      else failures += 1;
      const retryInMillis = isRefused ? 0 : this.#wait(outcome, failures, request, options);
      this.#reportAttempt(request, outcome, attempts, startedAt, retryInMillis);
      if (outcome.error === null)
        return apiResponseOf(outcome.response, outcome.data as Data, idempotencyKey, attempts);
      if (retryInMillis === null) throw outcome.error;
      await wait(retryInMillis, options.signal);
    }
  }

  #wait({ error }: Outcome, attempt: number, request: ApiRequest, options: RequestOptions): number | null {
    if (error === null) return null;
    const { maxRetries, maxWaitMillis } = this.#settings;
    return waitBeforeRetry(error instanceof ApiError ? error : noResponse, {
      attempt,
      policy: { maxRetries: options.maxRetries ?? request.maxRetries ?? maxRetries, maxWaitMillis },
      chance: Math.random(),
    });
  }

  async #canRenew(token: string | null): Promise<boolean> {
    return token !== null && (await this.#tokens?.refused(token)) === true;
  }

  /** Other calls that wait for the same token keep waiting if this call is aborted. */
  async #token(signal: AbortSignal | undefined): Promise<string | null> {
    return this.#tokens && rejectOnAbort(this.#tokens.get(), signal);
  }

  async #attempt(
    request: ApiRequest,
    options: RequestOptions,
    { token, idempotencyKey, body }: Record<'token' | 'idempotencyKey' | 'body', string | null>,
  ): Promise<Outcome> {
    const { baseUrl, fetch: send, userAgent, timeoutMillis } = this.#settings;
    const millis = options.timeoutMillis ?? timeoutMillis;
    const timeout = AbortSignal.timeout(millis);
    options.signal?.throwIfAborted();
    try {
      const response = await send(`${baseUrl}${request.path}${searchOf(request.query)}`, {
        method: request.method,
        redirect: 'manual',
        signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
        headers: {
          accept: accepted,
          'user-agent': userAgent,
          ...(body !== null && { 'content-type': 'application/json' }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
          ...options.headers,
        },
        ...(body !== null && { body }),
      });
      return await readOutcome(response, request.reads ?? 'json', idempotencyKey);
    } catch (cause) {
      options.signal?.throwIfAborted();
      const error = timeout.aborted
        ? new TimeoutError(`No response within ${millis} ms.`, { idempotencyKey, cause })
        : new ConnectionError(`No response from ${baseUrl}: ${reasonOf(cause)}.`, { idempotencyKey, cause });
      return { response: null, error };
    }
  }

  #reportAttempt(
    { method, path }: ApiRequest,
    { response, error }: Outcome,
    attempt: number,
    startedAt: number,
    retryInMillis: number | null,
  ): void {
    this.#settings.onAttempt?.({
      method,
      path,
      attempt,
      durationMillis: performance.now() - startedAt,
      status: response?.status ?? null,
      requestId: response?.headers.get('x-request-id') ?? null,
      error,
      retryInMillis,
    });
  }
}

function searchOf(query: ApiRequest['query']): string {
  const search = query instanceof URLSearchParams ? query : new URLSearchParams();
  if (search !== query) {
    for (const [name, value] of Object.entries(query ?? {}))
      if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `?${search.toString()}` : '';
}

/** fetch reports only that it failed; the cause has the reason. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}
