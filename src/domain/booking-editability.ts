// What of a booking can be edited when. Before dispatch everything; then what the crew has not acted on yet; once it is
// over only the partner's own references.
import type { ArrivalWindow } from './arrival-window.ts';
import { type Booking, type BookingState, isStopOpen } from './booking.ts';
import { notEditable } from './booking-problems.ts';
import type { ContactInput } from './contacts.ts';
import type { Customer } from './customer.ts';
import type { Metadata } from './metadata.ts';
import type { Location } from './route.ts';

export interface BookingEdit {
  readonly description?: string | null | undefined;
  readonly orderNumber?: string | null | undefined;
  /** Replaces the list. */
  readonly photoUrls?: readonly string[] | undefined;
  /** Merged into what is there; null as a value removes the key. */
  readonly metadata?: Metadata | undefined;
  /** Replaces the customer; contacts stay as they are. */
  readonly customer?: Customer | null | undefined;
  /** Replaces the contacts. */
  readonly contacts?: readonly ContactInput[] | undefined;
  /** Already looked up on the calendar of the route as it will be. */
  readonly window?: ArrivalWindow | undefined;
  readonly origin?: Location | undefined;
  readonly destination?: Location | undefined;
  /** The whole set. */
  readonly addonSlugs?: readonly string[] | undefined;
}

type Field = keyof BookingEdit;

/** As partners know them. */
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
/** Only while the stop that they are about is open. */
const PLACES: readonly Field[] = ['window', 'origin', 'destination'];

const EDITABLE: Readonly<Record<BookingState, readonly Field[]>> = {
  created: [...TEXTS, ...PLACES, 'addonSlugs'],
  dispatched: [...TEXTS, ...PLACES],
  cancelled: REFERENCES,
  completed: REFERENCES,
};

/** What is wanted, known or not yet looked up. */
export type WantedEdit = Readonly<Partial<Record<Field, unknown>>>;

/** `windowParam` is how the window was asked for, which has two spellings. */
export function refuseUneditable(booking: Booking, edit: WantedEdit, windowParam: string): void {
  const given = (Object.keys(PARAMS) as Field[]).filter((field) => edit[field] !== undefined);
  for (const field of given) {
    const param = PARAMS[field] ?? windowParam;
    if (!EDITABLE[booking.state].includes(field)) {
      throw notEditable(`${param} can no longer be changed: the booking is ${booking.state}.`, param);
    }
    if (PLACES.includes(field) && !isStopOpen(booking, positionOf(field, booking))) {
      throw notEditable(`${param} can no longer be changed: the crew has set out for that stop.`, param);
    }
  }
}

function positionOf(field: Field, { route, windowRef }: Booking): number {
  const end = field === 'window' ? windowRef : field;
  return end === 'origin' ? 0 : route.length - 1;
}
