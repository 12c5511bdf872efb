// Use case of GET /operator/bookings/{id}: the booking as the partner sees it, with account, crew, history and
// payments.
import { listRecords } from '../../billing/record-store.ts';
import { presentRecord } from '../../billing/statement-view.ts';
import { listOperations } from '../../billing/system/payment-store.ts';
import type { BookingRef } from '../../bookings/booking-ref.ts';
import { loadBooking } from '../../bookings/change-booking.ts';
import { findDay } from '../../bookings/system/booking-day-store.ts';
import { listOffers } from '../../dispatch/system/answer-offer.ts';
import { routeGeometry } from '../../locations/route-geometry.ts';
import type { ConsoleContext } from '../console-context.ts';
import { presentOffer } from '../dispatch/dispatch-view.ts';
import {
  deliveriesOfBooking,
  findBookingStatus,
  findEngagedCrew,
  messagesOfBooking,
} from './booking-details-store.ts';
import { callOf, listEntries, noteOf } from './booking-note-store.ts';
import type { TimelineEntry } from './booking-schemas.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';
import { findRedeliveryLinks } from './redelivery-link-store.ts';
import { withStops } from './timeline-stops.ts';
import { changesOfBooking, eventsOfBooking, unsentMessagesOfBooking } from './timeline-store.ts';

const maxRecords = 100;

export async function showBooking(context: ConsoleContext, idOrHid: string): Promise<string> {
  const { id, accountId, accountName, area, wire } = await loadBookingOfAnyAccount(context, idOrHid);
  const filter = { kinds: [], bookingId: id };
  const [events, changes, unsent, records, operations, offers, details, geometry] = await Promise.all([
    eventsOfBooking(context.system, id),
    changesOfBooking(context.system, id),
    unsentMessagesOfBooking(context.system, id),
    listRecords(context.db.forAccount(accountId), accountId, {
      filter,
      direction: 'newer',
      from: null,
      limit: maxRecords,
    }),
    listOperations(context.system, id),
    listOffers(context, { bookingId: id }),
    loadDetails(context, { accountId, bookingId: id }),
    loadBooking(context, { accountId, bookingId: id }).then((booking) => routeGeometry(context, booking)),
  ]);
  const fields = {
    account: { id: accountId, name: accountName },
    area,
    ...details,
    geometry,
    timeline: timelineOf(events, withStops(changes, events), unsent),
    offers: offers.map(presentOffer),
    billing_records: records.map(presentRecord),
    payment_operations: operations.map(({ kind, amountCents, status, reference, askedAt }) => ({
      kind,
      amount: amountCents,
      status,
      reference,
      asked_at: askedAt.toISOString(),
    })),
  };
  return `{"booking":${wire},${JSON.stringify(fields).slice(1)}`;
}

async function loadDetails({ system, clock }: ConsoleContext, bookingRef: BookingRef) {
  const { bookingId } = bookingRef;
  const [day, crew, status, entries, messages, deliveries, links] = await Promise.all([
    findDay(system, bookingId),
    findEngagedCrew(system, bookingId),
    findBookingStatus(system, bookingId, clock.now()),
    listEntries(system, bookingId),
    messagesOfBooking(system, bookingId),
    deliveriesOfBooking(system, bookingId),
    findRedeliveryLinks(system, bookingRef),
  ]);
  return {
    ...day,
    ...links,
    crew,
    ...status,
    notes: entries.filter(({ kind }) => kind === 'note').map(noteOf),
    calls: entries.map(callOf).filter((call) => call !== null),
    messages,
    deliveries,
  };
}

/** Oldest first. Of entries with the same timestamp, those of an earlier source come first. Sources are newest first. */
function timelineOf(...sources: readonly (readonly TimelineEntry[])[]): TimelineEntry[] {
  return sources.flatMap((entries) => entries.toReversed()).sort((a, b) => a.at.getTime() - b.at.getTime());
}
