// Common behaviour of all routing services: slow, busy or broken ones must not block a booking. And the estimate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeGoal } from '../../../test/support/scale.ts';
import { type StubResponse, type StubServer, startStubServer } from '../../../test/support/stub-server.ts';
import type { RoutingServiceConfig } from '../../config/provider-config.ts';
import { createRouter } from './create-router.ts';
import { estimateRouter } from './estimate-router.ts';

const waypoints = [
  { latitude: 37.75, longitude: -122.45 },
  { latitude: 37.76, longitude: -122.44 },
];
type Service = RoutingServiceConfig['provider'];
const NO_ROUTE: Readonly<Record<Service, StubResponse>> = {
  valhalla: { status: 400, body: { error_code: 442, error: 'No path could be found for input' } },
  osrm: { status: 400, body: { code: 'NoRoute', message: 'Impossible route between points' } },
  google: { body: {} },
};
let server: StubServer;

beforeAll(async () => {
  server = await startStubServer();
});
afterAll(() => server.close());

describe('the estimate', () => {
  it('needs no service', async () => {
    const outcome = await estimateRouter.route(waypoints);
    expect(outcome).toMatchObject({ kind: 'found', travel: { miles: 1.23, estimated: true } });
  });
});

describe.each<Service>(['valhalla', 'osrm', 'google'])('%s', (provider) => {
  const create = (now?: () => number) =>
    createRouter({ provider, url: server.url, ...(provider === 'google' && { key: 'k' }) }, now);
  const route = () => create().route(waypoints);

  it.each([
    [503, '30', 30],
    [429, '86400', 300],
    [502, '0', 1],
    [500, 'soon', 5],
  ])(
    'is unavailable on HTTP %i, with the limited Retry-After (%s: %i s)',
    async (status, retryAfter, seconds) => {
      server.setResponse({ status, body: '<html>', headers: { 'retry-after': retryAfter } });
      expect(await route()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: seconds });
    },
  );

  it('is unavailable on an invalid response', async () => {
    for (const body of [
      '<html>',
      '[]',
      '"x"',
      '{"code":"Ok","trip":{"units":"miles"},"routes":[{"legs":7}]}',
    ]) {
      server.setResponse({ status: 200, body });
      expect(await route()).toMatchObject({ kind: 'unavailable' });
    }
  });

  it('pauses for 30 seconds after five failures, then sends one probe', async () => {
    let time = 1_000;
    const router = create(() => time);
    const before = server.seen.length;
    server.setResponse({ status: 503, body: {} });
    for (let call = 0; call < 5; call += 1)
      expect(await router.route(waypoints)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
    time += 12_000;
    expect(await router.route(waypoints)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/is unavailable: circuit breaker open$/),
      retryAfterSeconds: 18,
    });
    expect(server.seen.length - before).toBe(5);
    time += 18_000;
    await router.route(waypoints);
    expect(server.seen.length - before).toBe(6);
  });

  it('does not count a missing route as a failure', async () => {
    const before = server.seen.length;
    server.setResponse(NO_ROUTE[provider]);
    const router = create();
    for (let call = 0; call < 7; call += 1)
      expect(await router.route(waypoints)).toMatchObject({ kind: 'no_route' });
    expect(server.seen.length - before).toBe(7);
  });
});

describe('unresponsive engine', () => {
  it('is unavailable after 2.5 seconds', async () => {
    server.setResponse(() => {});
    const startedAt = performance.now();
    const outcome = await createRouter({ provider: 'osrm', url: server.url }).route(waypoints);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: 'OSRM: no complete response within 2500 ms',
    });
    expect(performance.now() - startedAt).toBeLessThan(timeGoal(3_500));
  });
});
