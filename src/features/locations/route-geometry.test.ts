// Roads of many routes at once: how long a page waits for them, and how many requests the router gets.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { travelOf } from '../../domain/place/travel.ts';
import type { RouteOutcome, Router } from '../../integrations/router/router.ts';
import { routeGeometries } from './route-geometry.ts';

const ANSWER_MS = 60;
/** How long a page waits. */
const PATIENCE_MS = 500;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers after a while, and once per route, like the router of the map. */
function slowRouter() {
  const answers = new Map<string, Promise<RouteOutcome>>();
  const seen = { open: 0, mostOpen: 0 };
  const answer = async (): Promise<RouteOutcome> => {
    seen.open += 1;
    seen.mostOpen = Math.max(seen.mostOpen, seen.open);
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    seen.open -= 1;
    // Two points, in Google's format: [0, 0] and [0.00001, 0].
    return { kind: 'found', travel: travelOf([{ miles: 1, minutes: 2 }], false), lines: ['???S'] };
  };
  const router: Router = {
    isLocal: true,
    identity: async () => null,
    matrix: () => Promise.reject(new Error('not used')),
    route: (waypoints) => {
      const key = JSON.stringify(waypoints);
      const known = answers.get(key) ?? answer();
      answers.set(key, known);
      return known;
    },
  };
  return { router, seen, answers };
}

const place = (longitude: number) => ({
  longitude,
  latitude: 40,
  locationType: 'street_address',
  radiusMiles: null,
});
const routes = Array.from({ length: 40 }, (_, index) => ({
  places: [place(index), place(index + 0.1)],
  vehicle: undefined,
}));

it('waits half a second for 40 routes, and has more of them each time', async () => {
  const { router, seen, answers } = slowRouter();
  const known = async () => {
    const pending = routeGeometries({ router }, routes);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    const found = await pending;
    expect(found).toHaveLength(40);
    return found.filter(([line]) => line !== null).length;
  };
  // Quotes need the same engine: no more than two requests wait for it, so each refresh has 16 more.
  expect(await known()).toBe(16);
  expect(await known()).toBe(32);
  expect(await known()).toBe(40);
  expect(seen.mostOpen).toBe(2);
  expect(answers.size).toBe(40);
});

it('asks no external service', async () => {
  const { router, answers } = slowRouter();
  const found = await routeGeometries({ router: { ...router, isLocal: false } }, routes);
  expect(found.every(([line]) => line === null)).toBe(true);
  expect(answers.size).toBe(0);
});
