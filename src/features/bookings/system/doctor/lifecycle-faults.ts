// Doctor check of event histories: replays the event types through the state machine. Every step must be legal, and the
// final state must be the stored state.
import type { BookingState } from '../../../../domain/booking/booking.ts';
import { BOOKING_EVENT_TYPES, type BookingEventType } from '../../../../domain/booking/booking-events.ts';

type Stage = BookingState | 'absent';

const underWay = ['dispatched'] as const;

/**
 * Transitions of each event type: state before → possible states after. `booking.crew_changed` covers both a replaced
 * and a lost crew, so the replay tracks a set of possible states.
 */
const STEPS: Readonly<Record<BookingEventType, Readonly<Partial<Record<Stage, readonly BookingState[]>>>>> = {
  'booking.created': { absent: ['created'] },
  'booking.updated': {
    created: ['created'],
    dispatched: underWay,
    cancelled: ['cancelled'],
    completed: ['completed'],
  },
  'booking.dispatched': { created: underWay },
  'booking.crew_changed': { dispatched: ['dispatched', 'created'] },
  'booking.stop.departed': { dispatched: underWay },
  'booking.stop.arrived': { dispatched: underWay },
  'booking.stop.completed': { dispatched: underWay },
  'booking.stop.failed': { dispatched: underWay },
  'booking.completed': { dispatched: ['completed'] },
  'booking.cancelled': { created: ['cancelled'], dispatched: ['cancelled'] },
  'booking.fare_updated': { completed: ['completed'] },
  'crew.location_updated': { dispatched: underWay },
};

export function lifecycleFaults(state: BookingState, types: readonly string[]): string[] {
  let stages = new Set<Stage>(['absent']);
  for (const [index, type] of types.entries()) {
    if (!isEventType(type)) return [`event ${index + 1} is a ${type}, which is unknown`];
    const next = [...stages].flatMap((stage) => STEPS[type][stage] ?? []);
    if (next.length === 0)
      return [`event ${index + 1} is a ${type}, but the booking was ${[...stages].join(' or ')}`];
    stages = new Set(next);
  }
  if (stages.has(state)) return [];
  return [`the events lead to ${[...stages].join(' or ')}, but the booking is ${state}`];
}

function isEventType(type: string): type is BookingEventType {
  return (BOOKING_EVENT_TYPES as readonly string[]).includes(type);
}
