// Histogram of attempt durations. Stored per endpoint and hour (webhook_hour.duration_counts), so that charts and
// percentiles do not read attempts and hours can be added up.

/** Upper bounds in milliseconds, inclusive. One more bucket counts everything above the last bound. */
const UPPER_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000] as const;
export const DURATION_BUCKETS = UPPER_BOUNDS_MS.length + 1;

/** Index of the bucket, from 0. */
export function durationBucketOf(durationMs: number): number {
  const index = UPPER_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return index === -1 ? UPPER_BOUNDS_MS.length : index;
}

export function sumDurationCounts(counts: readonly (readonly number[])[]): number[] {
  const sums = Array.from({ length: DURATION_BUCKETS }, () => 0);
  for (const each of counts)
    for (const [index, count] of each.entries()) sums[index] = (sums[index] ?? 0) + count;
  return sums;
}

/**
 * Duration in whole milliseconds that a share of the attempts (0.95 for p95) did not exceed. Interpolates linearly
 * within a bucket. null if there were no attempts.
 */
export function durationPercentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, share * total);
  let below = 0;
  for (const [index, count] of counts.entries()) {
    const upper = UPPER_BOUNDS_MS[index];
    if (below + count < rank) {
      below += count;
      continue;
    }
    const lower = UPPER_BOUNDS_MS[index - 1] ?? 0;
    return upper === undefined ? lower : Math.round(lower + ((rank - below) / count) * (upper - lower));
  }
  return UPPER_BOUNDS_MS.at(-1) ?? null;
}
