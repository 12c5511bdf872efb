// OSRM responses: routes as Valhalla 3.6.1 writes them in this format, errors as OSRM documents them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubServer, startStubServer } from '../../../test/support/stub-server.ts';
import { createRouter } from './create-router.ts';

const waypoints = [
  { latitude: 37.75, longitude: -122.45 },
  { latitude: 37.76, longitude: -122.44 },
  { latitude: 37.77, longitude: -122.43 },
];
const legs = [
  { weight: 221.438, duration: 213.749, steps: [], distance: 2441, summary: '' },
  { weight: 193.083, duration: 164.55, steps: [], distance: 1995, summary: '' },
];
let server: StubServer;

beforeAll(async () => {
  server = await startStubServer();
});
afterAll(() => server.close());

const route = () => createRouter({ provider: 'osrm', url: `${server.url}/osrm` }).route(waypoints);

describe('OSRM', () => {
  it('requests the stops in order, longitude first', async () => {
    server.setResponse({
      status: 200,
      body: { code: 'Ok', routes: [{ legs, duration: 378.298, distance: 4436 }] },
    });
    expect(await route()).toEqual({
      kind: 'found',
      travel: {
        legs: [
          { miles: 1.52, minutes: 3.56 },
          { miles: 1.24, minutes: 2.74 },
        ],
        miles: 2.76,
        minutes: 6.3,
        estimated: false,
      },
    });
    expect(server.seen.at(-1)).toMatchObject({
      method: 'GET',
      path: '/osrm/route/v1/driving/-122.450000,37.750000;-122.440000,37.760000;-122.430000,37.770000?overview=false&steps=false',
    });
  });

  it.each([
    ['NoRoute', 'Impossible route between points'],
    ['NoSegment', 'Could not find a matching segment for coordinate 0'],
  ])('returns no_route for the code %s', async (code, message) => {
    server.setResponse({ status: 400, body: { code, message } });
    expect(await route()).toEqual({ kind: 'no_route', reason: `OSRM: ${code} ${message}` });
  });

  it.each([
    [
      'an error about the request',
      400,
      { code: 'InvalidUrl', message: 'URL string malformed close to position 1' },
    ],
    ['no code', 200, { routes: [{ legs }] }],
    ['no routes', 200, { code: 'Ok', routes: [] }],
    ['a leg too many', 200, { code: 'Ok', routes: [{ legs: [...legs, ...legs] }] }],
    ['a negative time', 200, { code: 'Ok', routes: [{ legs: [legs[0], { ...legs[1], duration: -1 }] }] }],
    [
      'text instead of numbers',
      200,
      { code: 'Ok', routes: [{ legs: [legs[0], { ...legs[1], distance: '1995' }] }] },
    ],
  ])('is unavailable if it responds with %s', async (_, status, body) => {
    server.setResponse({ status, body });
    expect(await route()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
  });

  const router = () => createRouter({ provider: 'osrm', url: `${server.url}/osrm` });
  const table = {
    code: 'Ok',
    durations: [[213.749, null]],
    distances: [[2441, null]],
  };

  it('measures a matrix, with the estimate where there is no route', async () => {
    server.setResponse({ status: 200, body: table });
    const outcome = await router().matrix(waypoints.slice(0, 1), waypoints.slice(1));
    expect(outcome).toMatchObject({
      kind: 'found',
      rows: [[{ miles: 1.52, minutes: 3.56, estimated: false }, { estimated: true }]],
    });
    const { pathname, searchParams } = new URL(server.seen.at(-1)?.path ?? '', server.url);
    expect(pathname).toBe(
      '/osrm/table/v1/driving/-122.450000,37.750000;-122.440000,37.760000;-122.430000,37.770000',
    );
    expect(Object.fromEntries(searchParams)).toEqual({
      sources: '0',
      destinations: '1;2',
      annotations: 'duration,distance',
    });
    expect(await router().identity()).toBe(`osrm ${server.url}/osrm`);
  });

  it.each([
    ['an error', 400, { code: 'TooBig', message: 'Too many table coordinates' }],
    ['a row too few', 200, { ...table, durations: [] }],
    ['a failure', 503, {}],
  ])('has no matrix if it responds with %s', async (_, status, body) => {
    server.setResponse({ status, body });
    const outcome = await router().matrix(waypoints.slice(0, 1), waypoints.slice(1));
    expect(outcome).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
  });
});
