// Use cases: an operator edits a booking on behalf of its account, with the same rules and events as the partner. The
// audit trail records the operator as actor.
import { noSuchStop } from '../../../domain/booking/booking-problems.ts';
import { termsOfBooking } from '../../bookings/booking-terms.ts';
import { loadBooking } from '../../bookings/change-booking.ts';
import type { StopFinder } from '../../bookings/edit-stops.ts';
import { explainWindowsFor, listWindowsFor } from '../../schedule/list-schedule.ts';
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

/** Lists the arrival windows that the booking could move to, for its product and route. */
export async function listWindowsOfBooking(context: ConsoleContext, idOrHid: string) {
  const { accountId, subject, windowRef } = await subjectOf(context, idOrHid);
  return listWindowsFor(context, accountId, subject, windowRef);
}

/** Lists the windows that the booking could not move to, each with the reason. */
export async function explainWindowsOfBooking(context: ConsoleContext, idOrHid: string) {
  const { accountId, subject, windowRef } = await subjectOf(context, idOrHid);
  return { data: await explainWindowsFor(context, accountId, subject, windowRef) };
}

async function subjectOf(context: ConsoleContext, idOrHid: string) {
  const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, idOrHid);
  const booking = await loadBooking(context, { accountId, bookingId });
  const terms = await termsOfBooking(context, booking, 'id');
  const { route, product, windowRef, quote } = booking;
  return { accountId, windowRef, subject: { route, product, terms, quoted: quote, bookingId } };
}
