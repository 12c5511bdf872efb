// Travel of a route: distance and duration per leg. Input for fares and schedules.
import { decimal, roundHalfUp } from '../../lib/decimal.ts';

export interface Waypoint {
  readonly longitude: number;
  readonly latitude: number;
  /** Uncertainty of the point in miles: an address known only by its ZIP code has no exact point. */
  readonly uncertaintyMiles?: number;
}

export interface Distance {
  readonly miles: number;
  readonly minutes: number;
}

export type Leg = Distance;

export interface Travel extends Distance {
  readonly legs: readonly Leg[];
  /** Whether any leg was estimated from the straight distance instead of measured on roads. */
  readonly estimated: boolean;
}

/** Legs with two decimals; totals are the sums of the rounded legs, as partners see them. */
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

/** Rounds miles and minutes as published: two decimals, half up. */
export function hundredths(value: number): number {
  if (value < 0) throw new RangeError(`miles and minutes are not negative: ${value}`);
  const scaled = value * 100;
  // Exact decimals decide only near a half: elsewhere the error of the product, below 1e-7, does not change the result.
  if (scaled < 1e9 && Math.abs((scaled % 1) - 0.5) > 1e-6) return Math.round(scaled) / 100;
  return roundHalfUp(decimal(value), 2);
}
