// Repricing: applies another route or other add-ons to a booking, with a new quote, and updates what depends on the
// route (contacts, dispatch, window).
import { dispatchOnRoute } from '../dispatch/dispatch.ts';
import type { PriceBook } from '../money/price-book.ts';
import { changeQuote, createQuote, type Quote } from '../money/quote.ts';
import { quoteProblem } from '../money/quote-problem.ts';
import { endOf, type Route, type RouteStop } from '../place/route.ts';
import { type ServiceArea, zoneFor } from '../place/service-area.ts';
import type { Distance } from '../place/travel.ts';
import { type ArrivalWindow, customWindow, findWindow, type WindowCalendar } from '../time/arrival-window.ts';
import { type HashHex, windowId, windowIdTail } from '../time/window-id.ts';
import type { Booking } from './booking.ts';
import type { Moment } from './booking-transitions.ts';
import { contactsOnRoute } from './contacts.ts';

/** Inputs for a new price. */
export interface Pricing {
  /** The service area of the new origin, and its price book. */
  readonly area: ServiceArea;
  readonly book: PriceBook;
  /** Travel of the new route; not needed if the route stays. */
  readonly travel?: Distance | undefined;
  readonly quoteLifetimeMinutes: number;
  readonly hashHex: HashHex;
}

export interface PlanChange {
  readonly route?: Route;
  readonly addonSlugs?: readonly string[] | undefined;
  /** The request parameter to name if the route cannot be priced. */
  readonly routeParam?: string;
}

export function replan(booking: Booking, change: PlanChange, pricing: Pricing, moment: Moment): Booking {
  const quote = reprice(booking, change, pricing, moment);
  const { route } = quote;
  return {
    ...booking,
    route,
    quote,
    areaSlug: quote.areaSlug,
    contacts: contactsOnRoute(booking.contacts, route),
    dispatch: booking.dispatch && dispatchOnRoute(booking.dispatch, route),
    window: fittingWindow({ ...booking, route }, pricing, moment.nowMs),
  };
}

/** Uses the terms of the current quote, unless another service area now serves the origin. */
function reprice(booking: Booking, change: PlanChange, pricing: Pricing, moment: Moment): Quote<RouteStop> {
  const { area, book, quoteLifetimeMinutes: lifetimeMinutes } = pricing;
  const { product, quote } = booking;
  const { route = booking.route, addonSlugs } = change;
  const travel = change.route === undefined ? quote.travel : pricing.travel;
  if (travel === undefined) throw new Error('a new route requires its travel');
  const request = { id: moment.nextId(), route, travel, createdAtMs: moment.nowMs, lifetimeMinutes };
  const result =
    area.slug === booking.areaSlug
      ? changeQuote(quote, book, { ...request, addonSlugs })
      : createQuote(area, book, {
          ...request,
          product,
          addonSlugs: addonSlugs ?? quote.addons.map(({ slug }) => slug),
        });
  if (result.ok) return result.value;
  throw quoteProblem(result.faults[0], change.routeParam);
}

/**
 * Capacity is counted per area and time zone of the reference stop. If that stop moves to another one, the window
 * keeps its times and uses capacity there.
 */
function fittingWindow(
  { product, route, windowRef, areaSlug, window }: Booking,
  { area, hashHex }: Pricing,
  nowMs: number,
): ArrivalWindow {
  const timeZone = zoneFor(area, endOf(route, windowRef).location.timeZone);
  if (area.slug === areaSlug && timeZone === window.timeZone) return window;
  const calendar: WindowCalendar = { area, product, timeZone };
  if (window.kind !== 'on_demand') return customWindow(calendar, window.startMs, window.endMs, hashHex);
  const id = windowId(windowIdTail([area.slug, timeZone, product], hashHex), null);
  const lookup = findWindow(calendar, id, nowMs, hashHex);
  if (!lookup.found) throw new Error(`${area.slug} has no on-demand window`);
  return lookup.window;
}
