// POST /schedule: lists the arrival windows for a product and a route.
import type { Context } from '../../context.ts';
import type { Product } from '../../domain/dispatch/product.ts';
import { isExpired, type Quote } from '../../domain/money/quote.ts';
import { endOf, type Route, type RouteEnd, type RouteStop } from '../../domain/place/route.ts';
import { zoneFor } from '../../domain/place/service-area.ts';
import { type ArrivalWindow, listWindows, type WindowCalendar } from '../../domain/time/arrival-window.ts';
import { capacityAt, isClosedAt } from '../../domain/time/capacity-override.ts';
import { worldNow } from '../../lib/clock.ts';
import { Problem } from '../../lib/problem.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import type { Terms } from '../areas/area-directory.ts';
import { measureRoute, resolveRoute } from '../locations/resolve-route.ts';
import type { RouteForm } from '../locations/route-form.ts';
import { type PricingContext, termsFor } from '../quotes/price-route.ts';
import { findQuote } from '../quotes/quote-store.ts';
import { type CapacityInUse, capacityInUse } from './capacity-store.ts';
import { hasAutomaticDispatch, hasFreeCrew } from './free-crew-store.ts';
import {
  type DrivableJob,
  hasPlannedCapacity,
  PLAN_REFUSALS,
  type PlanningContext,
  type PlanRefusal,
  type PlanRevisions,
} from './planned-capacity.ts';
import { presentWindow } from './window-view.ts';

export type ScheduleQuery = { readonly ref: RouteEnd } & (
  | { readonly quoteId: string }
  | { readonly product: Product; readonly route: RouteForm }
);

export type ScheduleContext = PricingContext & PlanningContext & Pick<Context, 'environment'>;

export async function listSchedule(context: ScheduleContext, accountId: string, query: ScheduleQuery) {
  return listWindowsFor(context, accountId, await resolveSubject(context, accountId, query), query.ref);
}

/** For callers that have already resolved the route and its area. */
export async function listWindowsFor(
  context: ScheduleContext,
  accountId: string,
  subject: Subject,
  ref: RouteEnd,
) {
  const { timeZone, judged } = await judgeWindows(context, accountId, subject, ref);
  return {
    data: judged.map(({ window, isFree }) => presentWindow(window, isFree)),
    product: subject.product,
    ref,
    time_zone: timeZone,
  };
}

/** The windows that cannot be booked, each with the reason. For operators. */
export async function explainWindowsFor(
  context: ScheduleContext,
  accountId: string,
  subject: Subject,
  ref: RouteEnd,
): Promise<readonly RefusedWindow[]> {
  const { judged, planRevisions } = await judgeWindows(context, accountId, subject, ref);
  const refused = judged.filter(({ isFree }) => !isFree);
  const scheduled = refused.flatMap(({ window, hasRoom }) =>
    hasRoom && window.kind !== 'on_demand' ? [window] : [],
  );
  const job = jobOf(subject, ref);
  const planned = job ? await context.plannedCapacity.explainRefusals(job, scheduled, planRevisions) : [];
  return refused.map(({ window, hasRoom }) => {
    const view = presentWindow(window, false);
    if (!hasRoom) return { window: view, reason: 'capacity_full', crew: null };
    if (window.kind === 'on_demand') return { window: view, reason: 'no_free_crew', crew: null };
    return {
      window: view,
      ...(planned[scheduled.indexOf(window)] ?? { reason: 'plan_changed', crew: null }),
    };
  });
}

async function judgeWindows(
  context: ScheduleContext,
  accountId: string,
  subject: Subject,
  ref: RouteEnd,
): Promise<{
  readonly timeZone: string;
  readonly judged: readonly JudgedWindow[];
  readonly planRevisions: PlanRevisions;
}> {
  const { route, product, terms } = subject;
  const calendar = calendarOf(terms, route, product, ref);
  const now = context.clock.now();
  const { area } = terms;
  const isOpen = ({ startMs, bucketStartMs }: ArrivalWindow) =>
    startMs === null || !isClosedAt(area, { ...calendar, startMs: bucketStartMs });
  const windows = listWindows(calendar, now.getTime(), sha256Hex).filter(isOpen);
  const scope = { areaSlug: terms.area.slug, timeZone: calendar.timeZone, product };
  const until = new Date(Math.max(now.getTime(), ...windows.map(({ startMs }) => startMs ?? 0)));
  const accountDb = context.db.forAccount(accountId);
  const isPlanned = hasPlannedCapacity(context.environment, area);
  const [inUse, isCrewFree] = await Promise.all([
    capacityInUse(accountDb, scope, { isPlanned, from: now, until, worldNow: worldNow(context.clock) }),
    !hasAutomaticDispatch(context.environment, terms.area) ||
      hasFreeCrew(accountDb, { ...scope, now: worldNow(context.clock) }),
  ]);
  const { planRevisions } = inUse;
  const drivable = isPlanned ? await findDrivable(context, subject, ref, windows, planRevisions) : null;
  const isOpenNow = !isClosedAt(area, { ...calendar, startMs: worldNow(context.clock).getTime() });
  const hasCrew = (window: ArrivalWindow) =>
    window.kind === 'on_demand' ? isCrewFree && isOpenNow : drivable === null || drivable.has(window);
  const judged = windows.map((window) => {
    const isRoom = hasRoom(window, calendar, terms, inUse, isPlanned);
    return { window, hasRoom: isRoom, isFree: isRoom && hasCrew(window) };
  });
  return { timeZone: calendar.timeZone, judged, planRevisions };
}

interface JudgedWindow {
  readonly window: ArrivalWindow;
  readonly isFree: boolean;
  /** Whether the number of bookings allows another one. */
  readonly hasRoom: boolean;
}

export const REFUSAL_REASONS = ['capacity_full', 'no_free_crew', ...PLAN_REFUSALS, 'plan_changed'] as const;

export interface RefusedWindow extends Pick<PlanRefusal, 'crew'> {
  readonly window: ReturnType<typeof presentWindow>;
  readonly reason: (typeof REFUSAL_REASONS)[number];
}

interface Subject {
  readonly route: Route;
  readonly product: Product;
  readonly terms: Terms;
  /** How long the job takes, as quoted. Needed in areas with planned capacity. */
  readonly quoted: Pick<Quote<RouteStop>, 'travel' | 'prices'> | null;
  /** A booking that moves. */
  readonly bookingId?: string | undefined;
}

/** The windows that a crew can drive. */
async function findDrivable(
  { plannedCapacity }: PlanningContext,
  subject: Subject,
  windowRef: RouteEnd,
  windows: readonly ArrivalWindow[],
  revisions: PlanRevisions,
): Promise<ReadonlySet<ArrivalWindow>> {
  const job = jobOf(subject, windowRef);
  if (!job) return new Set();
  const scheduled = windows.filter((window) => window.kind !== 'on_demand');
  const answers = await plannedCapacity.findDrivable(job, scheduled, revisions);
  return new Set(scheduled.filter((_, index) => answers[index]));
}

/** null: a product without prices cannot be booked. */
function jobOf(
  { route, product, terms, quoted, bookingId }: Subject,
  windowRef: RouteEnd,
): DrivableJob | null {
  if (!quoted) return null;
  const { travel, prices } = quoted;
  return { area: terms.area, product, route, windowRef, travel, labor: prices.labor, bookingId };
}

async function resolveSubject(
  context: ScheduleContext,
  accountId: string,
  query: ScheduleQuery,
): Promise<Subject> {
  if ('quoteId' in query) return loadSubjectOfQuote(context, accountId, query.quoteId);
  const { product } = query;
  const { route } = await resolveRoute(context, accountId, query.route.stops);
  const terms = await termsFor(context, accountId, route, query.route.stops);
  const offer = terms.area.products[product];
  const prices = terms.book.products[product];
  if (!hasPlannedCapacity(context.environment, terms.area) || !offer || !prices)
    return { route, product, terms, quoted: null };
  // As for a quote, because the windows depend on how long the job takes.
  const travel = await measureRoute(context, route, offer.vehicle);
  return { route, product, terms, quoted: { travel, prices } };
}

async function loadSubjectOfQuote(
  { db, areas, clock }: PricingContext,
  accountId: string,
  quoteId: string,
): Promise<Subject> {
  const quote = await findQuote(db.forAccount(accountId), accountId, quoteId);
  if (!quote) throw Problem.of('not_found', 'There is no such quote.', { param: 'quote_id' });
  if (isExpired(quote, clock.now().getTime())) {
    throw Problem.of('quote_expired', 'The quote has expired. Create a new one.', { param: 'quote_id' });
  }
  const terms = await areas.termsOf(db.forAccount(accountId), quote.areaSlug);
  if (!terms)
    throw Problem.of('outside_service_area', 'The area of this quote is no longer served.', {
      param: 'quote_id',
    });
  return { route: quote.route, product: quote.product, terms, quoted: quote };
}

function calendarOf({ area }: Terms, route: Route, product: Product, ref: RouteEnd): WindowCalendar {
  if (!area.products[product]) {
    throw Problem.of('product_unavailable', `${product} is not available on this route.`, {
      param: 'product',
    });
  }
  return { area, product, timeZone: zoneFor(area, endOf(route, ref).location.timeZone) };
}

function hasRoom(
  { bucketStartMs }: ArrivalWindow,
  { product, timeZone }: WindowCalendar,
  { area }: Terms,
  inUse: CapacityInUse,
  isPlanned: boolean,
): boolean {
  const offer = area.products[product];
  if (!offer) return false;
  if (bucketStartMs === null) return inUse.onDemand < offer.onDemandCapacity;
  const reserved = inUse.reservedAt.get(bucketStartMs) ?? 0;
  return reserved < capacityAt(area, { product, timeZone, startMs: bucketStartMs }, isPlanned);
}
