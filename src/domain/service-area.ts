// Service areas: where the company drives, when it is open, which products it offers there and how many jobs of each
// it takes. Plain data, kept as `service-area-document.ts` reads and writes it.
import { type Coverage, covers, type Position, surface } from './coverage.ts';
import type { WeeklyHours } from './opening-hours.ts';
import { PRODUCTS, type Product } from './product.ts';

export interface WindowPolicy {
  readonly lengthMinutes: number;
  /** From the start of one window to the start of the next. */
  readonly everyMinutes: number;
  /** How long before its start a window is last offered. */
  readonly leadMinutes: number;
  readonly horizonDays: number;
  /** How far ahead a window of the partner's own choosing may start. */
  readonly customMaxDays: number;
}

export interface ProductOffer {
  readonly windows: WindowPolicy;
  /** Bookings per hour bucket. */
  readonly capacity: number;
  /** Live on-demand bookings at any one time. */
  readonly onDemandCapacity: number;
}

export const DEFAULT_WINDOW_POLICY: WindowPolicy = {
  lengthMinutes: 60,
  everyMinutes: 60,
  leadMinutes: 60,
  horizonDays: 14,
  customMaxDays: 30,
};

export const DEFAULT_OFFER: ProductOffer = {
  windows: DEFAULT_WINDOW_POLICY,
  capacity: 1_000,
  onDemandCapacity: 100,
};

export type DispatchMode = 'automatic' | 'manual';

export interface ServiceArea {
  /** The identity of the area: capacity and window ids are derived from it. */
  readonly slug: string;
  readonly name: string;
  readonly coverage: Coverage;
  /** Where areas overlap the higher priority serves; among equals the smaller area. */
  readonly priority: number;
  /** Overrides the time zone of the stop that a window refers to; null for none. */
  readonly timeZone: string | null;
  readonly hours: WeeklyHours;
  readonly dispatch: DispatchMode;
  /** The products offered here, and on which terms. */
  readonly products: Readonly<Partial<Record<Product, ProductOffer>>>;
}

/** The area that serves a point, or null where nobody drives. */
export function findServiceArea<Area extends ServiceArea>(
  areas: readonly Area[],
  point: Position,
): Area | null {
  let best: Area | null = null;
  for (const area of areas) {
    if (covers(area.coverage, point) && (best === null || moreSpecific(area, best))) best = area;
  }
  return best;
}

/** The zone in which the hours of the area are read for a stop. */
export function zoneFor(area: ServiceArea, stopTimeZone: string): string {
  return area.timeZone ?? stopTimeZone;
}

/** Smallest first. */
export function offeredProducts(area: ServiceArea): Product[] {
  return PRODUCTS.filter((product) => area.products[product] !== undefined);
}

function moreSpecific(a: ServiceArea, b: ServiceArea): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  const [sizeA, sizeB] = [surface(a.coverage), surface(b.coverage)];
  return sizeA === sizeB ? a.slug < b.slug : sizeA < sizeB;
}
