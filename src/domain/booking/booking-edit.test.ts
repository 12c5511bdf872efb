import { describe, expect, it } from 'vitest';
import {
  dispatchedBooking,
  driven,
  locationNamed,
  momentAt,
  newBooking,
  onDemandWindow,
  order,
  pricing,
  windowAt,
} from '../../../test/support/booking-samples.ts';
import { DEFAULT_SERVICE_AREA } from '../place/default-service-area.ts';
import { noStopDetails } from '../place/stop-details.ts';
import type { Booking } from './booking.ts';
import { editBooking } from './booking-edit.ts';
import type { BookingEdit } from './booking-editability.ts';

const edit = (booking: Booking, change: BookingEdit, terms = pricing, ids = 'new') =>
  editBooking(booking, change, { pricing: terms }, momentAt(5, ids)).booking;

describe('an edit', () => {
  it('clears description, order number and customer with null, and keeps the contacts', () => {
    const booking = newBooking();
    const after = edit(booking, { description: null, orderNumber: null, customer: null });
    expect(after).toMatchObject({ description: null, orderNumber: null, customer: null });
    expect(after.contacts).toEqual(booking.contacts);
  });

  it('replaces photos and contacts, and merges metadata', () => {
    const contacts = [{ name: 'Eve', phoneNumber: '+9', email: null, stopPositions: [1] }];
    const after = edit(newBooking(), {
      photoUrls: ['https://x.example/1'],
      contacts,
      metadata: { more: true },
    });
    expect(after.photoUrls).toEqual(['https://x.example/1']);
    expect(after.contacts).toEqual([
      { id: 'new-1', name: 'Eve', phoneNumber: '+9', email: null, stopIds: ['stop-b'] },
    ]);
    expect(after.metadata).toEqual({ cart: 7, more: true });
  });

  it('names the first field that can no longer be changed', () => {
    const cases: [Booking, BookingEdit, string][] = [
      [driven(dispatchedBooking(), 0, 'driving'), { window: windowAt(30) }, 'arrival_window_from'],
      [driven(dispatchedBooking(), 0, 'at'), { origin: locationNamed('x') }, 'origin'],
      [dispatchedBooking(), { addonSlugs: [] }, 'addons'],
      [{ ...newBooking(), state: 'completed' }, { orderNumber: '2', photoUrls: [] }, 'photo_urls'],
    ];
    for (const [booking, change, param] of cases) {
      expect(() => edit(booking, change)).toThrow(
        expect.objectContaining({ code: 'booking_not_editable', kind: 'unprocessable', param }),
      );
    }
  });

  it('changes a window for the destination until the crew departs for it', () => {
    const booking = dispatchedBooking({ windowRef: 'destination' });
    const moved = edit(driven(booking, 1, 'at'), { window: windowAt(30) });
    expect(moved.window).toEqual(windowAt(30));
    expect(moved.windowTakenAtMs).toBe(momentAt(5).nowMs);
    expect(() => edit(driven(booking, 2, 'driving'), { window: windowAt(30) })).toThrow(
      expect.objectContaining({ code: 'booking_not_editable' }),
    );
    expect(() => edit(booking, { window: windowAt(0) })).toThrow(
      expect.objectContaining({ code: 'window_in_past' }),
    );
  });
});

describe('the current window of a booking', () => {
  it('can be sent again, even after it has started', () => {
    const begun = { ...newBooking(), window: windowAt(0) };
    expect(edit(begun, { window: windowAt(0) })).toBe(begun);
  });
});

describe('another origin or destination', () => {
  const booking = newBooking({
    contacts: [{ name: null, phoneNumber: '+1', email: null, stopPositions: [2] }],
  });

  it('keeps id, instructions and contacts of the stop, and clears the details of the old building', () => {
    const after = edit(booking, { destination: locationNamed('x') });
    expect(after.route[2]).toEqual({
      id: 'stop-c',
      location: locationNamed('x'),
      ...noStopDetails,
      instructions: 'ring at c',
    });
    expect(after.route.slice(0, 2)).toEqual(booking.route.slice(0, 2));
    expect(after.contacts).toEqual(booking.contacts);
  });

  it('is repriced on the terms of the booking, with its add-ons', () => {
    const held = edit(newBooking(), { addonSlugs: ['assembly'] }, pricing, 'old');
    const book = { ...pricing.book, products: {}, addons: [] };
    const after = edit(
      held,
      { origin: locationNamed('x'), destination: locationNamed('y') },
      { ...pricing, book },
    );
    expect(after.quote).toMatchObject({
      id: 'new-1',
      travel: pricing.travel,
      prices: booking.quote.prices,
      route: after.route,
    });
    expect(after.quote.addons.map(({ slug }) => slug)).toEqual(['assembly']);
  });

  it('is refused if the route becomes too long, and the error names the parameter', () => {
    const far = { ...pricing, travel: { miles: 501, minutes: 600 } };
    expect(() => edit(booking, { destination: locationNamed('x') }, far)).toThrow(
      expect.objectContaining({ code: 'route_too_long', param: 'destination' }),
    );
  });

  it('moves the window to the calendar of the new location and keeps its times', () => {
    const denver = locationNamed('x', 'America/Denver');
    const after = edit(booking, { origin: denver });
    expect(after.window).toMatchObject({
      kind: 'custom',
      timeZone: 'America/Denver',
      startMs: booking.window.startMs,
      endMs: booking.window.endMs,
    });
    expect(after.window.id).not.toBe(booking.window.id);
    expect(edit(booking, { destination: denver }).window).toEqual(booking.window);
    const [onDemand] = onDemandWindow;
    if (!onDemand) throw new Error('no on-demand window');
    const soon = edit(newBooking({ window: onDemand }), { origin: denver }).window;
    expect(soon).toMatchObject({ kind: 'on_demand', timeZone: 'America/Denver' });
    expect(soon.id).not.toBe(onDemand.id);
  });

  it('uses the prices of the service area of the new origin', () => {
    const area = { ...DEFAULT_SERVICE_AREA, slug: 'elsewhere' };
    const after = edit(booking, { origin: locationNamed('x') }, { ...pricing, area });
    expect(after.areaSlug).toBe('elsewhere');
    expect(after.quote.areaSlug).toBe('elsewhere');
    expect(() =>
      edit(booking, { origin: locationNamed('x') }, { ...pricing, area: { ...area, products: {} } }),
    ).toThrow(expect.objectContaining({ code: 'product_unavailable' }));
  });
});

describe('add-ons of a booking', () => {
  it('are replaced as a set, at a new price', () => {
    const after = edit(newBooking(), { addonSlugs: ['assembly', 'stairs_carry'] });
    expect(after.quote.estimate[0].totalCents).toBe(order().quote.estimate[0].totalCents + 4_900 + 2_500);
    expect(edit(after, { addonSlugs: [] }, pricing, 'newer').quote.addons).toEqual([]);
  });

  it('create no new quote if the set is the same in another order', () => {
    const held = edit(newBooking(), { addonSlugs: ['assembly', 'stairs_carry'] });
    expect(edit(held, { addonSlugs: ['stairs_carry', 'assembly'] })).toBe(held);
  });

  it('are refused as a whole if one is invalid', () => {
    expect(() => edit(newBooking(), { addonSlugs: ['assembly', 'magic'] })).toThrow(
      expect.objectContaining({ code: 'addon_unavailable', param: 'addons[1]' }),
    );
    const held = edit(newBooking(), { addonSlugs: ['assembly', 'stairs_carry'] });
    expect(() => edit(held, { addonSlugs: ['assembly', 'assembly'] })).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', param: 'addons[1]' }),
    );
  });
});
