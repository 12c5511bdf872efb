// Web Mercator projection from longitude and latitude to pixels, and distances.

/** `[longitude, latitude]` */
export type Point = readonly [number, number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface XY {
  readonly x: number;
  readonly y: number;
}

export interface Projection {
  readonly spot: (point: Point) => XY;
  /** Integer tile zoom level; `scale` is the remaining factor between 1 and 2. */
  readonly zoom: number;
  readonly scale: number;
  /** Upper left corner, in world pixels at `zoom`. */
  readonly origin: XY;
  readonly milesPerPixel: number;
}

const TILE = 256;
const EARTH_RADIUS_MILES = 3_958.76;

/** World coordinates: the whole map is the unit square. */
export function toUnitSquare([longitude, latitude]: Point): XY {
  const sine = Math.sin((Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180);
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

export function fromUnitSquare({ x, y }: XY): Point {
  return [(x - 0.5) * 360, (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI];
}

export interface Tile extends XY {
  readonly url: string;
  readonly side: number;
}

/** Tiles that cover the map, with their positions in pixels. */
export function visibleTiles(
  { zoom, scale, origin }: Projection,
  size: Size,
  template: string,
): readonly Tile[] {
  const count = 2 ** zoom;
  const range = (start: number, length: number) => {
    const first = Math.floor(start / TILE);
    const last = Math.floor((start + length / scale) / TILE);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const columns = range(origin.x, size.width);
  return range(origin.y, size.height)
    .filter((row) => row >= 0 && row < count)
    .flatMap((row) =>
      columns.map((column) => ({
        url: template
          .replace('{z}', String(zoom))
          .replace('{x}', String(((column % count) + count) % count))
          .replace('{y}', String(row)),
        x: (column * TILE - origin.x) * scale,
        y: (row * TILE - origin.y) * scale,
        side: TILE * scale,
      })),
    );
}

/** Great-circle distance (haversine formula). */
export function milesBetween([fromLongitude, fromLatitude]: Point, [toLongitude, toLatitude]: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    half(toLatitude - fromLatitude) +
    Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * half(toLongitude - fromLongitude);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Longest round distance that fits into `roomPixels`, for the scale bar. */
export function scaleBar(milesPerPixel: number, roomPixels: number): { miles: number; pixels: number } {
  // One decimal at most: pages round to it.
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
  const miles = steps.findLast((step) => step / milesPerPixel <= roomPixels) ?? 0.1;
  return { miles, pixels: miles / milesPerPixel };
}
