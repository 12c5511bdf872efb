// Planned durations: the quantile of a normally distributed duration at the chosen service level, plus a buffer. A plan
// that is tight at mean durations is late more often than a greedy one; slack must be part of the model.
import type { Robustness, Stop } from './problem.ts';

const DEFAULT_VARIATION = 0.12;

export interface PlannedDurations {
  readonly factor: number;
  readonly bufferSeconds: number;
}

export function plannedDurations(robustness: Robustness = {}): PlannedDurations {
  const { serviceLevel = 0.5, variation = DEFAULT_VARIATION, bufferSeconds = 0 } = robustness;
  return { factor: Math.max(1, 1 + normalQuantile(serviceLevel) * variation), bufferSeconds };
}

/** Latest planned start of service at a stop. */
export function plannedLatest(
  { earliest = -Infinity, latest = Infinity }: Pick<Stop, 'earliest' | 'latest'>,
  { marginSeconds = 0 }: Robustness = {},
): number {
  return Math.max(earliest, latest - marginSeconds);
}

/** Quantile of the standard normal distribution (Abramowitz and Stegun 26.2.23; absolute error below 4.5e-4). */
function normalQuantile(probability: number): number {
  if (probability === 0.5) return 0;
  const tail = Math.min(probability, 1 - probability);
  const t = Math.sqrt(-2 * Math.log(tail));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  const denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  const distance = t - numerator / denominator;
  return probability < 0.5 ? -distance : distance;
}
