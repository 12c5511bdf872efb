// The one way a booking reaches the database: rows, the text that partners see, capacity, events and the audit entry, in
// the caller's transaction. Everything that moves a booking ends here.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import type { Booking } from '../../domain/booking.ts';
import type { Transition } from '../../domain/booking-transitions.ts';
import { capacityMoves } from '../../domain/capacity-claim.ts';
import type { Location } from '../../domain/route.ts';
import type { ServiceArea } from '../../domain/service-area.ts';
import { recordEvents } from '../../jobs/outbox.ts';
import { insertLocations } from '../locations/location-store.ts';
import { insertQuotes } from '../quotes/quote-store.ts';
import { presentQuote } from '../quotes/quote-view.ts';
import { reserveWindows } from '../schedule/reserve-windows.ts';
import {
  insertBooking,
  replaceContacts,
  replaceStops,
  type StoredBooking,
  updateBookingRow,
  useQuote,
} from './booking-store.ts';
import { presentBooking, sharePath } from './booking-view.ts';
import { outboxEvent } from './event-view.ts';

/** Who moves the booking, for the audit trail. */
export interface Mover {
  readonly actor: {
    readonly kind: 'client' | 'user' | 'operator' | 'command' | 'system';
    readonly id: string;
  };
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
  const now = context.clock.now();
  // One after the other on the wire, without waiting in between; what a later statement refers to goes first.
  await Promise.all([
    insertLocations(trx, booking.accountId, fresh, now),
    ...(saving.quoteIsNew
      ? [
          insertQuotes(trx, booking.accountId, [
            { quote: booking.quote, wire: JSON.stringify(presentQuote(booking.quote)) },
          ]),
        ]
      : []),
    saveRows(trx, { booking, shareToken }, before, wire),
    recordEvents(
      trx,
      events.map((event) => outboxEvent(context.ids.next(), event, scene)),
    ),
    recordAudit(trx, {
      id: context.ids.next(),
      accountId: booking.accountId,
      actor: saving.mover.actor,
      action: saving.action,
      subject: { kind: 'booking', id: booking.id },
      requestId: saving.mover.requestId,
      at: now,
      changed: events[0]?.changed ?? [],
    }),
    // Last, so that the hour everybody wants is locked for the shortest time.
    reserveWindows(trx, {
      bookingId: booking.id,
      moves: capacityMoves(before, booking),
      area,
      param: booking.window.kind === 'custom' ? 'arrival_window_from' : 'arrival_window_id',
      now,
    }),
  ]);
  return wire;
}

async function saveRows(
  trx: AccountTransaction,
  stored: StoredBooking,
  before: Booking | null,
  wire: string,
): Promise<void> {
  const { booking } = stored;
  await Promise.all([
    before ? updateBookingRow(trx, booking, wire) : insertBooking(trx, stored, wire),
    ...(before?.route === booking.route ? [] : [replaceStops(trx, booking, before === null)]),
    ...(before?.contacts === booking.contacts ? [] : [replaceContacts(trx, booking, before === null)]),
    ...(before?.quote.id === booking.quote.id ? [] : [useQuote(trx, booking)]),
  ]);
}

function shareUrl({ environment }: Pick<Context, 'environment'>, shareToken: string): string {
  return `${environment.publicUrl}${sharePath(shareToken)}`;
}
