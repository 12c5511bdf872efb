// Travel estimate without road data: great-circle distance times a circuity factor, at a typical speed for the
// distance. docs/routing.md documents the numbers and their sources. Both curves are continuous and increase with
// distance, so that moving a stop farther away never makes a trip shorter or faster.
import { type Distance, hundredths, type Leg, type Travel, travelOf, type Waypoint } from './travel.ts';

const EARTH_RADIUS_MILES = 3_958.7613;

/** Circuity factor (road miles per straight mile) by straight miles: short trips are less direct. */
const CIRCUITY: readonly Knot[] = [
  [2, 1.4],
  [20, 1.2],
];

/** Average speed of a trip by road miles: the centers of the bands below 2, 5, 15, 40 and 80 miles. */
const SPEED_MPH: readonly Knot[] = [
  [1, 18],
  [3.5, 25],
  [10, 32],
  [27.5, 45],
  [60, 55],
];

/**
 * Two random points in a unit circle are 128/45π apart on average. Dividing by √2 attributes half of its square to
 * each end, so that one uncertain end also gives a plausible mean.
 */
const MEAN_APART_PER_UNCERTAIN_MILE = 128 / (45 * Math.PI) / Math.SQRT2;

type Knot = readonly [at: number, value: number];

export function estimateTravel(waypoints: readonly Waypoint[]): Travel {
  return travelOf(
    pairs(waypoints).map(([from, to]) => estimateLeg(from, to)),
    true,
  );
}

/** The estimate of a route with two waypoints, without its legs: plans ask for thousands. */
export function estimateJourney(from: Waypoint, to: Waypoint): Distance {
  const { miles, minutes } = estimateLeg(from, to);
  return { miles: hundredths(miles), minutes: hundredths(minutes) };
}

/**
 * Travel as measured by a routing engine. If two points are closer than their uncertainty, the measurement means
 * nothing (it is 0 within one ZIP code): the estimate is the lower bound there.
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

/** Expected minimum distance of two points, given the uncertainty of each; 0 if both are exact. */
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

/** Linear interpolation between the knots, constant outside. */
function interpolate(knots: readonly Knot[], at: number): number {
  const next = knots.findIndex(([knotAt]) => at < knotAt);
  const after = knots[next];
  const before = knots[next === -1 ? knots.length - 1 : next - 1];
  if (after === undefined || before === undefined) return (after ?? before)?.[1] ?? Number.NaN;
  return before[1] + ((at - before[0]) / (after[0] - before[0])) * (after[1] - before[1]);
}
