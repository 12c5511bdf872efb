// Choosing a router, and what all engines share: they may be slow, busy or broken, and a booking must not hang on them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CannedServer, startCannedServer } from '../../../test/support/canned-server.ts';
import { createRouter, type RouterOptions } from './create-router.ts';

const waypoints = [
  { latitude: 37.75, longitude: -122.45 },
  { latitude: 37.76, longitude: -122.44 },
];
let server: CannedServer;

beforeAll(async () => {
  server = await startCannedServer();
});
afterAll(() => server.close());

describe('a router', () => {
  it('is embedded unless another is named, and then estimates', async () => {
    const outcome = await createRouter({ provider: 'embedded' }).route(waypoints);
    expect(outcome).toMatchObject({ kind: 'found', travel: { miles: 1.23, estimated: true } });
  });

  it.each<[RouterOptions, string]>([
    [{ provider: 'valhalla' }, 'The router valhalla needs the url of its server.'],
    [{ provider: 'osrm', url: 'localhost:5000' }, 'The router osrm needs a url with http:// or https://.'],
    [
      { provider: 'osrm', url: 'http://localhost', key: 'k' },
      "The router osrm takes no key; a hosted engine's goes into the url.",
    ],
    [{ provider: 'google' }, 'The router google needs a key: an API key with the Routes API enabled.'],
    [
      { provider: 'google', key: 'k', url: 'nowhere' },
      'The router google needs a url with http:// or https://.',
    ],
    [
      { provider: 'embedded', url: 'http://localhost' },
      'The router embedded takes no url; name valhalla, osrm or google to use one.',
    ],
  ])('is refused at start when its options make no sense: %j', (options, message) => {
    expect(() => createRouter(options)).toThrow(message);
  });
});

describe.each<RouterOptions['provider']>(['valhalla', 'osrm', 'google'])('%s', (provider) => {
  const route = () =>
    createRouter({ provider, url: server.url, ...(provider === 'google' ? { key: 'k' } : {}) }).route(
      waypoints,
    );

  it.each([
    [503, '30', 30],
    [429, '86400', 300],
    [502, '0', 1],
    [500, 'soon', 5],
  ])(
    'is unavailable at HTTP %i, for as long as it says within reason (%s: %i s)',
    async (status, retryAfter, seconds) => {
      server.answerWith({ status, body: '<html>', headers: { 'retry-after': retryAfter } });
      expect(await route()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: seconds });
    },
  );

  it('is unavailable when it answers with garbage', async () => {
    for (const body of [
      '<html>',
      '[]',
      '"x"',
      '{"code":"Ok","trip":{"units":"miles"},"routes":[{"legs":7}]}',
    ]) {
      server.answerWith({ status: 200, body });
      expect(await route()).toMatchObject({ kind: 'unavailable' });
    }
  });
});

describe('an engine that does not answer', () => {
  it('is given up after two and a half seconds', async () => {
    server.answerWith(() => {});
    const startedAt = performance.now();
    const outcome = await createRouter({ provider: 'osrm', url: server.url }).route(waypoints);
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: 'OSRM: no full answer within 2500 ms' });
    expect(performance.now() - startedAt).toBeLessThan(3_500);
  });
});
