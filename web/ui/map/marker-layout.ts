// Layout of markers at one zoom: groups of markers that would cover one another, and a free place for each name.
import { type Point, type Size, toUnitSquare, type XY } from '../map-projection.ts';
import { MAX_ZOOM, worldPixels } from './camera.ts';
import { type Box, LabelCollisions, overlaps } from './label-collisions.ts';
import { boxesAlong, type MapRoute } from './route-line.tsx';
import type { MapView } from './use-map.ts';

export type AlertKind = 'late' | 'failed';

export interface MapMarker {
  readonly id: string;
  /** Id of the crew or booking that the marker is about, if it can be activated. */
  readonly subject?: string;
  readonly point: Point;
  /**
   * A stop is a circle, a crew a square, a job without a crew a diamond, a late job a triangle, a failed stop an octagon: shapes
   * tell them apart without colours.
   */
  readonly kind: 'stop' | 'crew' | 'job' | AlertKind;
  /** Number or initials in the marker. Empty: the picture of a vehicle. */
  readonly text: string;
  /** Label beside the marker, if there is room for it. */
  readonly name: string;
  /** Shorter label, where there is no room for `name`, and in the label of a cluster. */
  readonly shortName?: string;
  /** Complete text for people who do not see the map. */
  readonly description: string;
  readonly look: 'open' | 'current' | 'done' | 'stale';
  /** Number of a crew colour; null: the colour of the page. */
  readonly hue: number | null;
  /** Chosen markers are never part of a cluster. */
  readonly isChosen?: boolean;
  /**
   * `front`: never part of a cluster. `faded`: pale, in clusters of its own, and the map does not move to show it.
   */
  readonly emphasis?: 'front' | 'faded';
}

export interface PlacedMarker {
  readonly marker: MapMarker;
  readonly spot: XY;
  /** null: no room. */
  readonly name: PlacedName | null;
  /** Middle of the opened cluster that the marker belongs to. */
  readonly origin: XY | null;
}

/** Position relative to the marker. */
interface NamePlace extends XY {
  readonly anchor: 'start' | 'middle' | 'end';
}

export interface PlacedName extends NamePlace {
  readonly text: string;
}

export interface MarkerCluster {
  readonly id: string;
  readonly spot: XY;
  readonly members: readonly MapMarker[];
  /** All members are at the same place: zooming does not separate them. */
  readonly isStacked: boolean;
  /** Names of the crews among the members; null: none, or no room. */
  readonly name: PlacedName | null;
}

export interface MarkerLayout {
  readonly placed: readonly PlacedMarker[];
  readonly clusters: readonly MarkerCluster[];
  /** Boxes of markers and names, which labels of the base map do not cover. */
  readonly boxes: readonly Box[];
}

interface LayoutOptions {
  readonly isClustered: boolean;
  /** Id of the cluster whose members are shown around it. */
  readonly opened: string | null;
  /** Names do not lie across their lines where there is another place. */
  readonly routes?: readonly MapRoute[];
}

export const MARKER_RADIUS = 14;
/** Markers that are closer than this, in pixels, are one cluster. */
const CLUSTER_PIXELS = 30;
/** In the unit square: less than 3 pixels at the deepest zoom. */
const SAME_PLACE = 3 / worldPixels(MAX_ZOOM);
const NAME_HEIGHT = 18;
/** Of a name in capitals and small letters, semibold, with its outline: a narrower estimate cuts names at the edge. */
const LETTER_WIDTH = 8.2;

export function layoutMarkers(
  markers: readonly MapMarker[],
  { projection, size }: MapView,
  { isClustered, opened, routes = [] }: LayoutOptions,
): MarkerLayout {
  const groups = isClustered
    ? groupsOf(markers, projection.spot)
    : markers.map((marker) => ({ spot: projection.spot(marker.point), members: [marker] }));
  const singles: Omit<PlacedMarker, 'name'>[] = [];
  const clusters: Omit<MarkerCluster, 'name'>[] = [];
  for (const { spot, members } of groups) {
    const [first] = members;
    if (!first) continue;
    const id = `cluster ${first.id}`;
    if (members.length === 1) singles.push({ marker: first, spot, origin: null });
    else if (id === opened) singles.push(...fanOut(members, spot));
    else clusters.push({ id, spot, members, isStacked: isStacked(members) });
  }
  const lines = routes.flatMap((route) => boxesAlong(route, projection));
  return withNames(singles, clusters, lines, size);
}

interface Group {
  spot: XY;
  readonly members: MapMarker[];
}

/** Greedy: each marker joins the first group nearby. Grid cells keep the search local. */
function groupsOf(markers: readonly MapMarker[], spotOf: (point: Point) => XY): readonly Group[] {
  const groups: Group[] = [];
  const cells = new Map<string, Group[]>();
  const cellOf = ({ x, y }: XY) => [Math.floor(x / CLUSTER_PIXELS), Math.floor(y / CLUSTER_PIXELS)] as const;
  for (const marker of markers) {
    const spot = spotOf(marker.point);
    const [column, row] = cellOf(spot);
    const isApart = standsApart(marker);
    const near = isApart
      ? undefined
      : [-1, 0, 1]
          .flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx} ${row + dy}`) ?? []))
          .find(
            ({ spot: other, members: [first] }) =>
              isFaded(first) === isFaded(marker) &&
              Math.hypot(other.x - spot.x, other.y - spot.y) < CLUSTER_PIXELS,
          );
    if (near) {
      near.members.push(marker);
      continue;
    }
    const group = { spot, members: [marker] };
    groups.push(group);
    if (!isApart) cells.set(`${column} ${row}`, [...(cells.get(`${column} ${row}`) ?? []), group]);
  }
  return groups;
}

const standsApart = ({ isChosen, emphasis }: MapMarker) => isChosen === true || emphasis === 'front';

export const isFaded = (marker: MapMarker | undefined) => marker?.emphasis === 'faded';

function isStacked(members: readonly MapMarker[]): boolean {
  const units = members.map(({ point }) => toUnitSquare(point));
  const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return extent(units.map(({ x }) => x)) < SAME_PLACE && extent(units.map(({ y }) => y)) < SAME_PLACE;
}

/** Members of an opened cluster, on a circle around it. */
function fanOut(members: readonly MapMarker[], origin: XY): Omit<PlacedMarker, 'name'>[] {
  const radius = Math.max(36, (members.length * (2 * MARKER_RADIUS + 4)) / (2 * Math.PI));
  return members.map((marker, index) => {
    const angle = (index / members.length) * 2 * Math.PI - Math.PI / 2;
    const spot = { x: origin.x + Math.cos(angle) * radius, y: origin.y + Math.sin(angle) * radius };
    return { marker, spot, origin };
  });
}

interface Nameable {
  readonly id: string;
  readonly spot: XY;
  /** Chosen markers, then what needs attention, then crews get their names first. */
  readonly order: number;
  /** The first that fits is shown. */
  readonly texts: readonly string[];
}

function nameableMarker({ marker, spot }: Omit<PlacedMarker, 'name'>): Nameable {
  const { id, name, shortName, kind } = marker;
  // The names of what is not pale need the room.
  const names = isFaded(marker) ? [] : [name, ...(shortName === undefined ? [] : [shortName])];
  const texts = names.filter((text) => text !== '');
  const order = isAlert(marker) ? 1 : kind === 'crew' ? 2 : 3;
  return { id, spot, order: standsApart(marker) ? order - 3 : order, texts };
}

export function isAlert({ kind }: Pick<MapMarker, 'kind'>): boolean {
  return kind === 'late' || kind === 'failed';
}

/** A cluster has the name of what needs attention in it, or of its crews: the number alone does not say who is there. */
function nameableCluster({ id, spot, members }: Omit<MarkerCluster, 'name'>): Nameable {
  if (isFaded(members[0])) return { id, spot, order: 3, texts: [] };
  const crews = members.filter(({ kind }) => kind === 'crew').map(({ name, shortName }) => shortName ?? name);
  const alerts = members.filter(isAlert);
  const urgent = [
    ...counted(alerts.map(({ name }) => name)),
    ...counted(alerts.map(({ name, shortName }) => shortName ?? name)),
  ];
  const texts = [...urgent, ...(crews.length > 1 ? [crews.join(', ')] : []), ...counted(crews)];
  return { id, spot, order: alerts.length > 0 ? 1 : 2, texts };
}

/** "Red van +2": the first, and how many more. */
function counted([first, ...others]: readonly string[]): readonly string[] {
  if (first === undefined) return [];
  return [others.length === 0 ? first : `${first} +${others.length}`];
}

function withNames(
  singles: readonly Omit<PlacedMarker, 'name'>[],
  clusters: readonly Omit<MarkerCluster, 'name'>[],
  lines: readonly Box[],
  size: Size,
): MarkerLayout {
  const labels = new LabelCollisions(size);
  const boxes: Box[] = [...singles, ...clusters].map(({ spot }) => around(spot));
  // Below the zoom buttons, the scale and the attribution nothing can be read.
  boxes.push({ x: size.width - 60, y: 0, width: 60, height: 160 });
  boxes.push({ x: 0, y: size.height - 60, width: 124, height: 60 });
  boxes.push({ x: 124, y: size.height - 22, width: Math.max(0, size.width - 124), height: 22 });
  for (const box of boxes) labels.block(box);
  const names = new Map<string, PlacedName>();
  const nameable = [...singles.map(nameableMarker), ...clusters.map(nameableCluster)];
  for (const { id, spot, texts } of nameable.sort((one, other) => one.order - other.order)) {
    for (const text of texts) {
      const found = freePlace(text, spot, lines, labels);
      if (!found) continue;
      names.set(id, { ...found.place, text });
      boxes.push(found.box);
      break;
    }
  }
  return {
    placed: singles.map((each) => ({ ...each, name: names.get(each.marker.id) ?? null })),
    clusters: clusters.map((each) => ({ ...each, name: names.get(each.id) ?? null })),
    boxes,
  };
}

/** Claims a place beside the marker, off the lines of routes if possible. */
function freePlace(text: string, spot: XY, lines: readonly Box[], labels: LabelCollisions) {
  const places = namePlaces().map((place) => ({ place, box: nameBox(text, spot, place) }));
  const hull = hullOf(places.map(({ box }) => box));
  const near = lines.filter((line) => overlaps(hull, line));
  const isOnLine = ({ box }: { readonly box: Box }) => near.some((line) => overlaps(box, line));
  const inOrder = [...places.filter((each) => !isOnLine(each)), ...places.filter(isOnLine)];
  return inOrder.find(({ box }) => labels.claim(box));
}

function hullOf(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function around({ x, y }: XY): Box {
  const side = 2 * MARKER_RADIUS + 4;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

function namePlaces(): readonly NamePlace[] {
  const beside = MARKER_RADIUS + 6;
  return [
    { x: beside, y: 0, anchor: 'start' },
    { x: -beside, y: 0, anchor: 'end' },
    { x: 0, y: beside + 6, anchor: 'middle' },
    { x: 0, y: -beside - 6, anchor: 'middle' },
  ];
}

function nameBox(name: string, spot: XY, { x, y, anchor }: NamePlace): Box {
  const width = name.length * LETTER_WIDTH;
  const left = { start: 0, middle: -width / 2, end: -width }[anchor];
  return { x: spot.x + x + left, y: spot.y + y - NAME_HEIGHT / 2, width, height: NAME_HEIGHT };
}
