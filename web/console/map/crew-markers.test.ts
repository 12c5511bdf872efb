// Unit tests of the lines and positions on the live map.
import { expect, test } from 'vitest';
import type { MapCrew, MapJob } from '../api.ts';
import { crewMarkers, crewRoutes } from './crew-markers.ts';

const now = Date.UTC(2030, 0, 15, 12);
/** East along the parallel, then north. */
const roads = [
  [-76.6, 39.28],
  [-76.58, 39.28],
  [-76.58, 39.3],
] as const;
const job = (progress: MapJob['progress'], position: number): MapJob => ({
  id: 'j',
  hid: 'J',
  partner: 'Acme',
  customer: null,
  window: '',
  time_zone: null,
  trouble: null,
  minutes_late: 0,
  has_missed_departure: false,
  starts_at: '',
  ends_at: '',
  progress,
  position,
  eta: null,
  stops: [
    { name: 'A', point: [-76.6, 39.28] },
    { name: 'B', point: [-76.58, 39.3] },
  ],
  geometry: [roads],
});
const crewWith = (jobs: readonly MapJob[], location: MapCrew['location']): MapCrew => ({
  id: 'c',
  name: 'Crew',
  phone_number: null,
  vehicle_type: 'van',
  location,
  located_at: new Date(now).toISOString(),
  is_on_shift: true,
  jobs,
});
const positionOf = (crew: MapCrew) =>
  crewMarkers([crew], now, null).find(({ kind }) => kind === 'crew')?.point;
const linesOf = (crew: MapCrew) =>
  crewRoutes([crew], null).map(({ points, isEstimate }) => ({ points, isEstimate }));

test('a driving crew is shown on its road, and the line ahead starts there', () => {
  const crew = crewWith([job('driving', 1)], [-76.59, 39.2805]);
  const onRoad = [expect.closeTo(-76.59, 5), expect.closeTo(39.28, 5)];
  expect(positionOf(crew)).toEqual(onRoad);
  expect(linesOf(crew)).toEqual([{ points: [onRoad, ...roads.slice(1)], isEstimate: false }]);
});

test('a crew far from its road stays where it is, with a straight line to the stop', () => {
  const crew = crewWith([job('driving', 1)], [-76.59, 39.29]);
  expect(positionOf(crew)).toEqual([-76.59, 39.29]);
  expect(linesOf(crew)).toEqual([{ points: [[-76.59, 39.29], roads[2]], isEstimate: true }]);
});

test('before the first stop, a straight line leads there, and roads from there on', () => {
  const crew = crewWith([job('pending', 0)], [-76.61, 39.28]);
  expect(positionOf(crew)).toEqual([-76.61, 39.28]);
  expect(linesOf(crew)).toEqual([
    { points: [[-76.61, 39.28], roads[0]], isEstimate: true },
    { points: roads, isEstimate: false },
  ]);
  // At a stop, only what is ahead.
  expect(linesOf(crewWith([job('at', 0)], [-76.6, 39.28]))).toEqual([{ points: roads, isEstimate: false }]);
  expect(linesOf(crewWith([job('at', 1)], [-76.58, 39.3]))).toEqual([]);
});

test('a chosen crew comes to the front with numbered stops, and the others are pale and without stops', () => {
  const later = { ...job('pending', 0), id: 'k', hid: 'K', starts_at: '2030-01-15T15:00:00Z' };
  const chosen = crewWith([later, job('driving', 1)], [-76.59, 39.2805]);
  const other = { ...crewWith([job('pending', 0)], [-76.7, 39.3]), id: 'd', name: 'Other' };
  const markers = crewMarkers([chosen, other], now, 'c');
  // Both jobs end at B: one marker for the first and the third stop ahead.
  const shown = markers.map(({ kind, text, name, emphasis }) => [kind, text, name, emphasis]);
  expect(shown).toEqual([
    ['crew', 'CR', 'Crew', undefined],
    ['stop', '1·3', 'B', 'front'],
    ['stop', '2', 'A', 'front'],
    ['crew', 'OT', 'Other', 'faded'],
  ]);
  expect(crewRoutes([chosen, other], 'c').map(({ look }) => look)).toEqual(['ahead', 'quiet', 'quiet']);
});
