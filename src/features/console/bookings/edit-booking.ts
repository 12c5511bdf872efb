// Use cases: an operator edits a booking on behalf of its account, with the same rules and events as the partner. The
// audit trail records the operator as actor.
import { noSuchStop } from '../../../domain/booking-problems.ts';
import { termsOfBooking } from '../../bookings/booking-terms.ts';
import { loadBooking } from '../../bookings/change-booking.ts';
import type { StopFinder, StopRequest } from '../../bookings/edit-stops.ts';
import { listWindowsFor } from '../../schedule/list-schedule.ts';
import type { BookingActionInput } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';

/** Finds the stop by id, not by position: the order may have changed since the operator loaded the page. */
export function stopById(stopId: string): StopFinder {
  return (route) => {
    const position = route.findIndex(({ id }) => id === stopId);
    if (position < 0) throw noSuchStop();
    return position;
  };
}

export function stopRequestOf(
  context: ConsoleContext,
  { accountId, bookingId, actor: mover, remember }: BookingActionInput,
): StopRequest {
  return { context, accountId, mover, bookingId, remember };
}

/** Lists the arrival windows that the booking could move to, for its product and route. */
export async function listWindowsOfBooking(context: ConsoleContext, idOrHid: string) {
  const { id, accountId } = await loadBookingOfAnyAccount(context, idOrHid);
  const booking = await loadBooking(context, accountId, id);
  const terms = await termsOfBooking(context, booking, 'id');
  const { route, product, windowRef } = booking;
  return listWindowsFor(context, accountId, { route, product, terms }, windowRef);
}
