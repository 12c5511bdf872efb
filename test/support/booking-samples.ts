// Sample bookings for domain tests: three stops in Chicago, a van, a window tomorrow morning.
import type { Booking } from '../../src/domain/booking/booking.ts';
import {
  createBooking,
  type NewBooking,
  type NewBookingIdentity,
} from '../../src/domain/booking/booking-create.ts';
import { assignCrew } from '../../src/domain/booking/booking-crew.ts';
import { arriveAt, completeStop, departFor, moveOn } from '../../src/domain/booking/booking-progress.ts';
import type { Pricing } from '../../src/domain/booking/booking-repricing.ts';
import type { Moment } from '../../src/domain/booking/booking-transitions.ts';
import type { AssignedCrew } from '../../src/domain/dispatch/crew.ts';
import type { DispatchState } from '../../src/domain/dispatch/dispatch.ts';
import { DEFAULT_PRICE_BOOK } from '../../src/domain/money/default-price-book.ts';
import { createQuote, type Quote } from '../../src/domain/money/quote.ts';
import { DEFAULT_SERVICE_AREA } from '../../src/domain/place/default-service-area.ts';
import type { Location, RouteStop } from '../../src/domain/place/route.ts';
import { noStopDetails } from '../../src/domain/place/stop-details.ts';
import { customWindow, listWindows, type WindowCalendar } from '../../src/domain/time/arrival-window.ts';
import { sha256Hex } from '../../src/lib/sha256-hex.ts';

export const NOW = Date.UTC(2026, 2, 10, 16);
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** `minutes` after noon, with ids that count up after a prefix. */
export function momentAt(minutes = 0, letter = 'id'): Moment {
  let count = 0;
  return { nowMs: NOW + minutes * MINUTE_MS, nextId: () => `${letter}-${++count}` };
}

export function locationNamed(name: string, timeZone = 'America/Chicago'): Location {
  return {
    id: `location-${name}`,
    name,
    address2: null,
    longitude: -87.63,
    latitude: 41.88,
    address: { locality: 'Chicago', region: 'IL' },
    locationType: 'street_address',
    timeZone,
  };
}

export function stopNamed(name: string): RouteStop {
  const details = {
    ...noStopDetails,
    instructions: `ring at ${name}`,
    address2: '4B',
    floor: 4,
    elevator: true,
  };
  return { id: `stop-${name}`, location: locationNamed(name), ...details };
}

export function quoteFor(names: readonly string[], addonSlugs: readonly string[] = []): Quote<RouteStop> {
  const quote = createQuote(DEFAULT_SERVICE_AREA, DEFAULT_PRICE_BOOK, {
    id: 'quote-0',
    product: 'van',
    route: names.map(stopNamed),
    travel: { miles: 10, minutes: 25 },
    addonSlugs,
    createdAtMs: NOW,
  });
  if (!quote.ok) throw new Error(JSON.stringify(quote.faults));
  return quote.value;
}

const calendar: WindowCalendar = {
  area: DEFAULT_SERVICE_AREA,
  product: 'van',
  timeZone: 'America/Chicago',
};
export const onDemandWindow = listWindows(calendar, NOW, sha256Hex).slice(0, 1);
export const windowAt = (hours: number) =>
  customWindow(calendar, NOW + hours * HOUR_MS, NOW + (hours + 1) * HOUR_MS, sha256Hex);

export const pricing: Pricing = {
  area: DEFAULT_SERVICE_AREA,
  book: DEFAULT_PRICE_BOOK,
  travel: { miles: 14, minutes: 33 },
  quoteLifetimeMinutes: 60,
  hashHex: sha256Hex,
};

export const crewNamed = (id: string): AssignedCrew => ({
  id,
  vehicleType: 'van',
  rating: 4.9,
  members: ['Ana', 'Bo'].map((firstName) => ({ firstName, avatarUrl: `https://crew.example/${firstName}` })),
  phoneNumber: '+13125550100',
});

export const facts: NewBookingIdentity = {
  id: 'booking-1',
  hid: 'BCDF2345',
  accountId: 'account-1',
  accountKind: 'organization',
  bookedBy: null,
};

export const order = (change: Partial<NewBooking> = {}): NewBooking => ({
  quote: quoteFor(['a', 'b', 'c']),
  window: windowAt(20),
  windowRef: 'origin',
  description: 'A sofa',
  orderNumber: 'SO-1',
  tipCents: 500,
  customerNotificationsEnabled: true,
  photoUrls: [],
  customer: { name: 'Cy', email: 'cy@example.com', phoneNumber: '+13125550111' },
  metadata: { cart: 7 },
  simulation: null,
  ...change,
});

export const newBooking = (change: Partial<NewBooking> = {}): Booking =>
  createBooking(order(change), facts, momentAt()).booking;

export const dispatchedBooking = (change: Partial<NewBooking> = {}): Booking =>
  assignCrew(newBooking(change), { crew: crewNamed('crew-1') }, momentAt(1)).booking;

/** A booking whose first `done` stops are completed and left, with the next stop in `state`. */
export function driven(booking: Booking, done: number, state: DispatchState = 'pending'): Booking {
  let current = booking;
  for (const [position, { id: stopId }] of booking.route.entries()) {
    const minutes = 10 + position * 60;
    if (position > done || (position === done && state === 'pending')) break;
    current = departFor(current, { stopId }, momentAt(minutes)).booking;
    if (position === done && state === 'driving') break;
    current = arriveAt(current, { stopId }, momentAt(minutes + 20)).booking;
    if (position === done && state === 'at') break;
    const report = {
      stopId,
      photoUrls: [`https://photos.example/${stopId}`],
      outcome: 'done',
      reason: null,
    } as const;
    current = completeStop(current, report, momentAt(minutes + 40)).booking;
    if (position === done) break;
    current = moveOn(current, { stopId }, {}, momentAt(minutes + 41)).booking;
  }
  return current;
}
