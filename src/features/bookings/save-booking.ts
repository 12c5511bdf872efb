// The one way a booking reaches the database: rows, the text that partners see, capacity, events and the audit entry, in
// the caller's transaction. Everything that moves a booking ends here.
import type { Context } from '../../context.ts';
import { type AuditEntry, auditInsertion } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import { type Statement, together } from '../../db/statement.ts';
import type { Booking } from '../../domain/booking.ts';
import type { Transition } from '../../domain/booking-transitions.ts';
import { capacityMoves } from '../../domain/capacity-claim.ts';
import type { Location } from '../../domain/route.ts';
import type { ServiceArea } from '../../domain/service-area.ts';
import { eventInsertion, relayAfter } from '../../jobs/outbox.ts';
import { worldNow } from '../../lib/clock.ts';
import { locationInsertion } from '../locations/location-store.ts';
import { quoteInsertion } from '../quotes/quote-store.ts';
import { presentQuote } from '../quotes/quote-view.ts';
import { dispatchesItself } from '../schedule/free-crew-store.ts';
import { reserveWindows } from '../schedule/reserve-windows.ts';
import {
  bookingInsertion,
  contactInsertions,
  quoteUseInsertion,
  removeContacts,
  removeStops,
  stopInsertions,
  updateBookingRow,
} from './booking-store.ts';
import { presentBooking, sharePath } from './booking-view.ts';
import { outboxEvent } from './event-view.ts';

/** Who moves the booking, for the audit trail. */
export interface Mover {
  readonly actor: AuditEntry['actor'];
  readonly requestId: string;
}

export interface Saving {
  /** null for a new booking. */
  readonly before: Booking | null;
  readonly transition: Transition;
  readonly shareToken: string;
  readonly action: string;
  readonly mover: Mover;
  /** Locations that the change brought along. */
  readonly fresh: readonly Location[];
  /** The quote is new, not one the account already holds. */
  readonly quoteIsNew: boolean;
  /** The area whose capacity is taken; null where none is. */
  readonly area: ServiceArea | null;
}

type SavingContext = Pick<Context, 'ids' | 'clock' | 'environment'>;

/** Returns the booking as partners see it. */
export async function saveBooking(
  context: SavingContext,
  trx: AccountTransaction,
  saving: Saving,
): Promise<string> {
  const { before, transition, shareToken, fresh, area } = saving;
  const { booking, events } = transition;
  const wire = JSON.stringify(presentBooking(booking, shareUrl(context, shareToken)));
  const scene = {
    environment: context.environment.name,
    accountId: booking.accountId,
    bookingId: booking.id,
    route: booking.route,
    wire,
  };
  // What operators look into and what all accounts share goes by the world's time.
  const now = worldNow(context.clock);
  const audit = auditInsertion({
    id: context.ids.next(),
    accountId: booking.accountId,
    actor: saving.mover.actor,
    action: saving.action,
    subject: { kind: 'booking', id: booking.id },
    requestId: saving.mover.requestId,
    at: now,
    changed: events[0]?.changed ?? [],
  });
  // One after the other on the wire, without waiting in between.
  await Promise.all([
    relayAfter(trx),
    ...(before ? changeRows(trx, before, booking, wire) : []),
    together([
      ...fresh.map((location) => locationInsertion(booking.accountId, location, now)),
      ...newRows(saving, wire),
      ...events.map((event) => eventInsertion(outboxEvent(context.ids.next(), event, scene))),
      audit,
    ]).execute(trx),
    // Last, so that the hour everybody wants is locked for the shortest time.
    reserveWindows(trx, {
      bookingId: booking.id,
      moves: capacityMoves(before, booking),
      area,
      needsCrew: dispatchesItself(context.environment, area),
      param: booking.window.kind === 'custom' ? 'arrival_window_from' : 'arrival_window_id',
      now,
    }),
  ]);
  return wire;
}

/** What the change adds, whether the booking is new or was there. */
function newRows({ before, transition, shareToken, quoteIsNew }: Saving, wire: string): Statement<never>[] {
  const { booking } = transition;
  const { accountId, quote } = booking;
  return [
    ...(quoteIsNew ? [quoteInsertion(accountId, { quote, wire: JSON.stringify(presentQuote(quote)) })] : []),
    ...(before ? [] : [bookingInsertion({ booking, shareToken }, wire)]),
    ...(before?.route === booking.route ? [] : stopInsertions(booking)),
    ...(before?.contacts === booking.contacts ? [] : contactInsertions(booking)),
    ...(before?.quote.id === quote.id ? [] : [quoteUseInsertion(booking)]),
  ];
}

/** What is no longer so goes first. */
function changeRows(
  trx: AccountTransaction,
  before: Booking,
  booking: Booking,
  wire: string,
): Promise<void>[] {
  return [
    updateBookingRow(trx, booking, wire),
    ...(before.route === booking.route ? [] : [removeStops(trx, booking)]),
    ...(before.contacts === booking.contacts ? [] : [removeContacts(trx, booking)]),
  ];
}

function shareUrl({ environment }: Pick<Context, 'environment'>, shareToken: string): string {
  return `${environment.publicUrl}${sharePath(shareToken)}`;
}
