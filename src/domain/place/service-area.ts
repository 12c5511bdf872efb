// Service areas: coverage, opening hours, products, capacity and dispatch mode. Plain data, stored in the format of
// `service-area-document.ts`.
import { PRODUCTS, type Product } from '../dispatch/product.ts';
import type { VehicleLimits } from '../dispatch/vehicle-limits.ts';
import type { PlanningSettings } from '../plan/planning-settings.ts';
import type { WeeklyHours } from '../time/opening-hours.ts';
import { type Coverage, covers, type Position, surface } from './coverage.ts';

export interface WindowPolicy {
  readonly lengthMinutes: number;
  /** Interval between the starts of two windows. */
  readonly everyMinutes: number;
  /** Minimum time between now and the start of a listed window. */
  readonly leadMinutes: number;
  readonly horizonDays: number;
  /** How far ahead a custom window may start. */
  readonly customMaxDays: number;
}

export interface ProductOffer {
  readonly windows: WindowPolicy;
  /** Bookings per hour bucket. */
  readonly capacity: number;
  /** Maximum number of live on-demand bookings. */
  readonly onDemandCapacity: number;
  /** Undefined: routed like a car. */
  readonly vehicle?: VehicleLimits | undefined;
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

/** What limits scheduled windows: a number of bookings per hour, or whether a crew can drive them on top of the plan. */
export type CapacityMode = 'counted' | 'planned';

export interface ServiceArea {
  /** Identifies the area: window ids and capacity are derived from it. */
  readonly slug: string;
  readonly name: string;
  readonly coverage: Coverage;
  /** Where areas overlap, the higher priority wins, then the smaller area. */
  readonly priority: number;
  /** Overrides the time zone of the reference stop; null for no override. */
  readonly timeZone: string | null;
  readonly hours: WeeklyHours;
  readonly dispatch: DispatchMode;
  /** Number of the dispatchers of the area, for calls of crews; E.164. Undefined: none. */
  readonly dispatchPhoneNumber?: string | undefined;
  /** Undefined: counted. */
  readonly capacity?: CapacityMode | undefined;
  /** Undefined: the defaults. */
  readonly planning?: PlanningSettings | undefined;
  /** The offered products with their terms. */
  readonly products: Readonly<Partial<Record<Product, ProductOffer>>>;
}

/** Whether the system changes the plan of the area when a day changes (decision 0091). */
export function replansAutomatically({ dispatch, planning }: ServiceArea): boolean {
  return (planning?.replanning ?? (dispatch === 'automatic' ? 'automatic' : 'off')) === 'automatic';
}

/** The area that serves a point; null if there is none. */
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

/** The time zone in which the opening hours of the area apply to a stop. */
export function zoneFor(area: ServiceArea, stopTimeZone: string): string {
  return area.timeZone ?? stopTimeZone;
}

/** Smallest product first. */
export function offeredProducts(area: ServiceArea): Product[] {
  return PRODUCTS.filter((product) => area.products[product] !== undefined);
}

function moreSpecific(a: ServiceArea, b: ServiceArea): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  const [sizeA, sizeB] = [surface(a.coverage), surface(b.coverage)];
  return sizeA === sizeB ? a.slug < b.slug : sizeA < sizeB;
}
