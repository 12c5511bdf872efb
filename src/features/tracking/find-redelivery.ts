// The booking that delivers a skipped stop again, for the tracking page of the first booking.
import type { Context } from '../../context.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import type { Contact } from '../../domain/booking/contacts.ts';
import { plannedArrivals } from '../../domain/time/eta-forecast.ts';
import { findBooking } from '../bookings/booking-store.ts';
import { sharePath } from '../bookings/booking-view.ts';
import { listRedeliveries } from '../bookings/redelivery-store.ts';
import { contactTrackingUrl } from './tracking-link.ts';
import type { TrackingView } from './tracking-schemas.ts';
import { presentRange } from './tracking-stop-view.ts';

type RedeliveryContext = Pick<Context, 'db' | 'keys' | 'environment'>;

/**
 * null without one. Contacts see it for their own stops and get a link of their own; holders of the share link get the
 * share link of the new booking.
 */
export async function findRedelivery(
  context: RedeliveryContext,
  { accountId, id: bookingId, dispatch }: Booking,
  viewer: Contact | null,
): Promise<TrackingView['redelivery']> {
  const skipped = dispatch?.events.filter(({ outcome }) => outcome === 'skipped') ?? [];
  const isVisible = (stopId: string) =>
    skipped.some(({ routeStopId }) => routeStopId === stopId) &&
    (!viewer?.stopIds || viewer.stopIds.includes(stopId));
  if (!skipped.some(({ routeStopId }) => isVisible(routeStopId))) return null;
  const db = context.db.forAccount(accountId);
  const redeliveries = await listRedeliveries(db, { accountId, bookingId });
  const found = redeliveries.find(({ stopId, newState }) => newState !== 'cancelled' && isVisible(stopId));
  const stored = found && (await findBooking(db, accountId, found.newBookingId));
  if (!stored) return null;
  const { booking, shareToken } = stored;
  const contact = booking.contacts.find(({ phoneNumber }) => phoneNumber === viewer?.phoneNumber);
  const { publicUrl } = context.environment;
  const url = contact
    ? contactTrackingUrl(context, booking.id, contact.id)
    : `${publicUrl}${sharePath(shareToken)}`;
  const expected = plannedArrivals(booking).at(-1) ?? null;
  return {
    url: viewer === null || contact ? url.slice(publicUrl.length) : null,
    expected: expected && presentRange(expected),
    time_zone: booking.route.at(-1)?.location.timeZone ?? booking.window.timeZone,
  };
}
