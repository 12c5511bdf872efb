// API call in progress: a promise of the data. `withResponse()` gives the response with its metadata.
// oxlint-disable unicorn/no-thenable -- it is a promise, see below

/** The data with the metadata of its response. */
export interface ApiResponse<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;
  /** Idempotency key of the write; null for reads. */
  readonly idempotencyKey: string | null;
  /** Whether the server replayed the stored response of an earlier request with the same key. */
  readonly isReplay: boolean;
  /** Number of HTTP requests made. */
  readonly attempts: number;
}

export class ApiCall<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ApiCall';
  readonly #response: Promise<ApiResponse<Data>>;

  constructor(response: Promise<ApiResponse<Data>>) {
    this.#response = response;
  }

  /** The data with request id, status and headers. */
  withResponse(): Promise<ApiResponse<Data>> {
    return this.#response;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, made lazily so that either way of asking is enough
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#response.then(({ data }) => data).finally(onFinally);
  }
}
