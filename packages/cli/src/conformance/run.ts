// One run of the checks: the client, the access token, the fixtures, and what must be removed afterwards.
import { randomBytes } from 'node:crypto';
import { type Exchange, isObject, valueAt } from './exchange.ts';
import { HttpClient, type Outgoing } from './http-client.ts';

const dayMillis = 86_400_000;
const cleanUpMillis = 30_000;

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
  /** Unique per run, so that runs at the same time do not meet. */
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

  /** Sends a request with the access token of the run, unless it names another one. */
  async send(outgoing: Outgoing): Promise<Exchange> {
    const exchange = await this.client.send({ token: this.#token, ...outgoing });
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

  /** A future time that other bookings rarely use: capacity is limited per hour. */
  futureTime(minDays = 2): string {
    const days = minDays + Math.random() * (28 - minDays);
    const at = new Date(Date.now() + days * dayMillis);
    // 15:00 to 22:00 UTC is daytime in every zone of the continental United States.
    at.setUTCHours(15 + Math.floor(Math.random() * 7), 0, 0, 0);
    return at.toISOString();
  }

  /** Cancels the bookings and deletes the endpoints of this run. */
  async removeResources(): Promise<void> {
    const signal = AbortSignal.timeout(cleanUpMillis);
    await this.client.idle();
    await Promise.allSettled(this.#onEnd.splice(0).map((action) => action()));
    const { bookings, endpoints } = leftBehind(this.client.exchanges);
    await inGroups([...bookings], (id) => this.#trySend(signal, 'POST', `/bookings/${id}/cancel`));
    await inGroups([...endpoints], (id) => this.#trySend(signal, 'DELETE', `/webhooks/${id}`));
  }

  async revokeTokens(): Promise<void> {
    const { clientId: client_id, clientSecret: client_secret } = this.options.credentials;
    const signal = AbortSignal.timeout(cleanUpMillis);
    const { tokens } = leftBehind(this.client.exchanges);
    await inGroups([...tokens], (token) =>
      this.client
        .send(
          {
            method: 'POST',
            path: '/oauth/revoke',
            body: { token, client_id, client_secret },
            ignoresRateLimit: true,
          },
          signal,
        )
        .catch(() => null),
    );
  }

  /** Also works after the run has been interrupted. */
  #trySend(signal: AbortSignal, method: string, path: string): Promise<Exchange | null> {
    return this.client.send({ method, path, token: this.#token }, signal).catch(() => null);
  }
}

async function inGroups<T>(items: readonly T[], action: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += 4) await Promise.all(items.slice(at, at + 4).map(action));
}

/** Found in the responses, so that no check has to remember what it made. */
function leftBehind(exchanges: readonly Exchange[]) {
  const left = { bookings: new Set<string>(), endpoints: new Set<string>(), tokens: new Set<string>() };
  for (const { request, status, body } of exchanges) {
    const path = request.path.split('?')[0] ?? '';
    const deleted = /^\/webhooks\/([^/]+)$/.exec(path)?.[1];
    if (request.method === 'DELETE' && status === 204 && deleted) left.endpoints.delete(deleted);
    if (!isObject(body)) continue;
    const { id, state, access_token } = body;
    if (typeof access_token === 'string') left.tokens.add(access_token);
    if (path === '/webhooks' && status === 201 && typeof id === 'string') left.endpoints.add(id);
    if (typeof id === 'string' && typeof state === 'string')
      if (state === 'cancelled' || state === 'completed') left.bookings.delete(id);
      else left.bookings.add(id);
  }
  return left;
}
