import { describe, expect, it } from 'vitest';
import {
  DURATION_BUCKETS,
  durationBucketOf,
  durationPercentile,
  sumDurationCounts,
} from './duration-buckets.ts';

function countsOf(durations: readonly number[]): number[] {
  const counts = new Array<number>(DURATION_BUCKETS).fill(0);
  for (const duration of durations) {
    const bucket = durationBucketOf(duration);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

describe('durations of attempts', () => {
  it('go into the first bucket that holds them, and beyond 15 seconds into the last', () => {
    expect([0, 1, 1.5, 2, 3, 15_000, 15_001, 1e9].map(durationBucketOf)).toEqual([0, 0, 1, 1, 2, 13, 14, 14]);
  });

  it('give no percentile where nothing was sent', () => {
    expect(durationPercentile(countsOf([]), 0.95)).toBeNull();
    expect(durationPercentile([], 0.5)).toBeNull();
  });

  it('give percentiles that lie in the right bucket', () => {
    const counts = countsOf([...new Array(95).fill(40), ...new Array(5).fill(4_000)]);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => durationPercentile(counts, share) ?? 0);
    expect(p50).toBeGreaterThan(20);
    expect(p50).toBeLessThanOrEqual(50);
    expect(p95).toBeLessThanOrEqual(50);
    expect(p99).toBeGreaterThan(2_000);
    expect(p99).toBeLessThanOrEqual(5_000);
  });

  it('that took longer than any bound are shown as the largest bound', () => {
    expect(durationPercentile(countsOf([60_000]), 0.5)).toBe(15_000);
  });

  it('of several hours are added up', () => {
    expect(sumDurationCounts([countsOf([1, 3]), countsOf([3]), []])).toEqual(countsOf([1, 3, 3]));
  });
});
