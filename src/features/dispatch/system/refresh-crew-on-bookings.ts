// Updates the bookings in which a crew is engaged after the crew has changed, for example got another member. The
// dispatch of the bookings continues unchanged.
import { changeCrew } from '../../../domain/booking/booking-crew.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { prepareNothing } from '../../bookings/booking-terms.ts';
import { type BookingChange, changeBooking } from '../../bookings/change-booking.ts';
import { assignedCrew } from './assigned-crew.ts';
import type { CrewRecord } from './crew-store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import type { LiveEngagement } from './engagement-store.ts';

export async function refreshCrewOnBookings(
  context: DispatchContext,
  actor: Actor,
  crew: CrewRecord,
  engaged: readonly LiveEngagement[],
): Promise<void> {
  for (const { bookingId, accountId } of engaged) {
    const change: BookingChange<null> = {
      action: 'booking.crew_changed',
      prepare: prepareNothing,
      decide: (booking, _facts, moment) => {
        // The booking may have been reassigned in the meantime.
        if (booking.state !== 'dispatched' || booking.crew?.id !== crew.id) return { booking, events: [] };
        const assigned = assignedCrew(crew, booking.crew.phoneNumber, context.environment.publicUrl);
        return changeCrew(booking, { crew: assigned, reason: null }, moment);
      },
    };
    await changeBooking(context, actor, { accountId, bookingId }, change).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      context.log.warn(
        { bookingId, crewId: crew.id, reason: error.message },
        'failed to refresh crew on booking',
      );
    });
  }
}
