import { describe, expect, test } from 'vitest';
import { normalizePlaceName } from './normalize-place-name.ts';
import { usTimeZoneAt } from './time-zone.ts';
import { loadUsPlaces, type UsPlaces } from './us-places.ts';
import { stateMisspelled, stateNamed, US_STATES } from './us-states.ts';

const zipAreas = ({ zips }: UsPlaces) => Array.from({ length: zips.size }, (_, index) => zips.at(index));

describe('place data file', () => {
  test('contains every state and more than 41,000 ZIP codes', async () => {
    const places = await loadUsPlaces();
    expect(places.zips.size).toBeGreaterThan(41_000);
    expect([...places.byState.keys()].sort()).toEqual(Object.keys(US_STATES).sort());
  });

  test('has no point outside the time zones of the United States', async () => {
    const places = await loadUsPlaces();
    const points = [
      ...zipAreas(places),
      ...[...places.byState.values()].flatMap((state) => state.localities()),
    ];
    const misplaced = [];
    for (const point of points) {
      if ((await usTimeZoneAt(point.longitude, point.latitude)) === undefined) misplaced.push(point);
    }
    expect(misplaced).toEqual([]);
  });

  test('places all but a few border ZIP codes within their own state', async () => {
    const places = await loadUsPlaces();
    const misplaced = zipAreas(places).filter(
      ({ longitude, latitude, state }) =>
        places.shapes.nearestState(longitude, latitude, 15)?.state !== state,
    );
    expect(misplaced.length).toBeLessThan(30);
  });

  test('finds ZIP codes, and places by name', async () => {
    const places = await loadUsPlaces();
    const missing = zipAreas(places).filter(
      ({ zip, name, state }, index) =>
        index % 20 === 0 &&
        (places.zips.get(zip)?.name !== name ||
          !places.byState
            .get(state)
            ?.get(normalizePlaceName(name))
            ?.zips.some((area) => area.zip === zip)),
    );
    expect(missing).toEqual([]);
    expect(places.zips.get('00000')).toBeUndefined();
    expect(places.byState.get('NY')?.get('nyc')).toEqual(
      places.byState.get('NY')?.get(normalizePlaceName('New York')),
    );
  });

  test('is read once for concurrent callers', async () => {
    const [first, second] = await Promise.all([loadUsPlaces(), loadUsPlaces()]);
    expect(first).toBe(second);
  });
});

describe('place name normalization', () => {
  test.each([
    ['St. Louis', 'SAINT LOUIS'],
    ['Ft Worth', 'Fort  Worth'],
    ['Mc Kinney', 'McKinney'],
    ["Coeur d'Alene", 'Coeur DAlene'],
    ['Bayamón', 'bayamon'],
    ['N. Hollywood', 'North Hollywood'],
    ['Winston-Salem', 'Winston Salem'],
  ])('%s and %s', (one, other) => {
    expect(normalizePlaceName(one)).toBe(normalizePlaceName(other));
  });

  test('treats names of JavaScript object properties as plain words', () => {
    expect(normalizePlaceName('Constructor')).toBe('constructor');
    expect(stateNamed('constructor')).toBeUndefined();
  });

  test.each([
    ['D.C.', 'DC'],
    ['N. Y.', 'NY'],
    ['west virginia', 'WV'],
    ['US Virgin Islands', 'VI'],
    ['Calif', 'CA'],
    ['ZZ', undefined],
  ])('"%s" names the state %s', (words, code) => {
    expect(stateNamed(words)).toBe(code);
  });

  test('recognizes a misspelled state by its full name only', () => {
    expect(stateMisspelled('Pensylvania')).toBe('PA');
    expect(stateMisspelled('CL')).toBeUndefined();
  });
});
