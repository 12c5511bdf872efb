// The visible part of a map: its centre and zoom, and what panning, zooming and fitting do to them.
import {
  fromUnitSquare,
  type Point,
  type Projection,
  type Size,
  toUnitSquare,
  type XY,
} from '../map-projection.ts';

export interface Camera {
  /** Centre, in the unit square that is the whole world. */
  readonly centre: XY;
  /** With tiles of 256 pixels: 0 is the whole world in one tile. */
  readonly zoom: number;
}

const TILE = 256;
const EARTH_MILES = 24_901.46;
const MIN_ZOOM = 2;
export const MAX_ZOOM = 19;
/** Fitting does not go deeper: one stop alone should show its neighbourhood. */
const MAX_FITTED_ZOOM = 16;

/** Side of the world at this zoom. */
export const worldPixels = (zoom: number) => TILE * 2 ** zoom;
const limitedZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));

/** Top right corner with the zoom buttons (map.css) and the radius of a marker, in pixels: markers below it cannot be seen. */
const CORNER = { width: 76, height: 120 };

/** Shows all points, with a margin in pixels for their labels, and none below the zoom buttons. */
export function cameraFitting(
  points: readonly Point[],
  size: Size,
  margin: XY,
  maxZoom = MAX_FITTED_ZOOM,
): Camera {
  const camera = fitBetween(points, size, { ...margin, right: margin.x }, maxZoom);
  const { spot } = projectionOf(camera, size);
  const isCovered = points.some((point) => {
    const { x, y } = spot(point);
    return x > size.width - CORNER.width && y < CORNER.height;
  });
  return isCovered ? fitBetween(points, size, { ...margin, right: CORNER.width }, maxZoom) : camera;
}

/** `right`: margin on the right side, which may be larger than the others. */
function fitBetween(
  points: readonly Point[],
  size: Size,
  margin: XY & { readonly right: number },
  maxZoom: number,
): Camera {
  let [left, right, top, bottom] = [1, 0, 1, 0];
  for (const point of points) {
    const { x, y } = toUnitSquare(point);
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
  }
  const fit = Math.min(
    Math.max(1, size.width - margin.x - margin.right) / (right - left || 1e-9),
    Math.max(1, size.height - 2 * margin.y) / (bottom - top || 1e-9),
  );
  const zoom = limitedZoom(Math.min(maxZoom, Math.log2(fit / TILE)));
  const shift = (margin.right - margin.x) / 2 / worldPixels(zoom);
  return { centre: { x: (left + right) / 2 + shift, y: (top + bottom) / 2 }, zoom };
}

/** Moves the map by this many pixels. */
export function movedBy({ centre, zoom }: Camera, { x, y }: XY): Camera {
  const world = worldPixels(zoom);
  return { zoom, centre: limitedCentre({ x: centre.x - x / world, y: centre.y - y / world }) };
}

/** Distance from the edge of a point that was outside, in pixels. */
const REVEALED_PIXELS = 48;

/** Moves the map as far as needed to show the point. */
export function showing(camera: Camera, size: Size, point: Point): Camera {
  const { x, y } = projectionOf(camera, size).spot(point);
  const shift = (at: number, length: number) => {
    if (at >= 0 && at <= length) return 0;
    const edge = Math.min(REVEALED_PIXELS, length / 2);
    return at < 0 ? edge - at : length - edge - at;
  };
  const by = { x: shift(x, size.width), y: shift(y, size.height) };
  return by.x === 0 && by.y === 0 ? camera : movedBy(camera, by);
}

/** Changes the zoom while the place at `spot` stays where it is. */
export function zoomedAt(camera: Camera, size: Size, spot: XY, by: number): Camera {
  const zoom = limitedZoom(camera.zoom + by);
  const [before, after] = [worldPixels(camera.zoom), worldPixels(zoom)];
  const [dx, dy] = [spot.x - size.width / 2, spot.y - size.height / 2];
  return {
    zoom,
    centre: limitedCentre({
      x: camera.centre.x + dx / before - dx / after,
      y: camera.centre.y + dy / before - dy / after,
    }),
  };
}

const limitedCentre = ({ x, y }: XY): XY => ({
  x: Math.min(1, Math.max(0, x)),
  y: Math.min(1, Math.max(0, y)),
});

export function projectionOf({ centre, zoom: exact }: Camera, size: Size): Projection {
  const zoom = Math.floor(exact);
  const scale = 2 ** (exact - zoom);
  const world = worldPixels(zoom);
  const origin = {
    x: centre.x * world - size.width / 2 / scale,
    y: centre.y * world - size.height / 2 / scale,
  };
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * centre.y)));
  return {
    zoom,
    scale,
    origin,
    milesPerPixel: (EARTH_MILES * Math.cos(latitude)) / (world * scale),
    spot: (point) => {
      const { x, y } = toUnitSquare(point);
      return { x: (x * world - origin.x) * scale, y: (y * world - origin.y) * scale };
    },
  };
}

/** The place at a position on the screen. */
export function pointAt({ zoom, scale, origin }: Projection, { x, y }: XY): Point {
  const world = worldPixels(zoom);
  return fromUnitSquare({ x: (x / scale + origin.x) / world, y: (y / scale + origin.y) / world });
}

export function isSameCamera(one: Camera | null, other: Camera | null): boolean {
  return (
    one === other ||
    (one?.zoom === other?.zoom && one?.centre.x === other?.centre.x && one?.centre.y === other?.centre.y)
  );
}
