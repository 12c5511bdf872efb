// One run of the checks: the client, the access token and the fixtures.
import { randomBytes } from 'node:crypto';
import { type Exchange, valueAt } from './exchange.ts';
import { HttpClient, type Outgoing } from './http-client.ts';

const dayMillis = 86_400_000;

export interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface RunOptions {
  readonly credentials: Credentials;
  /** Three locations that the instance serves. */
  readonly stops: readonly [unknown, unknown, unknown];
  /** Public URL of the receiver of webhooks and the local port behind it; null: loopback only. */
  readonly receiver: { readonly url: string; readonly port: number } | null;
  /** Whether the checks may use up the rate limit of the account. */
  readonly exhaustsRateLimit: boolean;
  readonly requestTimeoutMillis: number;
  readonly signal: AbortSignal;
}

/** Something that several checks need, such as a booking. Made once per run, when the first check asks for it. */
export interface Fixture<T> {
  readonly name: string;
  readonly make: (run: Run) => Promise<T>;
}

export function fixture<T>(name: string, make: (run: Run) => Promise<T>): Fixture<T> {
  return { name, make };
}

/** A fixture could not be made. The first check that asked for it reports the cause. */
export class FixtureFailure extends Error {
  override readonly name = 'FixtureFailure';
  readonly fixtureName: string;

  constructor(fixtureName: string, cause: unknown) {
    super(`could not make ${fixtureName}`, { cause });
    this.fixtureName = fixtureName;
  }
}

export class Run {
  readonly options: RunOptions;
  readonly client: HttpClient;
  /** Unique per run, so that concurrent runs use different order numbers and keys. */
  readonly name = `conformance-${randomBytes(6).toString('hex')}`;
  readonly #fixtures = new Map<Fixture<unknown>, Promise<unknown>>();
  readonly #onEnd: (() => Promise<void>)[] = [];
  #token: string | null = null;

  constructor(options: RunOptions) {
    this.options = options;
    this.client = new HttpClient({ ...options, baseUrl: options.credentials.baseUrl });
    this.client.hide(options.credentials.clientSecret);
  }

  useToken(token: string): void {
    this.#token = token;
  }

  /**
   * Sends a request with the access token of the run, unless it names another one. `signal` replaces that of the run,
   * for requests after its end.
   */
  async send(outgoing: Outgoing, signal = this.options.signal): Promise<Exchange> {
    const exchange = await this.client.send({ token: this.#token, ...outgoing }, signal);
    for (const name of ['access_token', 'secret', 'portal_url']) {
      const secret = valueAt(exchange.body, name);
      if (typeof secret === 'string') this.client.hide(secret);
    }
    return exchange;
  }

  get = (path: string): Promise<Exchange> => this.send({ method: 'GET', path });
  post = (path: string, body?: unknown): Promise<Exchange> => this.send({ method: 'POST', path, body });
  patch = (path: string, body: unknown): Promise<Exchange> => this.send({ method: 'PATCH', path, body });
  delete = (path: string): Promise<Exchange> => this.send({ method: 'DELETE', path });

  async need<T>(wanted: Fixture<T>): Promise<T> {
    let making = this.#fixtures.get(wanted) as Promise<T> | undefined;
    if (!making) {
      making = wanted.make(this).catch((error: unknown) => {
        throw error instanceof FixtureFailure ? error : new FixtureFailure(wanted.name, error);
      });
      this.#fixtures.set(wanted, making);
    }
    return making;
  }

  onEnd(action: () => Promise<void>): void {
    this.#onEnd.push(action);
  }

  /** Closes what the run has opened on this machine. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#onEnd.splice(0).map((action) => action()));
  }

  /** A future time that other bookings rarely use: capacity is limited per hour. */
  futureTime(minDays = 2): string {
    const days = minDays + Math.random() * (28 - minDays);
    const at = new Date(Date.now() + days * dayMillis);
    // 15:00 to 22:00 UTC is daytime in every zone of the continental United States.
    at.setUTCHours(15 + Math.floor(Math.random() * 7), 0, 0, 0);
    return at.toISOString();
  }
}
