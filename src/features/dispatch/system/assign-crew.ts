// assignCrewTo, reassignCrew, loseCrewOf: a dispatcher's hand. The state machine says what is allowed; a dispatcher may send
// a crew outside its area and shift, but never one of the wrong kind, and never one that is engaged elsewhere then.
import { assignCrew, changeCrew, loseCrew } from '../../../domain/booking-crew.ts';
import type { Remember } from '../../../http/idempotent-write.ts';
import { isUuid } from '../../../lib/ids.ts';
import { nothingToAsk } from '../../bookings/booking-area.ts';
import { moveBooking, noSuchBooking } from '../../bookings/change-booking.ts';
import type { Mover } from '../../bookings/save-booking.ts';
import { findBookingAnywhere } from '../../bookings/system/booking-admin-store.ts';
import { type CrewRecord, findCrew } from './crew-store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { releaseCrew } from './engagement-store.ts';
import { giveCrew } from './give-crew.ts';
import { wrong } from './roster-problems.ts';

export interface CrewAssignment {
  /** The id or the confirmation code. */
  readonly bookingId: string;
  readonly crewId: string;
}

/** Returns the booking as partners see it. */
export async function assignCrewTo(
  context: DispatchContext,
  actor: Mover,
  { bookingId, crewId }: CrewAssignment,
  remember?: Remember,
): Promise<string> {
  const [booking, crew] = await bothOf(context, bookingId, crewId);
  return giveCrew(
    context,
    actor,
    {
      ...booking,
      crew,
      slot: null,
      action: 'booking.dispatched',
      decide: (before, assigned, moment) => assignCrew(before, { crew: assigned }, moment),
    },
    remember,
  );
}

/** The crew before is free at once. `reason` is kept with the ended dispatch. */
export async function reassignCrew(
  context: DispatchContext,
  actor: Mover,
  { bookingId, crewId, reason = null }: CrewAssignment & { readonly reason?: string | null },
  remember?: Remember,
): Promise<string> {
  const [booking, crew] = await bothOf(context, bookingId, crewId);
  return giveCrew(
    context,
    actor,
    {
      ...booking,
      crew,
      slot: null,
      action: 'booking.crew_changed',
      decide: (before, assigned, moment) => changeCrew(before, { crew: assigned, reason }, moment),
    },
    remember,
  );
}

/** The crew will not come: the booking is as good as new, and where dispatch is automatic it is offered again. */
export async function loseCrewOf(
  context: Omit<DispatchContext, 'maskedNumbers' | 'log'>,
  actor: Mover,
  { bookingId, reason = null }: { readonly bookingId: string; readonly reason?: string | null },
  remember?: Remember,
): Promise<string> {
  const booking = await findBookingAnywhere(context.system, bookingId);
  if (!booking) throw noSuchBooking();
  const { id, accountId } = booking;
  const change = {
    bookingId: id,
    action: 'booking.crew_changed',
    status: 200,
    prepare: nothingToAsk,
    decide: (...[before, , moment]: Parameters<Decide>) => loseCrew(before, { reason }, moment),
  };
  const { body } = await moveBooking(context, accountId, change, actor, async (trx, answer) => {
    await releaseCrew(trx, { bookingId: id, accountId }, 'lost', context.clock.now());
    await remember?.(trx, answer);
  });
  return body ?? booking.wire;
}

type Decide = Parameters<typeof moveBooking<null>>[2]['decide'];

async function bothOf(
  { system }: DispatchContext,
  bookingId: string,
  crewId: string,
): Promise<[{ readonly bookingId: string; readonly accountId: string }, CrewRecord]> {
  const booking = await findBookingAnywhere(system, bookingId);
  if (!booking) throw noSuchBooking();
  const crew = isUuid(crewId) ? await findCrew(system, crewId) : undefined;
  if (!crew) throw wrong('crew_id', 'There is no such crew.');
  return [{ bookingId: booking.id, accountId: booking.accountId }, crew];
}
