// Manual dispatch: assign, reassign and remove a crew. The state machine decides what is allowed. A dispatcher may send
// a crew outside its area and shift, but not one with the wrong vehicle or size, and not one that is engaged at that
// time.
import type { TransactionHook } from '../../../db/transaction-hook.ts';
import type { Booking } from '../../../domain/booking/booking.ts';
import { assignCrew, changeCrew, loseCrew } from '../../../domain/booking/booking-crew.ts';
import { invalidStep } from '../../../domain/booking/booking-problems.ts';
import type { Actor } from '../../../lib/actor.ts';
import { isUuid } from '../../../lib/ids.ts';
import { prepareNothing } from '../../bookings/booking-terms.ts';
import { type BookingChange, bookingNotFound, changeBooking } from '../../bookings/change-booking.ts';
import { releaseCrew } from '../../bookings/crew-engagement-store.ts';
import { findBookingInAnyAccount } from '../../bookings/system/booking-admin-store.ts';
import { type CrewRecord, findCrew } from './crew-store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { engageCrew } from './engage-crew.ts';
import { invalidParameter } from './roster-problems.ts';

/** Precondition for changing a crew: the crew that the dispatcher saw. Undefined: no precondition. */
interface CrewPrecondition {
  readonly reason?: string | null;
  readonly fromCrewId?: string | undefined;
}

export interface CrewAssignment {
  /** Id or confirmation code. */
  readonly bookingId: string;
  readonly crewId: string;
}

/** Returns the booking in the wire format. */
export async function assignCrewTo(
  context: DispatchContext,
  actor: Actor,
  { bookingId, crewId }: CrewAssignment,
  hook?: TransactionHook<string>,
): Promise<string> {
  const [booking, crew] = await loadBookingAndCrew(context, bookingId, crewId);
  return engageCrew(
    context,
    actor,
    {
      ...booking,
      crew,
      slot: null,
      action: 'booking.dispatched',
      decide: (before, assigned, moment) => assignCrew(before, { crew: assigned }, moment),
    },
    hook,
  );
}

/** Releases the previous crew at once. `reason` is stored with the ended dispatch. */
export async function reassignCrew(
  context: DispatchContext,
  actor: Actor,
  { bookingId, crewId, reason = null, fromCrewId }: CrewAssignment & CrewPrecondition,
  hook?: TransactionHook<string>,
): Promise<string> {
  const [booking, crew] = await loadBookingAndCrew(context, bookingId, crewId);
  return engageCrew(
    context,
    actor,
    {
      ...booking,
      crew,
      slot: null,
      action: 'booking.crew_changed',
      decide: (before, assigned, moment) => {
        refuseOtherCrew(before, fromCrewId);
        return changeCrew(before, { crew: assigned, reason }, moment);
      },
    },
    hook,
  );
}

/** Removes the crew from the booking. The booking is `created` again; with automatic dispatch it is offered again. */
export async function loseCrewOf(
  context: Omit<DispatchContext, 'maskedNumbers' | 'log'>,
  actor: Actor,
  { bookingId, reason = null, fromCrewId }: { readonly bookingId: string } & CrewPrecondition,
  hook?: TransactionHook<string>,
): Promise<string> {
  const booking = await findBookingInAnyAccount(context.system, bookingId);
  if (!booking) throw bookingNotFound();
  const bookingRef = { bookingId: booking.id, accountId: booking.accountId };
  const change: BookingChange<null> = {
    action: 'booking.crew_changed',
    prepare: prepareNothing,
    decide: (before, _facts, moment) => {
      refuseOtherCrew(before, fromCrewId);
      return loseCrew(before, { reason }, moment);
    },
    alsoWrite: (trx) => releaseCrew(trx, bookingRef, 'lost', context.clock.now()),
  };
  return changeBooking(context, actor, bookingRef, change, hook);
}

/** Guards against a concurrent reassignment: a change meant for one crew must not hit another. */
function refuseOtherCrew({ state, crew }: Booking, fromCrewId: string | undefined): void {
  if (state !== 'dispatched' || fromCrewId === undefined || crew?.id === fromCrewId) return;
  throw invalidStep('The booking has been assigned to another crew. Reload it before you change it.');
}

async function loadBookingAndCrew(
  { system }: DispatchContext,
  bookingId: string,
  crewId: string,
): Promise<[{ readonly bookingId: string; readonly accountId: string }, CrewRecord]> {
  const booking = await findBookingInAnyAccount(system, bookingId);
  if (!booking) throw bookingNotFound();
  const crew = isUuid(crewId) ? await findCrew(system, crewId) : undefined;
  if (!crew) throw invalidParameter('crew_id', 'There is no such crew.');
  return [{ bookingId: booking.id, accountId: booking.accountId }, crew];
}
