// Planned capacity: in service areas that choose it, a scheduled window can be booked if a crew can drive it on top of the plan
// of that day, and the booking reserves its place in the plan (decision 0089). Plans belong to a feature that sees all
// accounts; this interface avoids that dependency.
import type { EnvironmentConfig } from '../../config.ts';
import type { Statement } from '../../db/statement.ts';
import { type Booking, isFinal } from '../../domain/booking/booking.ts';
import { hasDeparted } from '../../domain/dispatch/engagement-reschedule.ts';
import type { Product } from '../../domain/dispatch/product.ts';
import type { LaborModel } from '../../domain/money/price-book.ts';
import type { Route, RouteEnd } from '../../domain/place/route.ts';
import type { ServiceArea } from '../../domain/place/service-area.ts';
import type { Distance } from '../../domain/place/travel.ts';
import type { ScheduledWindow } from '../../domain/time/arrival-window.ts';
import type { WindowParam } from '../../domain/time/window-problem.ts';

export interface PlannedCapacity {
  /** One answer per window, in order of time: whether a crew could drive it. */
  findDrivable(
    job: DrivableJob,
    windows: readonly ScheduledWindow[],
    revisions: PlanRevisions,
  ): Promise<readonly boolean[]>;
  /** One answer per window: why no crew could drive it; null if one could. For operators: it compares every crew. */
  explainRefusals(
    job: DrivableJob,
    windows: readonly ScheduledWindow[],
    revisions: PlanRevisions,
  ): Promise<readonly (PlanRefusal | null)[]>;
  /**
   * Runs `write` with the function that finds the place of the booking. Repeats it if the plan has changed meanwhile; `write` must
   * run the statement in the transaction of the booking, last. Throws the error of a full window if there is no place.
   */
  withPlace<Result>(request: PlaceRequest, write: (place: PlaceFinder) => Promise<Result>): Promise<Result>;
}

/** By local day. Copies in memory with another revision are outdated. Days that were never planned are missing. */
export type PlanRevisions = ReadonlyMap<string, number>;

export const PLAN_REFUSALS = [
  'no_shift',
  'no_suitable_crew',
  'outside_shifts',
  'unreachable',
  'crews_full',
] as const;

/** Why no crew can drive a window. */
export interface PlanRefusal {
  /**
   * `crews_full`: a crew could drive it without its other jobs. `unreachable`: a shift covers the job, but its crew cannot be there
   * in time.
   */
  readonly reason: (typeof PLAN_REFUSALS)[number];
  /** The crew that comes closest; null if no crew fits. */
  readonly crew: { readonly id: string; readonly name: string } | null;
}

export interface PlanningContext {
  readonly plannedCapacity: PlannedCapacity;
}

/** What the time of a job depends on. */
export interface DrivableJob {
  readonly area: ServiceArea;
  readonly product: Product;
  readonly route: Route;
  readonly windowRef: RouteEnd;
  /** From the first stop to the last, as quoted. */
  readonly travel: Distance;
  readonly labor: LaborModel;
  /** A booking that moves: its present place is free for itself. */
  readonly bookingId?: string | undefined;
}

export interface PlaceRequest {
  readonly area: ServiceArea;
  readonly booking: Booking;
  /** A booking that is being made has no place yet. */
  readonly isNew: boolean;
  /** The request parameter that the error names if there is no place. */
  readonly param: WindowParam;
  readonly now: Date;
}

/** The statement that reserves the place. */
export type PlaceFinder = (booking: Booking) => Statement<unknown>;

/** SQLSTATE of `reserve_place`: the plan or the crew is not as it was. */
export const planChanged = 'WBPLN';

/** Never in the sandbox, which has no real crews. */
export function hasPlannedCapacity(
  { name }: Pick<EnvironmentConfig, 'name'>,
  area: Pick<ServiceArea, 'capacity'> | null,
): boolean {
  return name === 'production' && area?.capacity === 'planned';
}

/** Whether the booking needs a place in the plan that it does not have yet. `before` is null for a new booking. */
export function needsPlace(before: Booking | null, after: Booking): boolean {
  if (isFinal(after.state) || after.window.kind === 'on_demand' || hasDeparted(after)) return false;
  return before === null || isMoved(before, after);
}

/** Whether a place that the booking may have is free now. */
export function leavesPlace(before: Booking | null, after: Booking): boolean {
  if (before === null || before.window.kind === 'on_demand' || hasDeparted(before)) return false;
  return after.state === 'cancelled' || isMoved(before, after);
}

function isMoved(before: Booking, after: Booking): boolean {
  return timingOf(before) !== timingOf(after);
}

function timingOf({ areaSlug, product, window, windowRef, route, quote }: Booking): string {
  const stops = route.map(({ id, location }) => `${id} ${location.id}`);
  return JSON.stringify([
    areaSlug,
    product,
    window.id,
    window.startMs,
    window.endMs,
    windowRef,
    stops,
    quote.travel,
    quote.prices.labor,
  ]);
}
