// Valhalla responses, recorded from version 3.6.1 with a synthetic street grid; real-engine.test.ts queries the engine
// itself.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubServer, startStubServer } from '../../../test/support/stub-server.ts';
import { createRouter } from './create-router.ts';

const waypoints = [
  { latitude: 37.75, longitude: -122.45 },
  { latitude: 37.76, longitude: -122.44 },
  { latitude: 37.77, longitude: -122.43 },
];
const summary = { has_toll: false, has_highway: false, has_ferry: false, cost: 221.438 };
const found = {
  trip: {
    legs: [
      { summary: { ...summary, time: 213.748, length: 1.5167 }, shape: '_na_gA~cwphF_|B?' },
      { summary: { ...summary, time: 164.549, length: 1.2396 }, shape: '__u_gA~rcphF_|B?' },
    ],
    summary: { ...summary, time: 378.298, length: 2.7564 },
    status_message: 'Found route between points',
    status: 0,
    units: 'miles',
    language: 'en-US',
  },
};
let server: StubServer;

beforeAll(async () => {
  server = await startStubServer();
});
afterAll(() => server.close());

const route = (url = server.url) => createRouter({ provider: 'valhalla', url }).route(waypoints);

describe('Valhalla', () => {
  it('requests the stops in order, by car, in miles', async () => {
    server.setResponse({ status: 200, body: found });
    expect(await route(`${server.url}/maps/?api_key=k`)).toEqual({
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
    const { method, path, body } = server.seen.at(-1) ?? { body: '' };
    expect([method, path]).toEqual(['POST', '/maps/route?api_key=k']);
    expect(JSON.parse(body)).toEqual({
      locations: waypoints.map(({ latitude, longitude }) => ({
        lat: latitude,
        lon: longitude,
        type: 'break',
      })),
      costing: 'auto',
      units: 'miles',
      directions_type: 'none',
    });
  });

  it('requests the route of a truck with its dimensions in meters and metric tons', async () => {
    server.setResponse({ status: 200, body: found });
    const vehicle = { heightFeet: 12, widthFeet: 8, lengthFeet: 24, weightPounds: 14_000 };
    await createRouter({ provider: 'valhalla', url: server.url }).route(waypoints, vehicle);
    expect(JSON.parse(server.seen.at(-1)?.body ?? '')).toMatchObject({
      costing: 'truck',
      costing_options: { truck: { height: 3.66, width: 2.44, length: 7.32, weight: 6.35, axle_load: 4.45 } },
    });
  });

  it.each([
    [171, 'No suitable edges near location'],
    [442, 'No path could be found for input'],
    [170, 'Locations are in unconnected regions. Go check/edit the map at osm.org'],
    [154, 'Path distance exceeds the max distance limit: 5000000 meters'],
  ])('returns no_route for the error code %i', async (error_code, error) => {
    server.setResponse({ status: 400, body: { error_code, error, status_code: 400, status: 'Bad Request' } });
    expect(await route()).toEqual({ kind: 'no_route', reason: `Valhalla: ${error}` });
  });

  it.each([
    ['an error about the request', 400, { error_code: 125, error: "No costing method found: 'auto'" }],
    ['the same code with another status', 403, { error_code: 171 }],
    ['kilometres', 200, { trip: { ...found.trip, units: 'kilometers' } }],
    ['a leg too few', 200, { trip: { ...found.trip, legs: found.trip.legs.slice(1) } }],
    [
      'a leg without a length',
      200,
      { trip: { ...found.trip, legs: [found.trip.legs[0], { summary: { time: 3 } }] } },
    ],
    ['nothing', 200, null],
    ['a list', 200, [found]],
  ])('is unavailable if it responds with %s', async (_, status, body) => {
    server.setResponse({ status, body });
    expect(await route()).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 5 });
  });

  it('measures a matrix by car, in miles', async () => {
    const table = { durations: [[213.748], [null]], distances: [[1.5167], [null]] };
    server.setResponse({ status: 200, body: { sources_to_targets: table, units: 'miles' } });
    const router = createRouter({ provider: 'valhalla', url: `${server.url}/maps/?api_key=k` });
    expect(await router.matrix(waypoints.slice(0, 2), waypoints.slice(2))).toMatchObject({
      kind: 'found',
      rows: [[{ miles: 1.52, minutes: 3.56, estimated: false }], [{ estimated: true }]],
    });
    const { path, body } = server.seen.at(-1) ?? { body: '' };
    expect(path).toBe('/maps/sources_to_targets?api_key=k');
    expect(JSON.parse(body)).toMatchObject({ costing: 'auto', units: 'miles', targets: [{ lat: 37.77 }] });
    // The key of a hosted service must not reach the cache of travel times.
    expect(await router.identity()).toBe(`valhalla ${server.url}/maps/`);
  });
});
