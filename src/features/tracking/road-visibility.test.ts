import { describe, expect, it } from 'vitest';
import { exampleQuote } from '../quotes/quote-example.ts';
import { crewPointOnRoad, visibleGeometry } from './road-visibility.ts';

describe('the position of a crew', () => {
  const line = [
    [-76.61, 39.28],
    [-76.6, 39.28],
  ] as const;

  it.each([
    [
      'moves to the road beside it',
      { longitude: -76.605, latitude: 39.2805 },
      { longitude: -76.605, latitude: 39.28 },
    ],
    [
      'stays where it is far from the road',
      { longitude: -76.605, latitude: 39.29 },
      { longitude: -76.605, latitude: 39.29 },
    ],
  ])('%s', (_name, reported, shown) => {
    const point = crewPointOnRoad(reported, line);
    expect(point.longitude).toBeCloseTo(shown.longitude, 6);
    expect(point.latitude).toBeCloseTo(shown.latitude, 6);
    expect(crewPointOnRoad(reported, null)).toBe(reported);
  });
});

describe('the line of a leg', () => {
  const route = exampleQuote.route.slice(0, 2);
  const [from, to] = route.map(({ location }) => location);
  const line = Array.from({ length: 21 }, (_, step) => [
    (from?.longitude ?? 0) + (step / 20) * ((to?.longitude ?? 0) - (from?.longitude ?? 0)),
    (from?.latitude ?? 0) + (step / 20) * ((to?.latitude ?? 0) - (from?.latitude ?? 0)),
  ]) as [number, number][];
  const seenAs = (...precision: ('door' | 'street' | 'town')[]) =>
    visibleGeometry(route, [line], precision)[0]?.length ?? null;

  it('leads to the door of the viewer, ends before a street, and is left out where a town is shown', () => {
    expect(seenAs('door', 'door')).toBe(21);
    expect(seenAs('street', 'street')).toBeLessThan(21);
    expect(seenAs('street', 'street')).toBeGreaterThan(2);
    expect(seenAs('door', 'town')).toBeNull();
    expect(visibleGeometry(route, [null], ['door', 'door'])).toEqual([null]);
    const [shown] = visibleGeometry(route, [line], ['street', 'door']);
    expect(shown?.at(-1)).toEqual(line.at(-1));
    expect(shown?.[0]).not.toEqual(line[0]);
  });
});
