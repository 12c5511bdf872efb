// State outlines: the state that contains a point, or its distance from land.
import { ringsContain } from '../osm/flat-line.ts';

/** One closed ring: alternating longitude and latitude in degrees; the last point equals the first. */
type Ring = Float64Array;

export interface StateRings {
  readonly state: string;
  readonly rings: readonly Ring[];
}

export interface StateShapes {
  readonly states: readonly StateRings[];
  /** The state that contains the point or is nearest to it within `limitKm`; `km` is 0 inside. */
  nearestState(
    longitude: number,
    latitude: number,
    limitKm: number,
  ): { state: string; km: number } | undefined;
}

interface Shape extends StateRings {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

const KM_PER_DEGREE = 111.2;

/** Decodes the build script's format: delta-encoded points in thousandths of a degree. */
export function decodeRings(encoded: string): Ring[] {
  return encoded.split(';').map((steps) => {
    const numbers = steps.split(' ').map(Number);
    const ring = new Float64Array(numbers.length);
    let [x, y] = [0, 0];
    for (let index = 0; index + 1 < numbers.length; index += 2) {
      x += numbers[index] ?? 0;
      y += numbers[index + 1] ?? 0;
      ring[index] = x / 1000;
      ring[index + 1] = y / 1000;
    }
    return ring;
  });
}

export function createStateShapes(states: readonly StateRings[]): StateShapes {
  const shapes = states.map(withBounds);
  return {
    states,
    nearestState(longitude, latitude, limitKm) {
      const inside = shapes.find(
        (shape) => isWithin(shape, longitude, latitude, 0) && ringsContain(shape.rings, longitude, latitude),
      );
      if (inside) return { state: inside.state, km: 0 };
      let nearest: { state: string; km: number } | undefined;
      for (const shape of shapes) {
        if (!isWithin(shape, longitude, latitude, limitKm)) continue;
        const km = kmToEdge(shape.rings, longitude, latitude);
        if (km <= (nearest?.km ?? limitKm)) nearest = { state: shape.state, km };
      }
      return nearest;
    },
  };
}

function withBounds({ state, rings }: StateRings): Shape {
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const ring of rings) {
    for (let index = 0; index < ring.length; index += 2) {
      const [x, y] = pointOf(ring, index);
      box.west = Math.min(box.west, x);
      box.east = Math.max(box.east, x);
      box.south = Math.min(box.south, y);
      box.north = Math.max(box.north, y);
    }
  }
  return { state, rings, ...box };
}

function pointOf(ring: Ring, index: number): [number, number] {
  return [ring[index] ?? 0, ring[index + 1] ?? 0];
}

function isWithin(shape: Shape, x: number, y: number, marginKm: number): boolean {
  const latitudeMargin = marginKm / KM_PER_DEGREE;
  const longitudeMargin = latitudeMargin / Math.max(0.1, Math.cos((y * Math.PI) / 180));
  return (
    x >= shape.west - longitudeMargin &&
    x <= shape.east + longitudeMargin &&
    y >= shape.south - latitudeMargin &&
    y <= shape.north + latitudeMargin
  );
}

function kmToEdge(rings: readonly Ring[], x: number, y: number): number {
  const longitudeScale = Math.cos((y * Math.PI) / 180);
  let least = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    for (let index = 0; index + 3 < ring.length; index += 2) {
      const [x1, y1] = pointOf(ring, index);
      const [x2, y2] = pointOf(ring, index + 2);
      least = Math.min(
        least,
        toSegment((x1 - x) * longitudeScale, y1 - y, (x2 - x) * longitudeScale, y2 - y),
      );
    }
  }
  return least * KM_PER_DEGREE;
}

/** Distance from the origin to the segment between two points. */
function toSegment(x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = -(x1 * dx + y1 * dy) / (dx * dx + dy * dy || 1);
  const clamped = Math.max(0, Math.min(1, along));
  return Math.hypot(x1 + clamped * dx, y1 + clamped * dy);
}
