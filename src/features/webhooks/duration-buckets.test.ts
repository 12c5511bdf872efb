import { describe, expect, it } from 'vitest';
import {
  DURATION_BUCKETS,
  durationBucketOf,
  durationPercentile,
  sumDurationCounts,
} from './duration-buckets.ts';

function countsOf(durations: readonly number[]): number[] {
  const counts = Array.from({ length: DURATION_BUCKETS }, () => 0);
  for (const duration of durations) {
    const bucket = durationBucketOf(duration);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

describe('duration histogram', () => {
  it('puts a duration into the first bucket with a sufficient bound, and above 15 seconds into the last', () => {
    expect([0, 1, 1.5, 2, 3, 15_000, 15_001, 1e9].map(durationBucketOf)).toEqual([0, 0, 1, 1, 2, 13, 14, 14]);
  });

  it('returns no percentile without attempts', () => {
    expect(durationPercentile(countsOf([]), 0.95)).toBeNull();
    expect(durationPercentile([], 0.5)).toBeNull();
  });

  it('returns percentiles within the right bucket', () => {
    const counts = countsOf(Array.from({ length: 100 }, (_, index) => (index < 95 ? 40 : 4_000)));
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => durationPercentile(counts, share) ?? 0);
    expect(p50).toBeGreaterThan(20);
    expect(p50).toBeLessThanOrEqual(50);
    expect(p95).toBeLessThanOrEqual(50);
    expect(p99).toBeGreaterThan(2_000);
    expect(p99).toBeLessThanOrEqual(5_000);
  });

  it('reports the largest bound for durations above it', () => {
    expect(durationPercentile(countsOf([60_000]), 0.5)).toBe(15_000);
  });

  it('adds up the counts of several hours', () => {
    expect(sumDurationCounts([countsOf([1, 3]), countsOf([3]), []])).toEqual(countsOf([1, 3, 3]));
  });
});
