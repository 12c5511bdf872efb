// Capacity overrides: holidays, block-outs and other numbers for given days and hours of an area. Days and hours are
// local to the time zone of each window, so that a holiday covers that day in every zone of an area. Hours are whole,
// like capacity buckets.
import type { Product } from '../dispatch/product.ts';
import type { ServiceArea } from '../place/service-area.ts';
import { offsetSpans, spanAt } from './time-zone-offsets.ts';

/** More than any hour can hold; fits into an integer of the database. */
export const UNLIMITED_CAPACITY = 2_147_483_647;

export const OVERRIDE_KINDS = ['holiday', 'block', 'capacity'] as const;
/** `holiday` closes whole days for all products; `block` closes some hours, optionally of one product. */
export type OverrideKind = (typeof OVERRIDE_KINDS)[number];

export interface CapacityOverride {
  readonly id: string;
  readonly areaSlug: string;
  /** null for all products. */
  readonly product: Product | null;
  readonly kind: OverrideKind;
  /** 2030-12-24; both days are included. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly fromHour: number;
  readonly toHour: number;
  /** Capacity per hour; null closes the hours. */
  readonly capacity: number | null;
  readonly createdAtMs: number;
}

/** A service area with its capacity overrides. */
export interface ServedArea extends ServiceArea {
  readonly overrides: readonly CapacityOverride[];
}

/** One hour bucket of a product. */
export interface CapacityHour {
  readonly product: Product;
  readonly timeZone: string;
  readonly startMs: number;
}

/**
 * The override that applies to an hour: closures take precedence over numbers, then later overrides over earlier
 * ones. null if none applies.
 */
export function effectiveOverride(
  { overrides }: Pick<ServedArea, 'overrides'>,
  { product, timeZone, startMs }: CapacityHour,
): CapacityOverride | null {
  if (overrides.length === 0) return null;
  const wall = new Date(startMs + spanAt(offsetSpans(timeZone, startMs, startMs), startMs).offsetMs);
  const [day, hour] = [wall.toISOString().slice(0, 10), wall.getUTCHours()];
  let decisive: CapacityOverride | null = null;
  for (const override of overrides) {
    const applies =
      (override.product === null || override.product === product) &&
      day >= override.firstDay &&
      day <= override.lastDay &&
      hour >= override.fromHour &&
      hour < override.toHour;
    if (applies && (decisive === null || takesPrecedence(override, decisive))) decisive = override;
  }
  return decisive;
}

/** Closed hours are neither listed nor bookable. */
export function isClosedAt(area: Pick<ServedArea, 'overrides'>, hour: CapacityHour): boolean {
  return effectiveOverride(area, hour)?.capacity === null;
}

/** Capacity of the hour, in bookings. `isPlanned`: only an override limits it, because the plan of the day does. */
export function capacityAt(area: ServedArea, hour: CapacityHour, isPlanned = false): number {
  const counted = area.products[hour.product]?.capacity ?? 0;
  const regular = isPlanned ? UNLIMITED_CAPACITY : counted;
  const override = effectiveOverride(area, hour);
  return override === null ? regular : (override.capacity ?? 0);
}

function takesPrecedence(a: CapacityOverride, b: CapacityOverride): boolean {
  if ((a.capacity === null) !== (b.capacity === null)) return a.capacity === null;
  return a.createdAtMs === b.createdAtMs ? a.id > b.id : a.createdAtMs > b.createdAtMs;
}
