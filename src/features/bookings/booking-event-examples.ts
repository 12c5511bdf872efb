// One example payload for each booking event type, for the OpenAPI description. The example booking runs through the
// real state machine, so that the examples cannot drift from the code.
import type { Booking } from '../../domain/booking/booking.ts';
import { assignCrew, changeCrew, updateCrewPosition } from '../../domain/booking/booking-crew.ts';
import { editBooking } from '../../domain/booking/booking-edit.ts';
import { adjustBookingFare, cancelBooking } from '../../domain/booking/booking-ending.ts';
import type { BookingEventType } from '../../domain/booking/booking-events.ts';
import {
  arriveAt,
  completeStop,
  departFor,
  failStop,
  moveOn,
  retryStop,
} from '../../domain/booking/booking-progress.ts';
import type { Transition } from '../../domain/booking/booking-transitions.ts';
import { FREE_CANCELLATION } from '../../domain/booking/cancellation-policy.ts';
import { exampleCreation, exampleShareUrl } from './booking-example.ts';
import { presentBooking } from './booking-view.ts';
import { outboxEvent } from './event-view.ts';

const minute = 60_000;

/** Keyed by event type. If a type occurs more than once, the first occurrence is used. */
export function bookingEventExamples(): Readonly<Record<BookingEventType, unknown>> {
  const events = [...replay(exampleCreation, steps), ...replay(exampleCreation, [cancel])];
  const examples = events.map((event, index) => [event.type, payloadOf(event, index)] as const);
  return Object.fromEntries(examples.reverse()) as Record<BookingEventType, unknown>;
}

interface ExampleEvent {
  readonly type: BookingEventType;
  readonly event: Transition['events'][number];
  readonly booking: Booking;
}
type Step = (booking: Booking, moment: { nowMs: number; nextId: () => string }) => Transition;

function replay(creation: Transition, steps: readonly Step[]): ExampleEvent[] {
  const eventsOf = (transition: Transition) =>
    transition.events.map((event) => ({ type: event.type, event, booking: transition.booking }));
  const events = eventsOf(creation);
  let transition = creation;
  let nowMs = creation.booking.createdAtMs;
  for (const step of steps) {
    nowMs += 12 * minute;
    transition = step(transition.booking, { nowMs, nextId: () => idOf('ec', 0) });
    events.push(...eventsOf(transition));
  }
  return events;
}

function payloadOf({ event, booking }: ExampleEvent, index: number): unknown {
  const { payload } = outboxEvent(idOf('eb', index), event, {
    environment: 'production',
    accountId: booking.accountId,
    bookingId: booking.id,
    route: booking.route,
    wire: JSON.stringify(presentBooking(booking, exampleShareUrl)),
  });
  return JSON.parse(payload);
}

const idOf = (kind: string, index: number) =>
  `0197f0c4-8f6e-7c32-9d1a-5b6c7d8${kind}${String(index).padStart(3, '0')}`;
const photo = (name: string) => `https://api.example.com/photos/${name}.jpg`;
const crew = (firstNames: readonly string[]) => ({
  id: firstNames.join('-'),
  vehicleType: 'van' as const,
  rating: 4.9,
  members: firstNames.map((firstName) => ({ firstName, avatarUrl: photo(firstName.toLowerCase()) })),
  phoneNumber: '+12125550143',
});
const currentStopId = ({ dispatch }: Booking) => dispatch?.routeStopId ?? '';
const done = { outcome: 'done', reason: null } as const;

const depart: Step = (booking, now) =>
  departFor(booking, { stopId: currentStopId(booking), etaMs: now.nowMs + 12 * minute }, now);
const arrive: Step = (booking, now) => arriveAt(booking, { stopId: currentStopId(booking) }, now);
const complete: Step = (booking, now) =>
  completeStop(booking, { stopId: currentStopId(booking), photoUrls: [photo('7f3c1d9e')], ...done }, now);
const leave: Step = (booking, now) => moveOn(booking, { stopId: currentStopId(booking) }, {}, now);
const cancel: Step = (booking, now) =>
  cancelBooking(booking, { by: 'partner', reason: 'im_not_ready' }, { policy: FREE_CANCELLATION }, now);

const steps: readonly Step[] = [
  (booking, now) => editBooking(booking, { description: 'A sofa and a lamp' }, {}, now),
  (booking, now) => assignCrew(booking, { crew: crew(['Lee', 'Sam']) }, now),
  (booking, now) => changeCrew(booking, { crew: crew(['Kim', 'Ali']), reason: 'vehicle breakdown' }, now),
  depart,
  (booking, now) => {
    const location = { longitude: -73.9904, latitude: 40.7421 };
    return updateCrewPosition(booking, { location, etaMs: now.nowMs + 9 * minute }, now);
  },
  arrive,
  (booking, now) =>
    failStop(
      booking,
      { stopId: currentStopId(booking), reason: 'No answer at the door', photoUrls: [] },
      now,
    ),
  (booking, now) => retryStop(booking, { stopId: currentStopId(booking) }, now),
  complete,
  leave,
  depart,
  arrive,
  complete,
  leave,
  (booking, now) => {
    const refund = { kind: 'refund', name: 'Late arrival', amountCents: -1_000 } as const;
    return adjustBookingFare(booking, { adjustment: { ...refund, createdAtMs: now.nowMs } }, now);
  },
];
