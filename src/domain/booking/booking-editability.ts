// Which fields of a booking can be edited in which state. Before dispatch: all of them. During dispatch: texts and
// contacts, and the window, origin and destination until the crew departs for that stop. From the last completed stop
// on: only metadata and order number.
import type { Location } from '../place/route.ts';
import type { ArrivalWindow } from '../time/arrival-window.ts';
import { type Booking, type BookingState, isLastStopDone, isStopOpen } from './booking.ts';
import { notEditable } from './booking-problems.ts';
import type { ContactInput } from './contacts.ts';
import type { Customer } from './customer.ts';
import type { Metadata } from './metadata.ts';

export interface BookingEdit {
  readonly description?: string | null | undefined;
  readonly orderNumber?: string | null | undefined;
  /** Replaces the list. */
  readonly photoUrls?: readonly string[] | undefined;
  /** Merged into the current metadata; a null value removes its key. */
  readonly metadata?: Metadata | undefined;
  /** Replaces the customer; contacts stay unchanged. */
  readonly customer?: Customer | null | undefined;
  /** Replaces the contacts. */
  readonly contacts?: readonly ContactInput[] | undefined;
  /** Already looked up in the calendar of the new route. */
  readonly window?: ArrivalWindow | undefined;
  readonly origin?: Location | undefined;
  readonly destination?: Location | undefined;
  /** The complete set. */
  readonly addonSlugs?: readonly string[] | undefined;
}

type Field = keyof BookingEdit;

/** Names of the request parameters. */
const PARAMS: Readonly<Record<Field, string | null>> = {
  description: 'description',
  orderNumber: 'order_number',
  photoUrls: 'photo_urls',
  metadata: 'metadata',
  customer: 'customer',
  contacts: 'contacts',
  origin: 'origin',
  destination: 'destination',
  addonSlugs: 'addons',
  window: null,
};

const REFERENCES: readonly Field[] = ['metadata', 'orderNumber'];
const TEXTS: readonly Field[] = [...REFERENCES, 'description', 'photoUrls', 'customer', 'contacts'];
/** Editable only while the stop that the field belongs to is open. */
const PLACES: readonly Field[] = ['window', 'origin', 'destination'];

const EDITABLE: Readonly<Record<BookingState, readonly Field[]>> = {
  created: [...TEXTS, ...PLACES, 'addonSlugs'],
  dispatched: [...TEXTS, ...PLACES],
  cancelled: REFERENCES,
  completed: REFERENCES,
};

/** The requested fields; their values may not be looked up yet. */
export type RequestedEdit = Readonly<Partial<Record<Field, unknown>>>;

/**
 * `windowParam` is the parameter with which the window was requested: `arrival_window_id` or `arrival_window_from`.
 */
export function refuseUneditable(booking: Booking, edit: RequestedEdit, windowParam: string): void {
  const requested = (Object.keys(PARAMS) as Field[]).filter((field) => edit[field] !== undefined);
  for (const field of requested) {
    const param = PARAMS[field] ?? windowParam;
    if (!EDITABLE[booking.state].includes(field)) {
      throw notEditable(`${param} can no longer be changed: the booking is ${booking.state}.`, param);
    }
    if (isLastStopDone(booking) && !EDITABLE.completed.includes(field)) {
      throw notEditable(`${param} can no longer be changed: the last stop is done.`, param);
    }
    if (PLACES.includes(field) && !isStopOpen(booking, positionOf(field, booking))) {
      throw notEditable(`${param} can no longer be changed: the crew has departed for that stop.`, param);
    }
  }
}

function positionOf(field: Field, { route, windowRef }: Booking): number {
  const end = field === 'window' ? windowRef : field;
  return end === 'origin' ? 0 : route.length - 1;
}
