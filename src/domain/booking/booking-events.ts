// Booking events. `TRANSITION_EVENTS` defines which events each transition emits; code and tests both read it. Event
// types are published: add types, never rename one.

export const BOOKING_EVENT_TYPES = [
  'booking.created',
  'booking.updated',
  'booking.dispatched',
  'booking.crew_changed',
  /** The crew departed for the stop in `stopId`. */
  'booking.stop.departed',
  'booking.stop.arrived',
  'booking.stop.completed',
  'booking.stop.failed',
  'booking.completed',
  'booking.cancelled',
  'booking.fare_updated',
  /** Sent only to endpoints that subscribe to it by name. */
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
  /** The next stop is pending. */
  moveOn: ['booking.updated'],
  completeBooking: ['booking.completed'],
  failStop: ['booking.stop.failed'],
  retryStop: ['booking.updated'],
  updateCrewPosition: ['crew.location_updated'],
  cancel: ['booking.cancelled'],
  fail: ['booking.cancelled'],
  adjustFare: ['booking.fare_updated'],
} as const satisfies Record<string, readonly BookingEventType[]>;
export type TransitionName = keyof typeof TRANSITION_EVENTS;

/** Events about one stop; `stopId` names it. */
export const STOP_EVENTS: ReadonlySet<BookingEventType> = new Set([
  'booking.stop.departed',
  'booking.stop.arrived',
  'booking.stop.completed',
  'booking.stop.failed',
]);

export interface BookingEvent {
  readonly type: BookingEventType;
  /** Increases by 1 per event of the booking, without gaps. */
  readonly sequence: number;
  readonly occurredAtMs: number;
  /** The stop that the event is about; null if it is not about one stop. */
  readonly stopId: string | null;
  /** Fields of the booking that changed, by their API names. */
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
