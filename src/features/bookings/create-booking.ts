// POST /bookings. Geocoding, routing and pricing run first; then one transaction reserves the window and writes the
// booking with its quote, events and audit entry.
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import {
  createBooking as create,
  type NewBooking,
  refuseInvalidOrder,
} from '../../domain/booking/booking-create.ts';
import type { AccountKind } from '../../domain/booking/customer.ts';
import { HID_RANDOM_BYTES, hidFrom } from '../../domain/booking/hid.ts';
import type { Product } from '../../domain/dispatch/product.ts';
import { isExpired } from '../../domain/money/quote.ts';
import type { RouteEnd } from '../../domain/place/route.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { worldNow } from '../../lib/clock.ts';
import { Problem } from '../../lib/problem.ts';
import { pooledRandomBytes } from '../../lib/random-pool.ts';
import type { RouteForm } from '../locations/route-form.ts';
import { type PricingContext, priceProduct, resolveAndMeasure } from '../quotes/price-route.ts';
import { findQuote } from '../quotes/quote-store.ts';
import type { BookingContext } from './booking-context.ts';
import { isQuoteUsed } from './booking-store.ts';
import { chooseWindow, type WindowSelection } from './choose-window.ts';
import { type NewBookingWriter, saveNewBooking } from './save-booking.ts';

export type RouteSource =
  | { readonly quoteId: string }
  | { readonly route: RouteForm; readonly product: Product; readonly addons: readonly string[] };

/** An order as the partner sent it. */
export interface BookingOrder extends Omit<NewBooking, 'quote' | 'window' | 'windowRef'> {
  readonly source: RouteSource;
  readonly window: WindowSelection;
  readonly windowRef: RouteEnd;
}

export interface CreatedBooking {
  /** The booking in the wire format. */
  readonly wire: string;
  /** Whether the order used a deprecated form of the route. */
  readonly deprecated: boolean;
}

/** Facts about the request that are not part of the order. */
export interface OrderRequest {
  readonly accountKind: AccountKind;
  readonly idempotencyKey: string | null;
  /** The user who is notified on a personal account. Default: the user who books. */
  readonly bookedBy?: string | null;
  /** Runs the statements of the new booking in a transaction of the caller. Default: one of their own. */
  readonly write?: NewBookingWriter;
}

export async function createBooking(
  context: BookingContext,
  actor: AccountActor,
  order: BookingOrder,
  { accountKind, idempotencyKey, bookedBy, write }: OrderRequest,
  hook: TransactionHook<CreatedBooking>,
): Promise<CreatedBooking> {
  const { accountId } = actor;
  const { source, window: selection } = order;
  // Cheap validation first, so that an invalid order causes no calls to outside services.
  refuseInvalidOrder(order, accountKind, 'route' in source ? source.route.stops.length : undefined);
  const { quote, terms, fresh, isNew, deprecated } = await priceOrder(context, accountId, source);
  const nowMs = context.clock.now().getTime();
  const { product, route } = quote;
  const window = chooseWindow(selection, { area: terms.area, product, route, ref: order.windowRef }, nowMs);
  await context.simulateRefusal?.({
    accountId,
    orderNumber: order.orderNumber,
    windowParam: 'id' in selection ? 'arrival_window_id' : 'arrival_window_from',
    idempotencyKey,
  });
  const shareToken = pooledRandomBytes(16).toString('base64url');
  const attempt = async (): Promise<CreatedBooking> => {
    const fields = {
      id: context.ids.next(),
      hid: hidFrom(pooledRandomBytes(HID_RANDOM_BYTES)),
      accountId,
      accountKind,
      bookedBy: bookedBy ?? (actor.kind === 'user' ? actor.id : null),
    };
    const transition = create(newBookingOf(order, quote, window), fields, {
      nowMs,
      realNowMs: worldNow(context.clock).getTime(),
      nextId: () => context.ids.next(),
    });
    const saving = {
      before: null,
      transition,
      shareToken,
      action: 'booking.created',
      actor,
      fresh,
      quoteIsNew: isNew,
      area: terms.area,
    };
    const wire = await saveNewBooking(context, saving, (body) => hook({ wire: body, deprecated }), write);
    return { wire, deprecated };
  };
  return retryOnHidCollision(attempt);
}

/** Assigned field by field: a spread into an object this wide is slow. */
function newBookingOf(
  order: BookingOrder,
  quote: NewBooking['quote'],
  window: NewBooking['window'],
): NewBooking {
  return {
    quote,
    window,
    windowRef: order.windowRef,
    description: order.description,
    orderNumber: order.orderNumber,
    tipCents: order.tipCents,
    customerNotificationsEnabled: order.customerNotificationsEnabled,
    photoUrls: order.photoUrls,
    customer: order.customer,
    contacts: order.contacts,
    metadata: order.metadata,
    simulation: order.simulation,
  };
}

async function priceOrder(context: PricingContext, accountId: string, source: RouteSource) {
  if ('quoteId' in source) return loadPricedQuote(context, accountId, source.quoteId);
  const { route, product, addons } = source;
  const measured = await resolveAndMeasure(context, accountId, route.stops, product);
  const quote = priceProduct(context, measured, product, addons);
  return { quote, terms: measured.terms, fresh: measured.fresh, isNew: true, deprecated: route.deprecated };
}

async function loadPricedQuote({ db, areas, clock }: PricingContext, accountId: string, quoteId: string) {
  const accountDb = db.forAccount(accountId);
  const param = 'quote_id';
  const [quote, used] = await Promise.all([
    findQuote(accountDb, accountId, quoteId),
    isQuoteUsed(accountDb, accountId, quoteId),
  ]);
  if (!quote) throw Problem.of('quote_not_found', 'There is no such quote for this account.', { param });
  if (used) throw quoteAlreadyUsed();
  if (isExpired(quote, clock.now().getTime()))
    throw Problem.of('quote_expired', 'The quote has expired. Create a new one.', { param });
  const terms = await areas.termsOf(accountDb, quote.areaSlug);
  if (!terms)
    throw Problem.of('outside_service_area', 'The area of this quote is no longer served.', { param });
  return { quote, terms, fresh: [], isNew: false, deprecated: false };
}

function quoteAlreadyUsed(): Problem {
  return Problem.of('quote_already_used', 'This quote has already been booked. Create a new quote.', {
    param: 'quote_id',
  });
}

/**
 * Retries with a new confirmation code on collision. There are 656 billion codes, so one retry is almost always enough.
 */
async function retryOnHidCollision<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (isUniqueViolation(error, 'quote_use_pkey')) throw quoteAlreadyUsed();
      if (!isUniqueViolation(error, 'booking_hid')) throw error;
    }
  }
}
