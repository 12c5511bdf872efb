// Model of bookings for model-based tests, independent of the server: plain objects, with one function per command that
// returns the expected status. Ids are learned from responses; everything else is predicted.

export interface ModelContact {
  readonly phone: string;
  /** null: all stops. */
  stops: string[] | null;
}

export interface ModelStop {
  id: string;
  floor: number | null;
}

export interface ModelBooking {
  id: string;
  isCancelled: boolean;
  route: ModelStop[];
  contacts: ModelContact[];
  metadata: Record<string, unknown> | null;
  window: string;
  orderNumber: string | null;
  description: string | null;
  addons: string[];
  events: number;
}

export interface ModelContactInput {
  readonly phone: string;
  readonly positions: readonly number[];
}

export interface ModelEditInput {
  readonly metadata?: Record<string, unknown>;
  readonly orderNumber?: string | null;
  readonly description?: string | null;
  readonly contacts?: readonly ModelContactInput[];
  readonly window?: string;
  readonly destination?: string;
  readonly addons?: string[];
}

/** Whether all positions exist. */
export function positionsExist(contacts: readonly ModelContactInput[], stopCount: number): boolean {
  return contacts.every(({ positions }) => positions.every((position) => position < stopCount));
}

/** Of two contacts with the same number the first counts; no positions means all stops. */
export function contactsOf(
  requested: readonly ModelContactInput[],
  route: readonly ModelStop[],
): ModelContact[] {
  const contacts: ModelContact[] = [];
  for (const { phone, positions } of requested) {
    if (contacts.some((known) => known.phone === phone)) continue;
    const stops = route.filter((_, position) => positions.includes(position)).map(({ id }) => id);
    contacts.push({ phone, stops: positions.length === 0 ? null : stops });
  }
  return contacts;
}

/** Updates the model and returns the expected status. */
export function modelEdit(booking: ModelBooking, edit: ModelEditInput): number {
  const isOnlyReferences = Object.keys(edit).every((key) => key === 'metadata' || key === 'orderNumber');
  if (booking.isCancelled && !isOnlyReferences) return 400;
  if (edit.contacts && !positionsExist(edit.contacts, booking.route.length)) return 400;
  const before = JSON.stringify(booking);
  if (edit.metadata && Object.keys(edit.metadata).length > 0) {
    const merged = Object.entries({ ...booking.metadata, ...edit.metadata });
    booking.metadata = Object.fromEntries(merged.filter(([, value]) => value !== null));
  }
  if (edit.orderNumber !== undefined) booking.orderNumber = edit.orderNumber;
  if (edit.description !== undefined) booking.description = edit.description;
  if (edit.contacts) booking.contacts = contactsOf(edit.contacts, booking.route);
  if (edit.window) booking.window = edit.window;
  if (edit.addons) booking.addons = [...edit.addons];
  const last = booking.route.at(-1);
  // A new address resets the floor. An address is geocoded again, so it always counts as a change.
  if (edit.destination !== undefined && last) last.floor = null;
  if (edit.destination !== undefined || JSON.stringify(booking) !== before) booking.events += 1;
  return 200;
}

export function modelCancel(booking: ModelBooking): number {
  if (booking.isCancelled) return 409;
  booking.isCancelled = true;
  booking.events += 1;
  return 200;
}

/** The new stop has no id until the response is read. */
export function modelAddStop(booking: ModelBooking, position: number | undefined): number {
  const { route } = booking;
  const place = position ?? route.length - 1;
  if (place > route.length || booking.isCancelled || route.length === 7) return 422;
  route.splice(place, 0, { id: '', floor: null });
  booking.events += 1;
  return 201;
}

export function modelRemoveStop(booking: ModelBooking, position: number): number {
  if (position >= booking.route.length) return 404;
  if (booking.isCancelled || booking.route.length === 2) return 422;
  const [removed] = booking.route.splice(position, 1);
  booking.contacts = booking.contacts
    .map(({ phone, stops }) => ({ phone, stops: stops?.filter((id) => id !== removed?.id) ?? null }))
    .filter(({ stops }) => stops?.length !== 0);
  booking.events += 1;
  return 200;
}

export function modelReorder(booking: ModelBooking, from: number, to: number): number {
  const { route } = booking;
  if (from >= route.length || to >= route.length || booking.isCancelled) return 422;
  if (from === to) return 200;
  const [moving] = route.splice(from, 1);
  if (moving) route.splice(to, 0, moving);
  booking.events += 1;
  return 200;
}

export function modelEditStop(booking: ModelBooking, position: number, floor: number): number {
  const stop = booking.route[position];
  if (!stop) return 404;
  if (booking.isCancelled) return 422;
  if (stop.floor === floor) return 200;
  stop.floor = floor;
  booking.events += 1;
  return 200;
}

/** The predictable fields of a booking, as in a response. */
export function expectedBooking(booking: ModelBooking): object {
  const position = (id: string) => booking.route.findIndex((stop) => stop.id === id);
  return {
    id: booking.id,
    state: booking.isCancelled ? 'cancelled' : 'created',
    route: booking.route.map(({ id, floor }, index) => ({ id, floor, position: index })),
    contacts: booking.contacts.map(({ phone, stops }) => ({
      phone_number: phone,
      notification_scope: stops ? 'selected' : 'all',
      stop_positions: (stops ?? []).map(position).sort((a, b) => a - b),
    })),
    metadata: booking.metadata,
    arrival_window: { start_at: booking.window },
    order_number: booking.orderNumber,
    description: booking.description,
    quote: { addons: booking.addons.map((slug) => ({ slug })) },
  };
}
