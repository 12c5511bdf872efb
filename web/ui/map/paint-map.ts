// Paints the base map on a canvas: layer by layer over all tiles, then labels that do not cover one another.
import type { Projection, Size, XY } from '../map-projection.ts';
import { type Box, LabelCollisions } from './label-collisions.ts';
import { isMainRoad, type MapColours, namesFrom, type RoadKind, roadKinds, roadWidth } from './map-style.ts';
import { MAX_TILE_ZOOM, type PlaceName, type PreparedTile, type VectorTiles } from './vector-tiles.ts';

/** Vector tiles are drawn twice as large as raster tiles. */
const TILE = 512;

interface PlacedTile {
  readonly tile: PreparedTile;
  /** Upper left corner and pixels per unit of the tile. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface MapPainting {
  readonly context: CanvasRenderingContext2D;
  readonly tiles: VectorTiles;
  readonly projection: Projection;
  readonly size: Size;
  readonly colours: MapColours;
  readonly font: string;
  /** Boxes of markers, which labels do not cover. */
  readonly taken: readonly Box[];
}

export function paintMap(painting: MapPainting): void {
  const { context, projection, size, colours } = painting;
  const zoom = projection.zoom + Math.log2(projection.scale);
  const placed = placeTiles(painting);
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, size.width, size.height);
  const layer = (key: string, draw: (path: Path2D, scale: number) => void) => {
    for (const { tile, x, y, scale } of placed) {
      const path = tile.paths.get(key);
      if (!path) continue;
      context.save();
      context.translate(x, y);
      context.scale(scale, scale);
      draw(path, scale);
      context.restore();
    }
  };
  const fill = (key: string, colour: string) => {
    context.fillStyle = colour;
    // Holes turn the other way, so that overlapping areas are filled as their union.
    layer(key, (path) => context.fill(path, 'nonzero'));
  };
  const stroke = (key: string, colour: string, width: number, dash: readonly number[] = []) => {
    if (width < 0.2) return;
    context.strokeStyle = colour;
    layer(key, (path, scale) => {
      context.lineWidth = width / scale;
      context.setLineDash(dash.map((length) => length / scale));
      context.stroke(path);
    });
  };
  context.lineJoin = 'round';
  context.lineCap = 'round';
  fill('outside', colours.outside);
  fill('ground', colours.ground);
  for (const kind of ['built', 'sand', 'green', 'wood'] as const) fill(`land/${kind}`, colours[kind]);
  fill('water', colours.water);
  stroke('waterway', colours.water, zoom < 12 ? 1 : 2 ** ((zoom - 12) / 2));
  if (zoom >= 15) fill('building', colours.building);
  stroke('boundary/2', colours.boundary, 1.5);
  stroke('boundary/4', colours.boundary, 1, [6, 4]);
  paintRoads(stroke, colours, zoom);
  stroke('rail', colours.rail, zoom < 13 ? 0.6 : 1.2, zoom < 13 ? [] : [6, 3]);
  paintLabels(painting, placed, zoom);
}

function paintRoads(
  stroke: (key: string, colour: string, width: number, dash?: readonly number[]) => void,
  colours: MapColours,
  zoom: number,
): void {
  if (zoom >= 13)
    for (const kind of roadKinds)
      if (kind !== 'path') stroke(`road/${kind}`, colours.casing, casingWidth(kind, zoom));
  for (const kind of roadKinds) {
    if (kind === 'path') stroke('road/path', colours.path, roadWidth(kind, zoom), [3, 3]);
    else stroke(`road/${kind}`, isMainRoad(kind) ? colours.mainRoad : colours.road, roadWidth(kind, zoom));
  }
}

function casingWidth(kind: RoadKind, zoom: number): number {
  const width = roadWidth(kind, zoom);
  return width < 1 ? 0 : width + 1.6;
}

/** The tiles that cover the map; while one is loading, the part of a coarser one that is already there. */
function placeTiles({ tiles, projection, size }: MapPainting): PlacedTile[] {
  const exact = projection.zoom + Math.log2(projection.scale);
  const z = Math.max(0, Math.min(MAX_TILE_ZOOM, Math.floor(exact + 0.001) - 1));
  const side = TILE * 2 ** (exact - 1 - z);
  // World pixels of the upper left corner, at the scale of the screen.
  const [left, top] = [projection.origin.x * projection.scale, projection.origin.y * projection.scale];
  const place = (tile: PreparedTile, x: number, y: number, pixels: number): PlacedTile => ({
    tile,
    x: x * pixels - left,
    y: y * pixels - top,
    scale: pixels / tile.extent,
  });
  const count = 2 ** z;
  const visible = new Set<string>();
  const placed = new Map<string, PlacedTile>();
  const coarser: PlacedTile[] = [];
  for (let x = Math.floor(left / side); x * side < left + size.width; x += 1)
    for (let y = Math.floor(top / side); y * side < top + size.height; y += 1) {
      if (x < 0 || y < 0 || x >= count || y >= count) continue;
      visible.add(`${z}/${x}/${y}`);
      const tile = tiles.get(z, x, y);
      if (tile) placed.set(`${z}/${x}/${y}`, place(tile, x, y, side));
      if (tile !== undefined) continue;
      for (let up = 1; up <= 4 && z - up >= 0; up += 1) {
        const [parentX, parentY] = [x >> up, y >> up];
        const parent = tiles.peek(z - up, parentX, parentY);
        if (!parent) continue;
        coarser.push(place(parent, parentX, parentY, side * 2 ** up));
        break;
      }
    }
  tiles.keepLoading((key) => visible.has(key));
  return [...coarser, ...placed.values()];
}

const PLACE_SIZES: Readonly<Record<string, number>> = {
  city: 16,
  town: 14,
  village: 13,
  suburb: 12.5,
};

interface LabelPainting extends MapPainting {
  readonly placed: readonly PlacedTile[];
  readonly labels: LabelCollisions;
}

function paintLabels(painting: MapPainting, placed: readonly PlacedTile[], zoom: number): void {
  const { context, size, colours, taken } = painting;
  const labels = new LabelCollisions(size);
  for (const box of taken) labels.block(box);
  context.fillStyle = colours.text;
  context.strokeStyle = colours.halo;
  context.setLineDash([]);
  context.lineWidth = 3;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  paintPlaceNames({ ...painting, placed, labels });
  paintRoadNames({ ...painting, placed, labels }, zoom);
}

/** Each name once: a place may be in several tiles. */
function paintPlaceNames({ context, font, placed, labels }: LabelPainting): void {
  const drawn = new Set<string>();
  const places = placed
    .flatMap((place) => place.tile.placeNames.map((name) => ({ name, ...screenSpot(place, name.at) })))
    .sort((one, other) => importance(other.name) - importance(one.name));
  for (const { name, x, y } of places) {
    if (drawn.has(name.text)) continue;
    const pixels = PLACE_SIZES[name.kind] ?? 12;
    context.font = `600 ${pixels}px ${font}`;
    const width = context.measureText(name.text).width;
    if (!labels.claim({ x: x - width / 2 - 4, y: y - pixels / 2 - 3, width: width + 8, height: pixels + 6 }))
      continue;
    drawn.add(name.text);
    context.strokeText(name.text, x, y);
    context.fillText(name.text, x, y);
  }
}

/** Along the longest straight piece of the road, if the name fits on it. */
function paintRoadNames({ context, font, placed, labels }: LabelPainting, zoom: number): void {
  context.font = `500 11px ${font}`;
  const drawn = new Set<string>();
  const roads = placed
    .flatMap((place) =>
      place.tile.roadNames
        .filter(({ kind }) => zoom >= namesFrom(kind as RoadKind))
        .map((name) => ({ name, from: screenSpot(place, name.from), to: screenSpot(place, name.to) })),
    )
    .sort(
      (one, other) =>
        roadKinds.indexOf(other.name.kind as RoadKind) - roadKinds.indexOf(one.name.kind as RoadKind),
    );
  for (const { name, from, to } of roads) {
    const width = context.measureText(name.text).width;
    if (drawn.has(name.text) || Math.hypot(to.x - from.x, to.y - from.y) < width + 12) continue;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const slope = Math.atan2(to.y - from.y, to.x - from.x);
    // Never upside down.
    const angle = Math.abs(slope) > Math.PI / 2 ? slope + Math.PI : slope;
    const [spanX, spanY] = [Math.abs(Math.cos(angle)) * width + 14, Math.abs(Math.sin(angle)) * width + 14];
    if (!labels.claim({ x: middle.x - spanX / 2, y: middle.y - spanY / 2, width: spanX, height: spanY }))
      continue;
    drawn.add(name.text);
    context.save();
    context.translate(middle.x, middle.y);
    context.rotate(angle);
    context.strokeText(name.text, 0, 0);
    context.fillText(name.text, 0, 0);
    context.restore();
  }
}

function screenSpot({ x, y, scale }: PlacedTile, [unitX, unitY]: readonly [number, number]): XY {
  return { x: x + unitX * scale, y: y + unitY * scale };
}

const PLACE_ORDER = ['city', 'town', 'village', 'suburb', 'quarter', 'neighbourhood', 'hamlet', 'locality'];

function importance({ kind, rank }: PlaceName): number {
  return -PLACE_ORDER.indexOf(kind) * 1e9 + rank;
}
