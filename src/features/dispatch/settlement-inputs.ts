// Inputs of the settlement of a booking that no crew of the roster carried out. The fare is the same if a simulation step or
// the job that moves on completes it.
import type { Booking } from '../../domain/booking/booking.ts';
import type { SettlementInputs } from '../../domain/money/settlement.ts';
import { simulatedSettlement } from '../../domain/sandbox/simulation-script.ts';
import type { BookingChangeContext } from '../bookings/change-booking.ts';

/** Sandbox: simulated labor, because a test takes seconds. Production: the recorded times. */
export function settlementInputs(
  { environment }: Pick<BookingChangeContext, 'environment'>,
  booking: Booking,
): SettlementInputs {
  return environment.name === 'sandbox' ? simulatedSettlement(booking) : {};
}
