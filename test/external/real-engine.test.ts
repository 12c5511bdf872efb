// The Valhalla and OSRM adapters against a real engine with a synthetic street grid.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Waypoint } from '../../src/domain/place/travel.ts';
import { estimateTravel, straightMiles } from '../../src/domain/place/travel-estimate.ts';
import { createRouter } from '../../src/integrations/router/create-router.ts';
import type { Router } from '../../src/integrations/router/router.ts';
import { findCachedEngine } from '../support/external-packages.ts';
import { cornerOf, townsExtract } from '../support/street-grid.ts';
import type { StubServer } from '../support/stub-server.ts';
import { startValhalla } from '../support/valhalla-server.ts';

const [town, island] = [
  { south: 37.75, west: -122.45, blocks: 12, firstId: 1 },
  { south: 37.75, west: -121.9, blocks: 9, firstId: 10_001 },
];
const corner = (east: number, north: number, place = town) => cornerOf(place, east, north);

const valhalla = findCachedEngine();

describe.skipIf(valhalla === null)('real routing engine', () => {
  let server: StubServer;
  beforeAll(async () => {
    if (valhalla === null) return;
    server = await startValhalla(valhalla, townsExtract([town, island]));
  });
  afterAll(() => server?.close());

  describe.each(['valhalla', 'osrm'] as const)('queried as %s', (provider) => {
    let router: Router;
    beforeAll(() => {
      router = createRouter({ provider, url: server.url });
    });
    const drive = async (...waypoints: Waypoint[]) => {
      const outcome = await router.route(waypoints);
      if (outcome.kind !== 'found') throw new Error(`${outcome.kind}: ${outcome.reason}`);
      return outcome.travel;
    };

    it('follows the streets around blocks', async () => {
      const travel = await drive(corner(1, 1), corner(9, 7));
      const around = straightMiles(corner(1, 1), corner(9, 1)) + straightMiles(corner(9, 1), corner(9, 7));
      expect(Math.abs(travel.miles / around - 1)).toBeLessThan(0.01);
      expect((travel.miles / travel.minutes) * 60).toBeGreaterThan(10);
      expect((travel.miles / travel.minutes) * 60).toBeLessThan(45);
      expect(travel.estimated).toBe(false);
    });

    it('returns the legs of a route with several stops, in order', async () => {
      const stops = [corner(1, 1), corner(5, 1), corner(5, 10), corner(4, 10)];
      const travel = await drive(...stops);
      expect(travel.legs).toHaveLength(3);
      const blocks = travel.legs.map(({ miles }) => miles);
      expect(blocks[0]).toBeCloseTo(straightMiles(corner(1, 1), corner(5, 1)), 1);
      expect(blocks[1]).toBeCloseTo(straightMiles(corner(5, 1), corner(5, 10)), 1);
      expect(blocks[2]).toBeCloseTo(straightMiles(corner(5, 10), corner(4, 10)), 1);
      expect(travel.miles).toBeCloseTo(
        blocks.reduce((sum, miles) => sum + miles, 0),
        2,
      );
    });

    it('respects a one-way street', async () => {
      const along = await drive(corner(4, 0), corner(5, 0));
      const against = await drive(corner(5, 0), corner(4, 0));
      expect(against.miles).toBeGreaterThan(along.miles * 2.5);
    });

    it('returns zero for the same point, unless its position is uncertain', async () => {
      expect(await drive(corner(3, 3), corner(3, 3))).toMatchObject({
        miles: 0,
        minutes: 0,
        estimated: false,
      });
      const uncertainPoint = { ...corner(3, 3), uncertaintyMiles: 1 };
      const expected = estimateTravel([uncertainPoint, uncertainPoint]);
      expect(expected.miles).toBeGreaterThan(1);
      expect(await drive(uncertainPoint, uncertainPoint)).toEqual(expected);
    });

    it('returns no_route for a place without a road or without a connection', async () => {
      const prairie = { latitude: 40, longitude: -100 };
      expect(await router.route([corner(1, 1), prairie])).toMatchObject({ kind: 'no_route' });
      expect(await router.route([corner(1, 1), corner(4, 4, island)])).toMatchObject({ kind: 'no_route' });
    });
  });

  it('returns the same result through both adapters', async () => {
    const waypoints = [corner(0, 2), corner(8, 8), corner(2, 11)];
    const [one, other] = await Promise.all(
      (['valhalla', 'osrm'] as const).map((provider) =>
        createRouter({ provider, url: server.url }).route(waypoints),
      ),
    );
    if (one?.kind !== 'found' || other?.kind !== 'found') throw new Error('no route');
    expect(Math.abs(one.travel.miles - other.travel.miles)).toBeLessThan(0.02);
    expect(Math.abs(one.travel.minutes - other.travel.minutes)).toBeLessThan(0.02);
  });

  it('is unavailable after its server has stopped', async () => {
    await server.close();
    const outcome = await createRouter({ provider: 'valhalla', url: server.url }).route([
      corner(1, 1),
      corner(2, 2),
    ]);
    expect(outcome).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('ECONNREFUSED') });
  });
});
