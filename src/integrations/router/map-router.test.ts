// Requests of the router of the map to its engine; test/external/routing-engine.test.ts uses the real engine.
import { expect, it } from 'vitest';
import { unavailable } from '../guarded-service.ts';
import type { EngineAnswer } from './engine/routing-engine.ts';
import { createMapRouter } from './map-router.ts';

const bounds = { west: -77, south: 39, east: -76, north: 40 };
const [from, to] = [39.2, 39.3].map((latitude) => ({ longitude: -76.6, latitude }));

const routerWith = (query: () => Promise<EngineAnswer>) =>
  createMapRouter({
    index: {
      regions: async () => [{ version: 'v1', bounds, roads: { bytes: 1, sha256: '' } }],
      archive: async () => 'roads.tar',
    },
    engine: { query },
  });

it('is not paused by the circuit breaker if requests have waited for others only', async () => {
  const busy = { ...unavailable('waited 2500 ms for the routing engine'), isOverload: true } as const;
  let answer: EngineAnswer = busy;
  const router = routerWith(async () => answer);
  if (!from || !to) throw new Error('no waypoints');
  for (let request = 0; request < 10; request += 1) expect(await router.route([from, to])).toEqual(busy);
  answer = { kind: 'refused', message: 'No path could be found for input' };
  expect(await router.route([from, to])).toMatchObject({ kind: 'found' });
});

it('asks the engine once for the same route, at the same time and later, also if it has no roads there', async () => {
  let asked = 0;
  let answer: EngineAnswer = unavailable('starting');
  const router = routerWith(async () => {
    asked += 1;
    return answer;
  });
  if (!from || !to) throw new Error('no waypoints');
  const route = () => router.route([from, to]);
  // Not cached: the engine may be back at the next request.
  expect(await Promise.all([route(), route()])).toMatchObject([
    { kind: 'unavailable' },
    { kind: 'unavailable' },
  ]);
  expect(asked).toBe(1);
  answer = { kind: 'refused', message: 'No path could be found for input' };
  expect(await Promise.all([route(), route()])).toMatchObject([{ kind: 'found' }, { kind: 'found' }]);
  await route();
  expect(asked).toBe(2);
});
