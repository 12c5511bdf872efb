// Responses as documented by Google; not tested against the live service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubServer, startStubServer } from '../../../test/support/stub-server.ts';
import { createRouter } from './create-router.ts';

const waypoints = [
  { latitude: 37.419734, longitude: -122.0827784 },
  { latitude: 37.4183281, longitude: -122.0798166 },
  { latitude: 37.41767, longitude: -122.079595 },
];
let server: StubServer;

beforeAll(async () => {
  server = await startStubServer();
});
afterAll(() => server.close());

const route = (places = waypoints) =>
  createRouter({ provider: 'google', url: server.url, key: 'a-key' }).route(places);

describe('Google Routes', () => {
  it('requests the stops in order, with the key and only the required fields', async () => {
    server.setResponse({
      status: 200,
      body: {
        routes: [
          {
            legs: [
              { distanceMeters: 1609, duration: '165s' },
              { distanceMeters: 772, duration: '90.5s' },
            ],
          },
        ],
      },
    });
    expect(await route()).toEqual({
      kind: 'found',
      travel: {
        legs: [
          { miles: 1, minutes: 2.75 },
          { miles: 0.48, minutes: 1.51 },
        ],
        miles: 1.48,
        minutes: 4.26,
        estimated: false,
      },
    });
    const { method, path, headers, body } = server.seen.at(-1) ?? { body: '', headers: {} };
    expect([method, path]).toEqual(['POST', '/directions/v2:computeRoutes']);
    expect(headers).toMatchObject({
      'x-goog-api-key': 'a-key',
      'x-goog-fieldmask': 'routes.legs.distanceMeters,routes.legs.duration',
    });
    const points = waypoints.map((latLng) => ({ location: { latLng } }));
    expect(JSON.parse(body)).toEqual({
      origin: points[0],
      intermediates: [points[1]],
      destination: points[2],
      travelMode: 'DRIVE',
      routingPreference: 'TRAFFIC_UNAWARE',
    });
  });

  it('treats omitted numbers as zero', async () => {
    server.setResponse({ status: 200, body: { routes: [{ legs: [{}] }] } });
    const [here] = waypoints;
    if (here === undefined) throw new Error('no waypoint');
    expect(await route([here, here])).toMatchObject({ kind: 'found', travel: { miles: 0, minutes: 0 } });
  });

  it('returns no_route for an empty response', async () => {
    server.setResponse({ status: 200, body: {} });
    expect(await route()).toEqual({
      kind: 'no_route',
      reason: 'Google Routes: no route between these points',
    });
  });

  it.each([
    [
      'a refused key',
      403,
      {
        error: { code: 403, message: 'The request is missing a valid API key.', status: 'PERMISSION_DENIED' },
      },
    ],
    ['a duration in words', 200, { routes: [{ legs: [{ distanceMeters: 1, duration: 'a while' }, {}] }] }],
    ['a leg too few', 200, { routes: [{ legs: [{ distanceMeters: 1, duration: '1s' }] }] }],
    ['routes that are not a list', 200, { routes: 'none' }],
    ['no legs', 200, { routes: [{}] }],
    ['something else', 200, 'true'],
  ])('is unavailable if it responds with %s', async (_, status, body) => {
    server.setResponse({ status, body });
    const outcome = await route();
    expect(outcome).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
    expect(JSON.stringify(outcome)).not.toContain('a-key');
  });
});
