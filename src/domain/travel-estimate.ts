// Travel without a road map: the distance as the crow flies, stretched to that of roads, at the speed that trips of
// such a length have. The numbers and where they come from are in docs/routing.md. Both curves are continuous and
// rise with distance, so that a stop moved farther away never makes a trip shorter or quicker.
import { type Leg, type Travel, travelOf, type Waypoint } from './travel.ts';

const EARTH_RADIUS_MILES = 3_958.7613;

/** Road miles per mile as the crow flies, by the latter: short trips wind more than long ones. */
const CIRCUITY: readonly Knot[] = [
  [2, 1.4],
  [20, 1.2],
];

/** Miles an hour over a whole trip, by its road miles: the middles of the bands below 2, 5, 15, 40 and 80 miles. */
const SPEED_MPH: readonly Knot[] = [
  [1, 18],
  [3.5, 25],
  [10, 32],
  [27.5, 45],
  [60, 55],
];

/**
 * Two addresses anywhere within a circle of radius 1 are 128/45π apart on average. Half of its square belongs to each,
 * so that one uncertain end also gives a sensible mean.
 */
const MEAN_APART_PER_UNCERTAIN_MILE = 128 / (45 * Math.PI) / Math.SQRT2;

type Knot = readonly [at: number, value: number];

export function estimateTravel(waypoints: readonly Waypoint[]): Travel {
  return travelOf(
    pairs(waypoints).map(([from, to]) => estimateLeg(from, to)),
    true,
  );
}

/**
 * Travel from what a routing engine measured. Between two points that may well be one and the same, for all that is
 * known of them, the engine's answer means nothing (it is 0 within one ZIP): there the estimate is the least.
 */
export function measuredTravel(waypoints: readonly Waypoint[], measured: readonly Leg[]): Travel {
  const ends = pairs(waypoints);
  if (measured.length !== ends.length) {
    throw new RangeError(
      `${ends.length} legs expected between ${waypoints.length} waypoints, got ${measured.length}`,
    );
  }
  let estimated = false;
  const legs = measured.map((leg, index) => {
    const [from, to] = ends[index] ?? [];
    if (from === undefined || to === undefined || leastMilesApart(from, to) <= straightMiles(from, to))
      return leg;
    estimated = true;
    const least = estimateLeg(from, to);
    return { miles: Math.max(leg.miles, least.miles), minutes: Math.max(leg.minutes, least.minutes) };
  });
  return travelOf(legs, estimated);
}

export function straightMiles(from: Waypoint, to: Waypoint): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfSine = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    halfSine(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      halfSine(to.longitude - from.longitude);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export function roadMiles(straight: number): number {
  return straight * interpolate(CIRCUITY, straight);
}

export function drivingMinutes(miles: number): number {
  return (miles / interpolate(SPEED_MPH, miles)) * 60;
}

function estimateLeg(from: Waypoint, to: Waypoint): Leg {
  const miles = roadMiles(Math.max(straightMiles(from, to), leastMilesApart(from, to)));
  return { miles, minutes: drivingMinutes(miles) };
}

/** How far apart two points are to be expected at the least, given how far each may be off; 0 if both are exact. */
function leastMilesApart(from: Waypoint, to: Waypoint): number {
  return MEAN_APART_PER_UNCERTAIN_MILE * Math.hypot(from.uncertaintyMiles ?? 0, to.uncertaintyMiles ?? 0);
}

function pairs(waypoints: readonly Waypoint[]): (readonly [Waypoint, Waypoint])[] {
  if (waypoints.length < 2)
    throw new RangeError(`a route needs two waypoints or more, got ${waypoints.length}`);
  return waypoints.slice(1).flatMap((to, index) => {
    const from = waypoints[index];
    return from === undefined ? [] : [[from, to] as const];
  });
}

/** Straight lines between the knots, level before the first and after the last. */
function interpolate(knots: readonly Knot[], at: number): number {
  const next = knots.findIndex(([knotAt]) => at < knotAt);
  const after = knots[next];
  const before = knots[next === -1 ? knots.length - 1 : next - 1];
  if (after === undefined || before === undefined) return (after ?? before)?.[1] ?? Number.NaN;
  return before[1] + ((at - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
}
