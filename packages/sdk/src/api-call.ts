// A call that is under way: await it for what was asked, or ask it for the whole answer.
// oxlint-disable unicorn/no-thenable -- it is a promise, see below

/** What was asked, and what came along with it. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;
  /** The key the write was sent under; null where nothing is written. */
  readonly idempotencyKey: string | null;
  /** The service had done this before and repeated its answer. */
  readonly isReplay: boolean;
  /** How many requests it took. */
  readonly attempts: number;
}

export class ApiCall<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ApiCall';
  readonly #answer: Promise<Answer<Data>>;

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer;
  }

  /** The answer with its request id, status and headers. */
  withResponse(): Promise<Answer<Data>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, made lazily so that either way of asking is enough
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.#answer.then(({ data }) => data).finally(onFinally);
  }
}
