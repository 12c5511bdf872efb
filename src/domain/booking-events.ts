// What the world is told when a booking changes. One table says which events each transition emits; the code and the
// tests both read it. Names are never changed, only added.

export const BOOKING_EVENT_TYPES = [
  'booking.created',
  'booking.updated',
  'booking.dispatched',
  'booking.crew_changed',
  /** The crew set out for the stop that the event names. */
  'booking.stop.departed',
  'booking.stop.arrived',
  'booking.stop.completed',
  'booking.stop.failed',
  'booking.completed',
  'booking.cancelled',
  'booking.fare_updated',
  /** Sent only to those who ask for it. */
  'crew.location_updated',
] as const;
export type BookingEventType = (typeof BOOKING_EVENT_TYPES)[number];

export const TRANSITION_EVENTS = {
  create: ['booking.created'],
  edit: ['booking.updated'],
  addStop: ['booking.updated'],
  removeStop: ['booking.updated'],
  reorderStop: ['booking.updated'],
  editStop: ['booking.updated'],
  assignCrew: ['booking.dispatched'],
  changeCrew: ['booking.crew_changed'],
  loseCrew: ['booking.crew_changed'],
  departFor: ['booking.stop.departed'],
  arriveAt: ['booking.stop.arrived'],
  completeStop: ['booking.stop.completed'],
  completeLastStop: ['booking.stop.completed', 'booking.completed'],
  failStop: ['booking.stop.failed'],
  retryStop: ['booking.updated'],
  updateCrewPosition: ['crew.location_updated'],
  cancel: ['booking.cancelled'],
  fail: ['booking.cancelled'],
  adjustFare: ['booking.fare_updated'],
} as const satisfies Record<string, readonly BookingEventType[]>;
export type TransitionName = keyof typeof TRANSITION_EVENTS;

/** The events that are about one stop, and name it. */
export const STOP_EVENTS: ReadonlySet<BookingEventType> = new Set([
  'booking.stop.departed',
  'booking.stop.arrived',
  'booking.stop.completed',
  'booking.stop.failed',
]);

export interface BookingEvent {
  readonly type: BookingEventType;
  /** Counts up per booking, without gaps. */
  readonly sequence: number;
  readonly occurredAtMs: number;
  /** The stop that is meant, where one is. */
  readonly stopId: string | null;
  /** Fields of the booking, as partners know them, that are not what they were. */
  readonly changed: readonly ChangedField[];
}

export type ChangedField =
  | 'state'
  | 'dispatch_state'
  | 'origin'
  | 'destination'
  | 'route'
  | 'arrival_window'
  | 'description'
  | 'order_number'
  | 'photo_urls'
  | 'customer'
  | 'contacts'
  | 'crew'
  | 'dispatch'
  | 'previous_dispatches'
  | 'quote'
  | 'fare'
  | 'metadata'
  | 'cancellation';
