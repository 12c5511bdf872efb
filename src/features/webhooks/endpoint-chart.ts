// Builds charts from hourly statistics: one point per step, without gaps.
import { durationPercentile, sumDurationCounts } from './duration-buckets.ts';

export interface HourSums {
  readonly hour: Date;
  readonly succeeded: number;
  readonly failed: number;
  readonly durationCounts: readonly number[];
}

const hourMillis = 3_600_000;

/** A day is a UTC day. */
export const CHART_RANGES = {
  day: { points: 24, stepMillis: hourMillis },
  week: { points: 7 * 24, stepMillis: hourMillis },
  month: { points: 30, stepMillis: 24 * hourMillis },
} as const;
export type ChartRange = keyof typeof CHART_RANGES;

/** Start of the first point. The last point is the hour or day that contains `now`. */
export function chartStart(range: ChartRange, now: Date): Date {
  const { points, stepMillis } = CHART_RANGES[range];
  return new Date((Math.floor(now.getTime() / stepMillis) - points + 1) * stepMillis);
}

export function chartOf(range: ChartRange, now: Date, hours: readonly HourSums[]) {
  const { points, stepMillis } = CHART_RANGES[range];
  const startMillis = chartStart(range, now).getTime();
  const found = new Map<number, HourSums[]>();
  for (const sums of hours) {
    const index = Math.floor((sums.hour.getTime() - startMillis) / stepMillis);
    found.set(index, [...(found.get(index) ?? []), sums]);
  }
  return {
    points: Array.from({ length: points }, (_, index) => ({
      from: new Date(startMillis + index * stepMillis).toISOString(),
      ...summarizeHours(found.get(index) ?? []),
    })),
  };
}

export function summarizeHours(hours: readonly HourSums[]) {
  const counts = sumDurationCounts(hours.map(({ durationCounts }) => durationCounts));
  return {
    succeeded: hours.reduce((sum, { succeeded }) => sum + succeeded, 0),
    failed: hours.reduce((sum, { failed }) => sum + failed, 0),
    p50_ms: durationPercentile(counts, 0.5),
    p95_ms: durationPercentile(counts, 0.95),
  };
}
