// The only write path for bookings: rows, wire format, capacity, events and audit entry in one transaction. Every
// booking change ends here.
import type { Context } from '../../context.ts';
import { auditInsertion } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import { executeAll, executeTransaction, type Statement, statement, together } from '../../db/statement.ts';
import type { TransactionHook } from '../../db/transaction-hook.ts';
import { type Booking, isFinal } from '../../domain/booking/booking.ts';
import type { SingleTransition, Transition } from '../../domain/booking/booking-transitions.ts';
import type { Location } from '../../domain/place/route.ts';
import { capacityChanges } from '../../domain/time/capacity-claim.ts';
import type { ServedArea } from '../../domain/time/capacity-override.ts';
import { windowParam } from '../../domain/time/window-problem.ts';
import { eventInsertion, wakeRelayOnCommit } from '../../jobs/outbox.ts';
import type { Actor } from '../../lib/actor.ts';
import { worldNow } from '../../lib/clock.ts';
import { locationInsertion } from '../locations/location-store.ts';
import { quoteInsertion } from '../quotes/quote-store.ts';
import { presentQuote } from '../quotes/quote-view.ts';
import { hasAutomaticDispatch } from '../schedule/free-crew-store.ts';
import {
  hasPlannedCapacity,
  leavesPlace,
  needsPlace,
  type PlaceFinder,
  type PlanningContext,
} from '../schedule/planned-capacity.ts';
import { type Reservation, reservationRefusal, reservationStatements } from '../schedule/reserve-windows.ts';
import {
  bookingInsertion,
  contactInsertions,
  endedBookingInsertion,
  quoteUseInsertion,
  removeContacts,
  removeStops,
  stopInsertions,
  updateBookingRow,
} from './booking-store.ts';
import { bookingWire, sharePath } from './booking-view.ts';
import { outboxEvent } from './event-view.ts';

/** Audit action of moving on from a completed stop to the next one. */
export const MOVED_ON_ACTION = 'booking.moved_on';
/** Audit action of the change that completes a booking, whether a crew, a job or an operator makes it. */
const completedAction = 'booking.completed';

export interface BookingSave {
  /** null for a new booking. */
  readonly before: Booking | null;
  readonly transition: Transition;
  readonly shareToken: string;
  readonly action: string;
  readonly actor: Actor;
  /** Locations created by the change. */
  readonly fresh: readonly Location[];
  /** Whether the quote still has to be inserted. */
  readonly quoteIsNew: boolean;
  /** The area whose capacity the change takes; null if it takes none. */
  readonly area: ServedArea | null;
}

type SavingContext = Pick<Context, 'ids' | 'clock' | 'environment'>;

/** The statements of one save, and the resulting wire format. */
interface PreparedSave {
  readonly wire: string;
  /** Must run in this order, in one transaction. */
  readonly statements: readonly Statement<unknown>[];
  /** Maps a failed statement to the error for the partner. */
  readonly toProblem: (error: unknown) => unknown;
}

/** Runs the statements in one transaction, whose commit wakes the relay. */
export type NewBookingWriter = (statements: readonly Statement<unknown>[]) => Promise<void>;

/**
 * Inserts a new booking and the statements of `hook` in one transaction and one round trip. Returns the wire format.
 */
export async function saveNewBooking(
  context: SavingContext & Pick<Context, 'db'> & PlanningContext,
  saving: BookingSave & { readonly before: null },
  hook: TransactionHook<string>,
  commit: NewBookingWriter = (statements) =>
    executeTransaction(context.db.forAccount(saving.transition.booking.accountId), statements, {
      notifiesCommit: true,
    }),
): Promise<string> {
  const { booking } = saving.transition;
  const { area } = saving;
  const write = async (findPlace?: PlaceFinder) => {
    const { wire, statements, toProblem } = prepareSave(context, saving, findPlace);
    try {
      await commit([...statements, ...hook(wire)]);
    } catch (error) {
      throw toProblem(error);
    }
    return wire;
  };
  if (!area || !hasPlannedCapacity(context.environment, area) || !needsPlace(null, booking)) return write();
  const request = { area, booking, isNew: true, param: windowParam(booking.window) };
  return context.plannedCapacity.withPlace({ ...request, now: worldNow(context.clock) }, write);
}

/**
 * Updates an existing booking within `trx`. Returns the wire format. `findPlace`: required if the booking needs a place in a
 * plan.
 */
export async function saveBooking(
  context: SavingContext,
  trx: AccountTransaction,
  saving: BookingSave & { readonly before: Booking },
  findPlace?: PlaceFinder,
): Promise<string> {
  const { wire, statements, toProblem } = prepareSave(context, saving, findPlace);
  try {
    await Promise.all([
      wakeRelayOnCommit(trx),
      ...updatesAndDeletions(trx, saving.before, saving.transition.booking, wire),
      executeAll(trx, statements),
    ]);
  } catch (error) {
    throw toProblem(error);
  }
  return wire;
}

function prepareSave(context: SavingContext, saving: BookingSave, findPlace?: PlaceFinder): PreparedSave {
  const { before, transition, shareToken, fresh, area } = saving;
  const { booking, moveOn } = transition;
  const quoteWire = JSON.stringify(presentQuote(booking.quote));
  const shareUrl = `${context.environment.publicUrl}${sharePath(shareToken)}`;
  const wire = bookingWire(booking, shareUrl, quoteWire);
  // Audit entries and shared capacity use the real time, not the test clock of the account.
  const now = worldNow(context.clock);
  const hasEnded = isFinal(booking.state) && before?.state !== booking.state;
  const action = hasEnded && booking.state === 'completed' ? completedAction : saving.action;
  const rows = together([
    ...fresh.map((location) => locationInsertion(booking.accountId, location, now)),
    ...insertions(saving, wire, saving.quoteIsNew ? quoteWire : null),
    ...(moveOn ? moveOnInsertions(context, saving, moveOn, shareUrl, now) : []),
    ...eventInsertions(context, transition, wire),
    ...(hasEnded ? [endedBookingInsertion(booking, now)] : []),
    auditStatement(context, saving, transition, action, now),
  ]);
  const reservation: Reservation = {
    bookingId: booking.id,
    moves: capacityChanges(before, booking),
    area,
    isPlanned: hasPlannedCapacity(context.environment, area),
    needsCrew: hasAutomaticDispatch(context.environment, area),
    param: windowParam(booking.window),
    now,
  };
  return {
    wire,
    // Capacity last, so that the lock on a contended hour bucket is held as briefly as possible.
    statements: [
      rows,
      ...reservationStatements(reservation),
      ...placeStatements(context, saving, reservation, findPlace),
    ],
    toProblem: (error) => reservationRefusal(error, reservation),
  };
}

/** The place of the booking in the plan of its day, if a plan limits its window. After the hour buckets, in lock order. */
function placeStatements(
  { environment }: SavingContext,
  { before, transition: { booking } }: BookingSave,
  { isPlanned, now }: Reservation,
  findPlace?: PlaceFinder,
): Statement<unknown>[] {
  if (isPlanned && needsPlace(before, booking)) {
    if (!findPlace) throw new Error('a booking needs a place in the plan of its day');
    return [findPlace(booking)];
  }
  if (environment.name !== 'production' || !leavesPlace(before, booking)) return [];
  const cause = booking.state === 'cancelled' ? 'ended' : 'rescheduled';
  return [statement`select release_place(${booking.id}, ${booking.accountId}, ${cause}, ${now})`];
}

function eventInsertions(
  { ids, environment }: SavingContext,
  { booking, events }: SingleTransition,
  wire: string,
) {
  const { accountId, id: bookingId, route } = booking;
  const input = { environment: environment.name, accountId, bookingId, route, wire };
  return events.map((event) => eventInsertion(outboxEvent(ids.next(), event, input)));
}

/** Events and audit entry of moving on from the previous stop, which a departure does first. */
function moveOnInsertions(
  context: SavingContext,
  saving: BookingSave,
  moveOn: SingleTransition,
  shareUrl: string,
  at: Date,
): Statement<unknown>[] {
  const { booking } = moveOn;
  const wire = bookingWire(booking, shareUrl, JSON.stringify(presentQuote(booking.quote)));
  return [
    ...eventInsertions(context, moveOn, wire),
    auditStatement(context, saving, moveOn, MOVED_ON_ACTION, at),
  ];
}

function auditStatement(
  { ids }: SavingContext,
  { actor }: BookingSave,
  { booking, events }: SingleTransition,
  action: string,
  at: Date,
): Statement<never> {
  return auditInsertion({
    id: ids.next(),
    accountId: booking.accountId,
    actor,
    action,
    subject: { kind: 'booking', id: booking.id },
    at,
    changed: events[0]?.changed ?? [],
  });
}

/** Insertions of the change, for new and existing bookings. `quoteWire` is null if the quote is stored already. */
function insertions({ before, transition, shareToken }: BookingSave, wire: string, quoteWire: string | null) {
  const { booking } = transition;
  const { accountId, quote } = booking;
  return [
    ...(quoteWire === null ? [] : [quoteInsertion(accountId, { quote, wire: quoteWire })]),
    ...(before ? [] : [bookingInsertion({ booking, shareToken }, wire)]),
    ...(before?.route === booking.route ? [] : stopInsertions(booking)),
    ...(before?.contacts === booking.contacts ? [] : contactInsertions(booking)),
    ...(before?.quote.id === quote.id ? [] : [quoteUseInsertion(booking)]),
  ];
}

/** Updates and deletions. They are sent before the statements of `insertions`. */
function updatesAndDeletions(trx: AccountTransaction, before: Booking, booking: Booking, wire: string) {
  return [
    updateBookingRow(trx, booking, wire),
    ...(before.route === booking.route ? [] : [removeStops(trx, booking)]),
    ...(before.contacts === booking.contacts ? [] : [removeContacts(trx, booking)]),
  ];
}
