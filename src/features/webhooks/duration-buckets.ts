// How long attempts took, as counts. The hours of an endpoint are kept this way (webhook_hour.duration_counts), so that
// charts and percentiles need no attempt, and hours can be added up.

/** Upper bounds in milliseconds, inclusive. One more bucket takes what took longer. */
const UPPER_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000] as const;
export const DURATION_BUCKETS = UPPER_BOUNDS_MS.length + 1;

/** Counting from 0. */
export function durationBucketOf(durationMs: number): number {
  const index = UPPER_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return index === -1 ? UPPER_BOUNDS_MS.length : index;
}

export function sumDurationCounts(counts: readonly (readonly number[])[]): number[] {
  const sums = new Array<number>(DURATION_BUCKETS).fill(0);
  for (const each of counts)
    for (const [index, count] of each.entries()) sums[index] = (sums[index] ?? 0) + count;
  return sums;
}

/**
 * The duration that a share of the attempts (0.95 for p95) did not exceed, in whole milliseconds; within a bucket they
 * are taken to be spread evenly. null: there were none.
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
