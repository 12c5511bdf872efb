// Use cases: an operator delivers a failed or skipped stop again. First an ordinary quote with its windows, then an
// ordinary booking from that quote. The new booking, the skip of an undecided stop and the link between both bookings
// are written in one transaction, so that no half result can remain (decision 0095).
import { auditInsertion } from '../../../db/audit-store.ts';
import { executeAll } from '../../../db/statement.ts';
import { noHook, type TransactionHook } from '../../../db/transaction-hook.ts';
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import { invalidStep } from '../../../domain/booking/booking-problems.ts';
import { completeStop } from '../../../domain/booking/booking-progress.ts';
import type { Moment } from '../../../domain/booking/booking-transitions.ts';
import { contactsOfRedelivery, requireUndelivered } from '../../../domain/booking/redelivery.ts';
import type { Quote } from '../../../domain/money/quote.ts';
import type { RouteStop } from '../../../domain/place/route.ts';
import { stopDetailNames } from '../../../domain/place/stop-details.ts';
import { wakeRelayOnCommit } from '../../../jobs/outbox.ts';
import type { Actor } from '../../../lib/actor.ts';
import { worldNow } from '../../../lib/clock.ts';
import { Problem } from '../../../lib/problem.ts';
import type { BookingRef } from '../../bookings/booking-ref.ts';
import { prepareNothing } from '../../bookings/booking-terms.ts';
import { changeBooking, loadBooking } from '../../bookings/change-booking.ts';
import type { WindowSelection } from '../../bookings/choose-window.ts';
import { type CreatedBooking, createBooking } from '../../bookings/create-booking.ts';
import { listRedeliveries, REDELIVERY_KEY, redeliveryInsertions } from '../../bookings/redelivery-store.ts';
import type { NewBookingWriter } from '../../bookings/save-booking.ts';
import type { RequestedStop } from '../../locations/route-form.ts';
import { createQuote } from '../../quotes/create-quote.ts';
import { findQuote } from '../../quotes/quote-store.ts';
import { listSchedule } from '../../schedule/list-schedule.ts';
import type { ConsoleContext } from '../console-context.ts';

/** The customer waits at the destination, so the window is the one of the delivery. */
const windowRef = 'destination';

export interface RedeliveryRequest extends BookingRef {
  readonly stopId: string;
}

/** Where the goods are; null: at the pickup of the booking. */
export type GoodsLocation = Omit<RequestedStop, 'param'> | null;

/** Creates a quote of the account for the new delivery. Returns it with its windows, in the wire format. */
export async function quoteRedelivery(
  context: ConsoleContext,
  { stopId, ...bookingRef }: RedeliveryRequest,
  goods: GoodsLocation,
): Promise<string> {
  const booking = await loadBooking(context, bookingRef);
  const { stop } = requireUndelivered(booking, stopId);
  await refuseSecond(context, { ...bookingRef, stopId });
  const [pickup] = booking.route;
  const route = {
    stops: [
      goods ? { ...goods, param: 'goods_at' } : stopAgain(pickup, 'goods_at'),
      stopAgain(stop, 'stop_id'),
    ],
    deprecated: false,
  };
  const { product, accountId, quote } = booking;
  const addons = quote.addons.map(({ slug }) => slug);
  const { wires } = await createQuote(context, accountId, { route, product, addons }, noHook);
  const wire = wires[0] ?? '';
  const { id: quoteId } = JSON.parse(wire) as { id: string };
  const schedule = await listSchedule(context, accountId, { ref: windowRef, quoteId });
  return `{"quote":${wire},"schedule":${JSON.stringify(schedule)}}`;
}

/** Books the quote. Skips the stop if it still waits for a decision. Returns the new booking in the wire format. */
export async function redeliverStop(
  context: ConsoleContext,
  actor: Actor,
  request: RedeliveryRequest,
  { quoteId, window }: { readonly quoteId: string; readonly window: WindowSelection },
  hook: TransactionHook<string>,
): Promise<string> {
  const { stopId, ...bookingRef } = request;
  const { accountId } = bookingRef;
  const booking = await loadBooking(context, bookingRef);
  const { stop } = requireUndelivered(booking, stopId);
  await refuseSecond(context, request);
  const quote = await findQuote(context.db.forAccount(accountId), accountId, quoteId);
  const order = {
    source: { quoteId },
    window,
    windowRef,
    description: booking.description,
    orderNumber: booking.orderNumber,
    tipCents: 0,
    customerNotificationsEnabled: booking.customerNotificationsEnabled,
    photoUrls: booking.photoUrls,
    customer: booking.customer,
    contacts: contactsOfRedelivery(booking, stopId, quote ? isFromPickup(quote, booking, stop) : false),
    metadata: booking.metadata,
    simulation: null,
  } as const;
  const orderRequest = {
    accountKind: booking.accountKind,
    idempotencyKey: null,
    bookedBy: booking.bookedBy,
    write: writeWithSkip(context, actor, request),
  };
  const ofBooking: TransactionHook<CreatedBooking> = ({ wire }) => [
    ...redeliveryInsertions(request, idOf(wire), worldNow(context.clock)),
    auditInsertion({
      id: context.ids.next(),
      accountId,
      actor,
      action: 'booking.delivered_again',
      subject: { kind: 'booking', id: bookingRef.bookingId },
      at: worldNow(context.clock),
      changed: [],
    }),
    ...hook(wire),
  ];
  try {
    const { wire } = await createBooking(context, { ...actor, accountId }, order, orderRequest, ofBooking);
    return wire;
  } catch (error) {
    if (isUniqueViolation(error, REDELIVERY_KEY)) await refuseSecond(context, request);
    throw error;
  }
}

/** The statements of the new booking run in the transaction that locks the old one, after the skip. */
function writeWithSkip(
  context: ConsoleContext,
  actor: Actor,
  { stopId, ...bookingRef }: RedeliveryRequest,
): NewBookingWriter {
  return async (statements) => {
    await changeBooking(context, actor, bookingRef, {
      action: 'booking.stop.skipped',
      prepare: prepareNothing,
      decide: (booking: Booking, _facts: null, moment: Moment) => {
        const { outcome, reason } = requireUndelivered(booking, stopId);
        if (outcome === 'skipped') return { booking, events: [] };
        return completeStop(booking, { stopId, photoUrls: [], outcome: 'skipped', reason }, moment);
      },
      alsoWrite: async (trx) => {
        await Promise.all([wakeRelayOnCommit(trx), executeAll(trx, statements)]);
      },
    });
  };
}

/** A cancelled redelivery does not count. */
async function refuseSecond({ db }: ConsoleContext, request: RedeliveryRequest): Promise<void> {
  const redeliveries = await listRedeliveries(db.forAccount(request.accountId), request);
  const found = redeliveries.find(
    ({ stopId, newState }) => stopId === request.stopId && newState !== 'cancelled',
  );
  if (found) throw invalidStep(`Booking ${found.newHid} already delivers this stop again.`);
}

/** Also checks that the quote leads to the stop: an operator may send the id of any quote. */
function isFromPickup(quote: Quote<RouteStop>, { route, product }: Booking, stop: RouteStop): boolean {
  const [from, to] = quote.route;
  const isForStop =
    quote.route.length === 2 && to?.location.id === stop.location.id && quote.product === product;
  if (!isForStop)
    throw Problem.of('invalid_parameter', 'quote_id must be a quote for delivering this stop again.', {
      param: 'quote_id',
    });
  return from?.location.id === route[0]?.location.id;
}

function stopAgain(stop: RouteStop | undefined, param: string): RequestedStop {
  if (!stop) throw new Error('a route has at least two stops');
  const details = Object.fromEntries(stopDetailNames.map(({ name }) => [name, stop[name]]));
  return { value: stop.location.id, param, details };
}

function idOf(wire: string): string {
  return (JSON.parse(wire) as { id: string }).id;
}
