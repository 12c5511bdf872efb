// Line of a route with casing and arrows in its direction. A route without geometry of roads is a straight, dashed line.
import type { Point, Projection, XY } from '../map-projection.ts';
import type { Box } from './label-collisions.ts';

export interface MapRoute {
  readonly id: string;
  readonly points: readonly Point[];
  /** Straight lines between stops: the roads are not known. */
  readonly isEstimate: boolean;
  /** `done`: already driven. `quiet`: of a crew that is not chosen. */
  readonly look: 'ahead' | 'done' | 'quiet';
  /** Number of a crew colour; null: the colour of the page. */
  readonly hue: number | null;
}

interface RouteLineProps {
  readonly route: MapRoute;
  readonly projection: Projection;
}

export function RouteLine({ route, projection }: RouteLineProps) {
  const spots = thinned(route.points.map(projection.spot));
  if (spots.length < 2) return null;
  const path = `M${spots.map(formatSpot).join('L')}`;
  const hue = route.hue === null ? '' : ` map-hue-${route.hue}`;
  return (
    <g className={`map-route map-route-${route.look}${route.isEstimate ? ' map-route-estimate' : ''}${hue}`}>
      <path d={path} className="map-route-casing" />
      <path d={path} className="map-route-line" />
      {arrowsAlong(spots).map(({ x, y, degrees }) => (
        <path
          key={`${x} ${y}`}
          d="M-3.500-4.500L3 0L-3.500 4.500"
          transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed()})`}
          className="map-route-arrow"
        />
      ))}
    </g>
  );
}

/** The roads of a leg, or a straight line if they are not known. */
export function legLine(
  from: Point,
  to: Point,
  roads: readonly Point[] | null | undefined,
): Pick<MapRoute, 'points' | 'isEstimate'> {
  return roads && roads.length > 1
    ? { points: roads, isEstimate: false }
    : { points: [from, to], isEstimate: true };
}

const formatSpot = ({ x, y }: XY) => `${x.toFixed(1)} ${y.toFixed(1)}`;

const MIN_STEP = 2;

/** Without points that are at the same place on the screen. */
export function thinned(spots: readonly XY[]): readonly XY[] {
  const kept: XY[] = [];
  for (const [index, spot] of spots.entries()) {
    const before = kept.at(-1);
    const isFar = !before || Math.hypot(spot.x - before.x, spot.y - before.y) >= MIN_STEP;
    if (isFar) kept.push(spot);
    else if (index === spots.length - 1 && kept.length > 1) kept.splice(-1, 1, spot);
  }
  return kept;
}

const LABEL_STEP = 12;

/** Boxes along the line, so that labels of the base map do not lie across it. */
export function boxesAlong({ points }: MapRoute, { spot }: Projection): readonly Box[] {
  return walk(thinned(points.map(spot)), LABEL_STEP).map(({ x, y }) => ({
    x: x - LABEL_STEP / 2,
    y: y - LABEL_STEP / 2,
    width: LABEL_STEP,
    height: LABEL_STEP,
  }));
}

const ARROW_STEP = 90;

interface Arrow extends XY {
  readonly degrees: number;
}

/** Every 90 pixels, the first one after 45: not below the marker at the start. */
export const arrowsAlong = (spots: readonly XY[]): readonly Arrow[] => walk(spots, ARROW_STEP);

/** Positions and directions in regular steps along a line. The first one is after half a step. */
function walk(spots: readonly XY[], step: number): readonly Arrow[] {
  const arrows: Arrow[] = [];
  let next = step / 2;
  let walked = 0;
  for (const [index, to] of spots.entries()) {
    const from = spots[index - 1];
    if (!from) continue;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    for (; next <= walked + length; next += step) {
      const share = (next - walked) / length;
      arrows.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, degrees });
    }
    walked += length;
  }
  return arrows;
}
