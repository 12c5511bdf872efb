// Unit tests of clusters, of the names beside markers, and of lines of routes.
import { expect, test } from 'vitest';
import type { Point } from '../map-projection.ts';
import { cameraFitting, isSameCamera, MAX_ZOOM, movedBy, pointAt, projectionOf, zoomedAt } from './camera.ts';
import { layoutMarkers, type MapMarker } from './marker-layout.ts';
import { arrowsAlong, legLine, thinned } from './route-line.tsx';
import { snapToLine } from './snap-to-line.ts';

const size = { width: 800, height: 600 };
const margin = { x: 64, y: 48 };
const marker = (id: string, point: Point, change: Partial<MapMarker> = {}): MapMarker => ({
  id,
  point,
  kind: 'stop',
  text: '1',
  name: `Stop ${id}`,
  description: `Stop ${id}`,
  look: 'open',
  hue: null,
  ...change,
});
const viewOf = (points: readonly Point[]) => ({
  projection: projectionOf(cameraFitting(points, size, margin), size),
  size,
});
const options = { isClustered: true, opened: null } as const;
const baltimore: Point = [-76.61, 39.28];
const harrisburg: Point = [-76.88, 40.27];

test('joins markers that would cover one another, and separates them at a deeper zoom', () => {
  const near: readonly MapMarker[] = Array.from({ length: 200 }, (_, index) =>
    marker(`${index}`, [-76.61 + (index % 20) * 0.001, 39.28 + Math.floor(index / 20) * 0.001]),
  );
  const far = marker('far', harrisburg);
  const all = [...near, far];
  const { clusters, placed } = layoutMarkers(all, viewOf(all.map(({ point }) => point)), options);
  expect(clusters).toHaveLength(1);
  expect(clusters[0]?.members).toHaveLength(200);
  expect(clusters[0]?.isStacked).toBe(false);
  expect(placed.map((each) => each.marker.id)).toEqual(['far']);
  const opened = layoutMarkers(all, viewOf(near.map(({ point }) => point)), options);
  const shown = opened.clusters.reduce((sum, { members }) => sum + members.length, opened.placed.length);
  expect(shown).toBe(201);
  expect(opened.clusters.length + opened.placed.length).toBeGreaterThan(100);
});

test('never hides a chosen marker in a cluster', () => {
  const markers = [
    marker('a', baltimore),
    marker('b', baltimore),
    marker('c', baltimore, { isChosen: true }),
  ];
  const { placed, clusters } = layoutMarkers(markers, viewOf([baltimore, harrisburg]), options);
  expect(placed.map((each) => each.marker.id)).toEqual(['c']);
  expect(clusters[0]?.members.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('groups pale markers apart from the others, and never groups those at the front', () => {
  const markers = [
    marker('a', baltimore),
    marker('b', baltimore),
    marker('pale', baltimore, { emphasis: 'faded' }),
    marker('paler', baltimore, { emphasis: 'faded' }),
    marker('first', baltimore, { emphasis: 'front' }),
    marker('second', baltimore, { emphasis: 'front' }),
  ];
  const { placed, clusters } = layoutMarkers(markers, viewOf([baltimore, harrisburg]), options);
  expect(placed.map((each) => each.marker.id)).toEqual(['first', 'second']);
  expect(clusters.map(({ members }) => members.map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['pale', 'paler'],
  ]);
});

test('shows markers at one address around it when their cluster is opened', () => {
  const markers = ['a', 'b', 'c'].map((id) => marker(id, baltimore));
  const view = viewOf([baltimore, harrisburg]);
  const [cluster] = layoutMarkers(markers, view, options).clusters;
  expect(cluster?.isStacked).toBe(true);
  const { placed, clusters } = layoutMarkers(markers, view, { isClustered: true, opened: cluster?.id ?? '' });
  expect(clusters).toEqual([]);
  for (const [index, one] of placed.entries())
    for (const other of placed.slice(index + 1))
      expect(Math.hypot(one.spot.x - other.spot.x, one.spot.y - other.spot.y)).toBeGreaterThan(28);
});

test('places names beside their markers so that none covers another name or marker', () => {
  const view = viewOf([
    [-76.62, 39.27],
    [-76.6, 39.29],
  ]);
  const markers = [0, 40, 80, 120].map((pixels) =>
    marker(`${pixels}`, pointAt(view.projection, { x: 300 + pixels, y: 300 }), { name: 'A long name' }),
  );
  const { boxes, placed } = layoutMarkers(markers, view, { isClustered: false, opened: null });
  expect(placed.filter(({ name }) => name !== null).length).toBeGreaterThanOrEqual(2);
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      const isApart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      expect(isApart, JSON.stringify([one, other])).toBe(true);
    }
});

test('keeps names off the lines of routes where there is another place', () => {
  const view = viewOf([
    [-76.62, 39.27],
    [-76.6, 39.29],
  ]);
  const at = (x: number, y: number) => pointAt(view.projection, { x, y });
  const markers = [marker('a', at(400, 300))];
  const nameWith = (lines: readonly (readonly Point[])[]) => {
    const routes = lines.map((points, index) => ({
      id: `${index}`,
      points,
      isEstimate: false,
      look: 'ahead' as const,
      hue: null,
    }));
    return layoutMarkers(markers, view, { isClustered: false, opened: null, routes }).placed[0]?.name;
  };
  expect(nameWith([])).toMatchObject({ anchor: 'start' });
  const east = [at(400, 300), at(600, 300)];
  expect(nameWith([east])).toMatchObject({ anchor: 'end' });
  // A name on a line is better than none.
  expect(nameWith([east, [at(200, 300), at(400, 300)], [at(400, 100), at(400, 500)]])).toMatchObject({
    anchor: 'start',
  });
});

test('finds the place at a position on the screen, after moving and zooming', () => {
  const start = cameraFitting([baltimore, harrisburg], size, margin);
  const camera = zoomedAt(movedBy(start, { x: 50, y: -20 }), size, { x: 100, y: 100 }, 2.5);
  const projection = projectionOf(camera, size);
  const [longitude, latitude] = pointAt(projection, projection.spot(baltimore));
  expect([longitude, latitude]).toEqual([expect.closeTo(baltimore[0], 8), expect.closeTo(baltimore[1], 8)]);
  // The place at the position of the zoom stays there.
  const before = pointAt(projectionOf(movedBy(start, { x: 50, y: -20 }), size), { x: 100, y: 100 });
  expect(projection.spot(before)).toEqual({ x: expect.closeTo(100, 4), y: expect.closeTo(100, 4) });
  expect(isSameCamera(start, cameraFitting([baltimore, harrisburg], size, margin))).toBe(true);
  expect(isSameCamera(start, camera)).toBe(false);
  expect(cameraFitting([baltimore], size, margin, MAX_ZOOM).zoom).toBe(MAX_ZOOM);
});

test('draws known roads as they are, and a straight line as an estimate', () => {
  expect(legLine(baltimore, harrisburg, null)).toEqual({ points: [baltimore, harrisburg], isEstimate: true });
  const road: Point[] = [baltimore, [-76.7, 39.8], harrisburg];
  expect(legLine(baltimore, harrisburg, road)).toEqual({ points: road, isEstimate: false });
});

test('shows a position on the road if it is near, and only what is ahead', () => {
  const road: Point[] = [
    [-76.62, 39.28],
    [-76.61, 39.28],
    [-76.61, 39.29],
  ];
  const snapped = snapToLine([-76.615, 39.2805], road);
  expect(snapped?.point).toEqual([expect.closeTo(-76.615, 6), expect.closeTo(39.28, 6)]);
  expect(snapped?.ahead).toEqual([snapped?.point, ...road.slice(1)]);
  expect(snapToLine([-76.615, 39.285], road)).toBeNull();
  expect(snapToLine([-76.615, 39.285], [])).toBeNull();
});

test('keeps the ends of a line and drops points that look the same', () => {
  const spots = Array.from({ length: 1_001 }, (_, index) => ({ x: index * 0.5, y: 0 }));
  const kept = thinned(spots);
  expect(kept.length).toBeLessThanOrEqual(252);
  expect([kept[0], kept.at(-1)]).toEqual([spots[0], spots.at(-1)]);
});

test('puts arrows along the line, in its direction', () => {
  const arrows = arrowsAlong([
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]);
  expect(arrows.map(({ x, y, degrees }) => [x, y, degrees])).toEqual([
    [45, 0, 0],
    [100, 35, 90],
  ]);
});

test('fits all markers beside the zoom buttons', () => {
  const phone = { width: 358, height: 320 };
  const cornerOf = (points: readonly Point[]) => {
    const { spot } = projectionOf(cameraFitting(points, phone, margin), phone);
    // The buttons and the radius of a marker.
    return points.map(spot).filter(({ x, y }) => x > phone.width - 54 - 14 && y < 102 + 14);
  };
  expect(cornerOf([baltimore, harrisburg, [-76.2, 40.27]])).toEqual([]);
  expect(cornerOf([baltimore, [-76.2, 39.5]])).toEqual([]);
  // Nothing in the corner: the content stays in the middle.
  const { spot } = projectionOf(cameraFitting([baltimore, harrisburg], phone, margin), phone);
  expect(spot(baltimore).x + spot(harrisburg).x).toBeCloseTo(phone.width);
});

test('names the crews in a cluster, and shortens names that do not fit', () => {
  const crew = (id: string, point: Point) =>
    marker(id, point, { kind: 'crew', name: `Crew ${id}, seen 28 minutes ago`, shortName: `Crew ${id}` });
  const phone = { width: 300, height: 260 };
  const all = [crew('A', baltimore), crew('B', baltimore), marker('1', baltimore), crew('C', harrisburg)];
  const camera = cameraFitting([baltimore, harrisburg], phone, margin);
  const view = { projection: projectionOf(camera, phone), size: phone };
  const { clusters, placed } = layoutMarkers(all, view, options);
  expect(clusters.map(({ name }) => name?.text)).toEqual(['Crew A, Crew B']);
  expect(placed.map(({ name }) => name?.text)).toEqual(['Crew C']);
});
