// How far and how long a route is, leg by leg: what fares and schedules are reckoned from.
import { decimal, roundHalfUp } from '../lib/decimal.ts';

export interface Waypoint {
  readonly longitude: number;
  readonly latitude: number;
  /** How far the point may be off, in miles: an address known only by its ZIP has no exact point. */
  readonly uncertaintyMiles?: number;
}

export interface Distance {
  readonly miles: number;
  readonly minutes: number;
}

export type Leg = Distance;

export interface Travel extends Distance {
  readonly legs: readonly Leg[];
  /** Whether any of it was reckoned from a distance as the crow flies instead of from roads. */
  readonly estimated: boolean;
}

/** Legs to two decimals, and totals that are the sum of the legs a partner sees. */
export function travelOf(legs: readonly Leg[], estimated: boolean): Travel {
  const rounded = legs.map(({ miles, minutes }) => ({
    miles: hundredths(miles),
    minutes: hundredths(minutes),
  }));
  return {
    legs: rounded,
    miles: hundredths(rounded.reduce((sum, { miles }) => sum + miles, 0)),
    minutes: hundredths(rounded.reduce((sum, { minutes }) => sum + minutes, 0)),
    estimated,
  };
}

/** Miles and minutes as they are published: two decimals, halves up. */
export function hundredths(value: number): number {
  if (value < 0) throw new RangeError(`miles and minutes are not negative: ${value}`);
  return roundHalfUp(decimal(value), 2);
}
