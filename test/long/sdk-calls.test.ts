// The SDK against a real sandbox, through a gateway that injects network failures.
import {
  ApiError,
  AuthenticationError,
  type BookingList,
  ConnectionError,
  InvalidRequestError,
  type StoredToken,
  TimeoutError,
  ValidationError,
  Waybill,
} from '@waybill/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/system/create-client.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type SandboxServer, startSandbox, twoStops } from '../support/sandbox-server.ts';
import { until } from '../support/until.ts';

const order = () => ({
  stops: twoStops,
  product: 'van' as const,
  arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
});

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('SDK calls', () => {
  let sandbox: SandboxServer;
  let gateway: FaultProxy;
  let client: IssuedClient;
  let waybill: Waybill;
  /** Waits for events in the feed: the relay assigns feed positions asynchronously. */
  const eventsInFeed = (count: number) =>
    until(
      async () => (await waybill.events.list()).data,
      ({ length }) => length >= count,
    );
  const requests = (method: string, path: string) =>
    gateway.passed.filter((each) => each.method === method && each.path === path);
  const connect = (more: object = {}) =>
    new Waybill({
      baseUrl: gateway.url,
      clientId: client.clientId,
      clientSecret: client.clientSecret,
      ...more,
    });

  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  beforeEach(async () => {
    gateway = await startFaultProxy(sandbox.baseUrl);
    client = (await sandbox.organization()).client;
    waybill = connect();
    return () => gateway.close();
  });
  afterAll(() => sandbox?.close());

  it('create one booking despite two 503 responses and a lost connection', async () => {
    gateway.plan('POST', '/bookings', ['refuse', 'garble', 'lose']);
    const { data, attempts, isReplay, requestId } = await waybill.bookings.create(order()).withResponse();
    expect({ state: data.state, attempts, isReplay }).toEqual({
      state: 'created',
      attempts: 4,
      isReplay: true,
    });
    expect(requestId).toBeTruthy();
    const keys = new Set(requests('POST', '/bookings').map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBe(1);
    expect((await waybill.bookings.list()).data.map(({ id }) => id)).toEqual([data.id]);
  });

  it('fail after the allowed number of attempts, and the Idempotency-Key of the error still finds the booking', async () => {
    gateway.plan('POST', '/bookings', ['garble', 'garble']);
    const body = order();
    const error = await errorOf(waybill.bookings.create(body, { maxRetries: 1 }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ServerError', status: 503, code: null, type: 'api_error' });
    const idempotencyKey = error instanceof ApiError ? (error.idempotencyKey ?? '') : '';
    const { data, isReplay } = await waybill.bookings.create(body, { idempotencyKey }).withResponse();
    expect(isReplay).toBe(true);
    expect((await waybill.bookings.list()).data).toEqual([data]);
  });

  it('share one token when concurrent, and get another when it is refused', async () => {
    await Promise.all([waybill.account.get(), waybill.bookings.list(), waybill.webhooks.list()]);
    expect(requests('POST', '/oauth/token')).toHaveLength(1);
    const token = gateway.passed.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    await waybill.oauth.revoke({ token, client_id: client.clientId, client_secret: client.clientSecret });
    const seen: (number | null)[] = [];
    const watching = connect({ onAttempt: ({ status }: { status: number | null }) => seen.push(status) });
    await Promise.all([waybill.account.get(), waybill.account.get()]);
    expect(requests('POST', '/oauth/token')).toHaveLength(2);
    expect((await watching.account.get()).client_id).toBe(client.clientId);
    expect(seen).toEqual([200, 200]);
  });

  it('use the configured token store, and renew a token that is about to expire', async () => {
    let kept: StoredToken | null = { accessToken: 'of-yesterday', expiresAt: Date.now() + 30_000 };
    const tokenStore = {
      load: () => kept,
      save: (token: StoredToken | null) => {
        kept = token;
      },
    };
    await connect({ tokenStore }).account.get();
    expect(kept).toMatchObject({ expiresAt: null });
    await connect({ tokenStore }).account.get();
    expect(requests('POST', '/oauth/token')).toHaveLength(1);
    kept = { accessToken: 'revoked', expiresAt: null };
    await connect({ tokenStore }).account.get();
    expect(requests('POST', '/oauth/token')).toHaveLength(2);
    expect(requests('GET', '/account').map(({ headers }) => headers.authorization)).toContain(
      'Bearer revoked',
    );
  });

  it('throw errors with class, code and parameter', async () => {
    const tip = await errorOf(waybill.bookings.create({ ...order(), tip: 50 }));
    expect(tip).toBeInstanceOf(ValidationError);
    expect(tip).toMatchObject({ status: 400, type: 'validation_error', code: 'invalid_tip', param: 'tip' });
    expect(tip).toMatchObject({
      docUrl: expect.stringContaining('#invalid_tip'),
      requestId: expect.any(String),
    });
    const lost = await errorOf(waybill.bookings.create({ ...order(), order_number: 'sandbox:window_lost' }));
    expect(lost).toBeInstanceOf(InvalidRequestError);
    expect(lost).toMatchObject({ status: 409, param: 'arrival_window_from', code: null });
    const stranger = await errorOf(
      new Waybill({ baseUrl: gateway.url, accessToken: 'nobody' }).account.get(),
    );
    expect(stranger).toBeInstanceOf(AuthenticationError);
    expect(requests('POST', '/bookings')).toHaveLength(2);
  });

  it('retry a 503 of the sandbox with the same Idempotency-Key', async () => {
    const order_number = 'sandbox:unavailable_once';
    const { attempts, data } = await waybill.bookings.create({ ...order(), order_number }).withResponse();
    expect({ attempts, state: data.state }).toEqual({ attempts: 2, state: 'created' });
  });

  it('time out, and end at once when aborted', async () => {
    gateway.plan('GET', '/account', ['hang', 'hang']);
    await waybill.bookings.list();
    const late = await errorOf(waybill.account.get({ timeoutMillis: 100, maxRetries: 0 }));
    expect(late).toBeInstanceOf(TimeoutError);
    expect(late).toBeInstanceOf(ConnectionError);
    const signal = AbortSignal.timeout(100);
    expect(await errorOf(waybill.account.get({ signal }))).toBe(signal.reason);
    const reason = new Error('the shopper left');
    const aborted = AbortSignal.abort(reason);
    const before = gateway.passed.length;
    expect(await errorOf(waybill.bookings.create(order(), { signal: aborted }))).toBe(reason);
    expect(gateway.passed).toHaveLength(before);
    const unreachable = new Waybill({ baseUrl: 'http://127.0.0.1:9', accessToken: 'x', maxRetries: 0 });
    const refused = await errorOf(unreachable.account.get());
    expect(refused).toBeInstanceOf(ConnectionError);
    expect(refused).toMatchObject({ message: expect.stringContaining('http://127.0.0.1:9') });
  });

  it('paginate in both directions, and send the token to the base URL only', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await waybill.bookings.create(order())).id);
    const forwards: string[] = [];
    for await (const { id } of waybill.bookings.list({ limit: 2 })) forwards.push(id);
    expect(forwards).toEqual(ids);
    let last: BookingList | undefined;
    for await (const page of waybill.bookings.list({ limit: 2 }).pages()) last = page;
    const before = new URL(last?.previous ?? '').searchParams.get('before') ?? '';
    const backwards: string[] = [];
    for await (const { id } of waybill.bookings.list({ limit: 2, before }).backwards()) backwards.push(id);
    expect(backwards).toEqual(ids.slice(0, 4).reverse());
    await eventsInFeed(5);
    const types: string[] = [];
    for await (const event of waybill.events.list({ limit: 2, type: ['booking.created'] }))
      types.push(event.type);
    expect(types).toEqual(Array(5).fill('booking.created'));
    const second = await waybill.events.list({
      limit: 4,
      after: (await waybill.events.list({ limit: 4 })).cursor,
    });
    const place = new URL(second.previous ?? '').searchParams.get('before') ?? '';
    const earlier: string[] = [];
    for await (const { data } of waybill.events.list({ before: place, limit: 3 }).backwards())
      if ('booking' in data) earlier.push(data.booking.id);
    expect(earlier).toEqual(ids.slice(1));
    // All requests went through the gateway, although the page URLs name the server behind it.
    expect(last?.next).toBeNull();
    expect(requests('GET', '/bookings?limit=2')).toHaveLength(2);
    expect(gateway.passed.filter(({ path }) => path.includes('after=')).length).toBeGreaterThan(4);
  });

  it('follow the feed from the latest cursor', async () => {
    await waybill.bookings.create(order());
    await eventsInFeed(1);
    const after = await waybill.events.latestCursor();
    const ending = new AbortController();
    const { id } = await waybill.bookings.create(order());
    await waybill.bookings.cancel(id);
    const seen: string[] = [];
    const follow = async () => {
      for await (const { data } of waybill.events.follow(
        { after },
        { pollMillis: 50, signal: ending.signal },
      )) {
        seen.push(...data.map((event) => event.type));
        if (seen.length >= 2) ending.abort();
      }
    };
    expect(await errorOf(follow())).toBe(ending.signal.reason);
    expect(seen).toEqual(['booking.created', 'booking.cancelled']);
  });
});
