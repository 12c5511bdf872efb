// Use case of GET /operator/bookings/{id}: the booking as the partner sees it, with account, crew, history and
// payments.
import { listRecords } from '../../billing/record-store.ts';
import { presentRecord } from '../../billing/statement-view.ts';
import { listOperations } from '../../billing/system/payment-store.ts';
import { listOffers } from '../../dispatch/system/answer-offer.ts';
import type { ConsoleContext } from '../console-context.ts';
import { presentOffer } from '../dispatch/dispatch-view.ts';
import { findDay } from './booking-day-store.ts';
import {
  deliveriesOfBooking,
  findEngagedCrew,
  findStopFailureReason,
  messagesOfBooking,
} from './booking-details-store.ts';
import {
  presentCalls,
  presentDelivery,
  presentEngagedCrew,
  presentMessage,
  presentNotes,
} from './booking-details-view.ts';
import { listEntries } from './booking-note-store.ts';
import { loadBookingOfAnyAccount } from './find-booking.ts';
import {
  changesOfBooking,
  eventsOfBooking,
  type TimelineChange,
  type TimelineEvent,
} from './timeline-store.ts';

const maxRecords = 100;

export async function showBooking(context: ConsoleContext, idOrHid: string): Promise<string> {
  const { id, accountId, accountName, area, wire } = await loadBookingOfAnyAccount(context, idOrHid);
  const filter = { kinds: [], bookingId: id };
  const { system } = context;
  const [events, changes, records, operations, offers, details] = await Promise.all([
    eventsOfBooking(context.system, id),
    changesOfBooking(context.system, id),
    listRecords(context.db.forAccount(accountId), accountId, {
      filter,
      direction: 'newer',
      from: null,
      limit: maxRecords,
    }),
    listOperations(context.system, id),
    listOffers(context, { bookingId: id }),
    loadDetails(system, id),
  ]);
  const fields = {
    account: { id: accountId, name: accountName },
    area,
    ...details,
    timeline: timelineOf(events, changes),
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

async function loadDetails(system: ConsoleContext['system'], bookingId: string) {
  const [day, crew, failureReason, entries, messages, deliveries] = await Promise.all([
    findDay(system, bookingId),
    findEngagedCrew(system, bookingId),
    findStopFailureReason(system, bookingId),
    listEntries(system, bookingId),
    messagesOfBooking(system, bookingId),
    deliveriesOfBooking(system, bookingId),
  ]);
  return {
    day,
    crew: crew && presentEngagedCrew(crew),
    trouble: failureReason,
    notes: presentNotes(entries),
    calls: presentCalls(entries),
    messages: messages.map(presentMessage),
    deliveries: deliveries.map(presentDelivery),
  };
}

/** Oldest first. Events sort before changes with the same timestamp. */
function timelineOf(events: readonly TimelineEvent[], changes: readonly TimelineChange[]) {
  const entries = [
    ...changes.map((change, order) => ({
      at: change.at,
      rank: 1,
      order: -order,
      view: presentChange(change),
    })),
    ...events.map((event) => ({ at: event.at, rank: 0, order: event.sequence, view: presentEvent(event) })),
  ];
  return entries
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.rank - b.rank || a.order - b.order)
    .map(({ view }) => view);
}

function presentChange({ at, action, actorKind, actorId, actorName, changed, requestId }: TimelineChange) {
  return {
    kind: 'change',
    at: at.toISOString(),
    action,
    by: { kind: actorKind, id: actorId, name: actorName },
    changed,
    request_id: requestId,
  };
}

function presentEvent({ at, type, sequence }: TimelineEvent) {
  return { kind: 'event', at: at.toISOString(), type, sequence };
}
