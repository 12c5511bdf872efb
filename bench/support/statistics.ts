// Statistics of measurements.

/** Median of the rounds of a run, with its confidence interval. */
export interface Estimate {
  readonly median: number;
  /**
   * Confidence interval of the median from order statistics: exact for independent rounds of any distribution, and not
   * affected by single extreme rounds.
   */
  readonly interval: readonly [number, number];
  /** Probability that such an interval contains the true median; below `wantedConfidence` if there are too few values. */
  readonly confidence: number;
  /** Smallest and largest value. */
  readonly range: readonly [number, number];
}

/** Needs at least six values. */
export const wantedConfidence = 0.95;

/**
 * The interval from the k-th smallest to the k-th largest value misses the true median only if fewer than k values are
 * on one side of it. For each side that is the binomial probability of fewer than k heads in n tosses. Takes the largest
 * k that keeps the wanted confidence; if none does, the interval is the whole range.
 */
export function estimateMedian(values: readonly number[]): Estimate {
  const sorted = values.toSorted((a, b) => a - b);
  const confidenceAt = (k: number) => 1 - 2 * probabilityOfFewerHeads(k, sorted.length);
  let k = 1;
  while (confidenceAt(k + 1) >= wantedConfidence) k += 1;
  const ends = (rank: number): readonly [number, number] => {
    const [low, high] = [sorted[rank - 1], sorted[sorted.length - rank]];
    if (low === undefined || high === undefined) throw new RangeError('no values');
    return [low, high];
  };
  return { median: median(values), interval: ends(k), confidence: confidenceAt(k), range: ends(1) };
}

/** Probability of fewer than k heads in n tosses of a fair coin. */
function probabilityOfFewerHeads(k: number, n: number): number {
  let [probability, sum] = [0.5 ** n, 0];
  for (let heads = 0; heads < k; heads += 1) {
    sum += probability;
    probability *= (n - heads) / (heads + 1);
  }
  return sum;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new RangeError('no values');
  return (low + high) / 2;
}

/** Smallest value that at least `share` (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values');
  return value;
}
