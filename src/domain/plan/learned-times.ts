// Correction of quoted durations by what bookings of the area really took: medians of enough observations, limited, so that
// a few unusual days cannot spoil a plan (decision 0086).
import type { Product } from '../dispatch/product.ts';

/** Actual duration divided by the quoted one, of completed bookings of one area. */
export interface LearnedTime {
  readonly kind: 'drive' | 'service';
  /** Empty for journeys. */
  readonly product: string;
  /** Local hour of the departure; -1: all hours. */
  readonly hour: number;
  readonly observations: number;
  readonly median: number;
  /** 90 % quantile. */
  readonly quantile: number;
}

export interface LearnedFactors {
  /** 24 factors, by local hour. */
  readonly drive: readonly number[];
  readonly service: Readonly<Partial<Record<Product, number>>>;
  /** Standard deviation of a duration, relative to its mean. */
  readonly variation: number;
}

export const MIN_OBSERVATIONS = 20;
export const FACTOR_LIMITS = { min: 0.7, max: 1.6 };
const VARIATION_LIMITS = { min: 0.05, max: 0.4 };
export const DEFAULT_VARIATION = 0.12;
/** Quantile of the standard normal distribution at 0.9. */
const Z_90 = 1.2816;

/** null if no kind has enough observations. */
export function learnedFactors(times: readonly LearnedTime[]): LearnedFactors | null {
  const known = times.filter(({ observations }) => observations >= MIN_OBSERVATIONS);
  if (known.length === 0) return null;
  const drives = known.filter(({ kind }) => kind === 'drive');
  const allHours = drives.find(({ hour }) => hour === -1);
  const driveAt = (hour: number) => drives.find((each) => each.hour === hour) ?? allHours;
  const services = known.filter(({ kind, hour }) => kind === 'service' && hour === -1);
  return {
    drive: Array.from({ length: 24 }, (_, hour) => factorOf(driveAt(hour))),
    service: Object.fromEntries(services.map((each) => [each.product, factorOf(each)])),
    variation: allHours ? variationOf(allHours) : DEFAULT_VARIATION,
  };
}

function factorOf(time: LearnedTime | undefined): number {
  return time ? limited(time.median, FACTOR_LIMITS) : 1;
}

/** As if the ratio were normally distributed: only its upper half matters for lateness. */
function variationOf({ median, quantile }: LearnedTime): number {
  return limited((quantile / median - 1) / Z_90, VARIATION_LIMITS);
}

function limited(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(Math.max(value, min), max);
}
