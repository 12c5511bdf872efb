// Days and hours on which an area offers other than its document says: holidays, block-outs, other numbers. They are meant
// on the wall clock of each window, so that a holiday is that day in every zone of an area, and they speak of whole hours,
// by which capacity is counted.
import type { Product } from './product.ts';
import type { ServiceArea } from './service-area.ts';
import { clockSpans, spanAt } from './time-zone-offsets.ts';

export const OVERRIDE_KINDS = ['holiday', 'block', 'capacity'] as const;
/** A holiday closes whole days of all products; a block some hours, perhaps of one product. */
export type OverrideKind = (typeof OVERRIDE_KINDS)[number];

export interface CapacityOverride {
  readonly id: string;
  readonly areaSlug: string;
  /** null: every product. */
  readonly product: Product | null;
  readonly kind: OverrideKind;
  /** 2030-12-24; both days are meant. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly fromHour: number;
  readonly toHour: number;
  /** Places per hour; null where it closes. */
  readonly capacity: number | null;
  readonly createdAtMs: number;
}

/** An area as it is offered: by its document, but for these. */
export interface ServedArea extends ServiceArea {
  readonly overrides: readonly CapacityOverride[];
}

/** Which hour of which product. */
export interface OfferedHour {
  readonly product: Product;
  readonly timeZone: string;
  readonly startMs: number;
}

/** The one that decides over an hour: closed before any number, then the later before the earlier; null for none. */
export function decisiveOverride(
  { overrides }: Pick<ServedArea, 'overrides'>,
  { product, timeZone, startMs }: OfferedHour,
): CapacityOverride | null {
  if (overrides.length === 0) return null;
  const wall = new Date(startMs + spanAt(clockSpans(timeZone, startMs, startMs), startMs).offsetMs);
  const [day, hour] = [wall.toISOString().slice(0, 10), wall.getUTCHours()];
  let decisive: CapacityOverride | null = null;
  for (const override of overrides) {
    const isMeant =
      (override.product === null || override.product === product) &&
      day >= override.firstDay &&
      day <= override.lastDay &&
      hour >= override.fromHour &&
      hour < override.toHour;
    if (isMeant && (decisive === null || outweighs(override, decisive))) decisive = override;
  }
  return decisive;
}

/** Nobody can come in this hour: it is neither shown nor sold. */
export function isClosedAt(area: Pick<ServedArea, 'overrides'>, hour: OfferedHour): boolean {
  return decisiveOverride(area, hour)?.capacity === null;
}

/** How many bookings the hour takes. */
export function capacityAt(area: ServedArea, hour: OfferedHour): number {
  const usual = area.products[hour.product]?.capacity ?? 0;
  const override = decisiveOverride(area, hour);
  return override === null ? usual : (override.capacity ?? 0);
}

function outweighs(a: CapacityOverride, b: CapacityOverride): boolean {
  if ((a.capacity === null) !== (b.capacity === null)) return a.capacity === null;
  return a.createdAtMs === b.createdAtMs ? a.id > b.id : a.createdAtMs > b.createdAtMs;
}
