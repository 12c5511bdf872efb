import { describe, expect, it } from 'vitest';
import {
  crewNamed,
  dispatchedBooking,
  driven,
  HOUR_MS,
  MINUTE_MS,
  momentAt,
  NOW,
  newBooking,
  onDemandWindow,
} from '../../../test/support/booking-samples.ts';
import type { Booking } from '../../domain/booking/booking.ts';
import { assignCrew, changeCrew, loseCrew, updateCrewPosition } from '../../domain/booking/booking-crew.ts';
import { cancelBooking, failBooking } from '../../domain/booking/booking-ending.ts';
import { failStop } from '../../domain/booking/booking-progress.ts';
import { FREE_CANCELLATION } from '../../domain/booking/cancellation-policy.ts';
import type { Contact } from '../../domain/booking/contacts.ts';
import { CREW_CHANGE_GRACE_MS } from '../../domain/booking/crew-change-grace.ts';
import { formatStopFailure } from '../../domain/booking/stop-failure-reasons.ts';
import { presentTracking } from './tracking-view.ts';

const publicUrl = 'https://waybill.example';

function viewOf(booking: Booking, viewer: Contact | null = null, minutes = 0, crewChangeGraceMs = 0) {
  return presentTracking({
    booking,
    viewer,
    sender: { name: 'Acme', branding: null },
    expiresAtMs: null,
    nowMs: NOW + minutes * MINUTE_MS,
    crewChangeGraceMs,
    publicUrl,
    map: { kind: 'vector', url: '/maps/0/{z}/{x}/{y}', attribution: '' },
    geometry: booking.route.slice(1).map(() => null),
    intended: [],
    redelivery: null,
  });
}

const person = (name: string, stopPositions?: readonly number[]) => ({
  name,
  phoneNumber: `+1312555${name.length}${name.charCodeAt(0)}`,
  email: `${name.toLowerCase()}@example.com`,
  stopPositions,
});

/** A booking with a marker in every free-text field, to detect leaks. */
const markedBooking = (): Booking => {
  const booking = newBooking({
    description: 'SECRET-description',
    orderNumber: 'SECRET-order',
    customer: { name: 'Zacharias', email: 'zacharias@example.com', phoneNumber: '+13125550199' },
    contacts: [person('Seller', [0]), person('Buyer', [2]), person('Manager')],
    metadata: { note: 'SECRET-metadata' },
    photoUrls: ['https://photos.example/SECRET-photo'],
  });
  const route = booking.route.map((stop, position) => ({
    ...stop,
    address2: `UNIT-${position}`,
    instructions: `CODE-${position}`,
    location: {
      ...stop.location,
      name: `${100 + position} Elm St`,
      longitude: -87.631234 - position / 10,
      latitude: 41.881234,
      address: { number: `${100 + position}`, street: 'Elm St', locality: `Town${position}`, region: 'IL' },
    },
  }));
  return { ...booking, route };
};
const contactOf = ({ contacts }: Booking, name: string): Contact => {
  const found = contacts.find((contact) => contact.name === name);
  if (!found) throw new Error(`no contact ${name}`);
  return found;
};
/** The marked booking at every stage. */
function stages(): Booking[] {
  const dispatched = { ...dispatchedBooking(), ...markedParts() };
  return [
    markedBooking(),
    dispatched,
    driven(dispatched, 0, 'driving'),
    driven(dispatched, 1, 'at'),
    driven(dispatched, 3),
    cancelBooking(dispatched, { by: 'partner', reason: 'other' }, { policy: FREE_CANCELLATION }, momentAt(3))
      .booking,
  ];
}
function markedParts() {
  const { route, contacts, customer, description, orderNumber, metadata, photoUrls } = markedBooking();
  return { route, contacts, customer, description, orderNumber, metadata, photoUrls };
}

describe('the tracking view', () => {
  it('counts a completed stop as left, and the booking as completed after the last one', () => {
    const { now: _now, ...done } = viewOf(driven(dispatchedBooking(), 0, 'done'), null, 55);
    const { now: _later, ...pending } = viewOf(driven(dispatchedBooking(), 1), null, 55);
    expect(done).toEqual(pending);
    expect(done).toMatchObject({
      stage: 'on_the_way',
      focus: 2,
      stops: [{ state: 'done' }, { state: 'next' }, {}],
    });
    const delivered = viewOf(driven(dispatchedBooking(), 2, 'done'), null, 200);
    expect(delivered).toMatchObject({
      stage: 'completed',
      focus: 2,
      is_late: false,
      is_done_for_you: false,
      crew: { phone_number: null, point: null },
    });
    expect(delivered.stops.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  it('contains no names, texts, amounts or ids at any stage and for any viewer', () => {
    for (const booking of stages()) {
      for (const viewer of [null, ...booking.contacts]) {
        const text = JSON.stringify(viewOf(booking, viewer, 400));
        expect(text).not.toMatch(
          /SECRET|CODE-|Zacharias|Seller|Buyer|Manager|@example|\+131255[0-46-9]|account-1|booking-1|quote|contact-|"stop-|tip|fare|fee|cents/i,
        );
      }
    }
  });

  it('shows streets without house number or unit, at 100 m precision, for the share link', () => {
    const { stops } = viewOf(markedBooking());
    expect(stops.map(({ place, unit, is_yours, point }) => ({ place, unit, is_yours, point }))).toEqual(
      [0, 1, 2].map((position) => ({
        place: `Elm St, Town${position}, IL`,
        unit: null,
        is_yours: false,
        point: [Number((-87.631 - position / 10).toFixed(3)), 41.881],
      })),
    );
  });

  it('shows a contact the full address of their own stop and only the town of other stops', () => {
    const booking = markedBooking();
    const { stops, focus } = viewOf(booking, contactOf(booking, 'Buyer'));
    expect(stops.map(({ place, unit, is_yours }) => [place, unit, is_yours])).toEqual([
      ['Town0, IL', null, false],
      ['Town1, IL', null, false],
      ['102 Elm St, Town2, IL', 'UNIT-2', true],
    ]);
    expect(stops.map(({ point }) => point)).toEqual([
      [-87.63, 41.88],
      [-87.73, 41.88],
      [-87.831234, 41.881234],
    ]);
    expect(focus).toBe(2);
  });

  it('excludes stops that another contact was selected for from those of a contact for all stops', () => {
    const booking = markedBooking();
    const { stops } = viewOf(booking, contactOf(booking, 'Manager'));
    expect(stops.map(({ is_yours, unit }) => [is_yours, unit])).toEqual([
      [false, null],
      [true, 'UNIT-1'],
      [false, null],
    ]);
  });

  it('shows the name of a business', () => {
    const booking = markedBooking();
    const [first, ...rest] = booking.route;
    if (!first) throw new Error('no stop');
    const location = { ...first.location, name: 'Union Station', locationType: 'establishment' as const };
    const { stops } = viewOf({ ...booking, route: [{ ...first, location }, ...rest] });
    expect(stops[0]?.place).toBe('Union Station, Town0, IL');
  });

  it('shows the crew position only while driving, with the precision of the next stop', () => {
    const at = { location: { longitude: -87.654321, latitude: 41.987654 }, etaMs: NOW + 40 * MINUTE_MS };
    const dispatched = { ...dispatchedBooking(), ...markedParts() };
    const before = updateCrewPosition(dispatched, at, momentAt(9)).booking;
    expect(viewOf(before).crew).toMatchObject({ point: null, point_at: null });
    const driving = updateCrewPosition(driven(dispatched, 0, 'driving'), at, momentAt(15)).booking;
    expect(viewOf(driving, null, 16).crew).toMatchObject({ point: [-87.654, 41.988] });
    expect(viewOf(driving, contactOf(driving, 'Seller'), 16).crew?.point).toEqual([-87.654321, 41.987654]);
    expect(viewOf(driving, contactOf(driving, 'Buyer'), 16).crew?.point).toEqual([-87.65, 41.99]);
    const there = { ...driven(dispatched, 0, 'at'), crew: driving.crew };
    expect(viewOf(there, null, 31).crew).toMatchObject({ point: null, point_at: null });
  });

  it('shows first names of the crew, and pictures from this host only', () => {
    const booking = dispatchedBooking();
    const avatarUrl = `${publicUrl}/photos/AAAAAAAAAAAAAAAAAAAAAA.jpg`;
    const crew = booking.crew && {
      ...booking.crew,
      members: [...crewNamed('c').members.slice(0, 1), { firstName: 'Cy', avatarUrl }],
    };
    expect(viewOf({ ...booking, crew }).crew).toMatchObject({
      members: [
        { first_name: 'Ana', avatar: null },
        { first_name: 'Cy', avatar: '/photos/AAAAAAAAAAAAAAAAAAAAAA.jpg' },
      ],
      vehicle_type: 'van',
      rating: 4.9,
      phone_number: '+13125550100',
    });
  });

  it('shows own photos of completed stops, links external ones, and hides those of other contacts', () => {
    const dispatched = { ...dispatchedBooking(), ...markedParts() };
    const done = driven(dispatched, 3);
    const photoUrls = [`${publicUrl}/photos/x.jpg`, 'https://elsewhere.example/1.jpg', 'javascript:alert(1)'];
    const events = (done.dispatch?.events ?? []).map((event) =>
      event.state === 'done' ? { ...event, photoUrls } : event,
    );
    const booking = { ...done, dispatch: done.dispatch && { ...done.dispatch, events } };
    for (const stop of viewOf(booking).stops) {
      expect(stop.photos).toEqual(['/photos/x.jpg']);
      expect(stop.photo_links).toEqual(['https://elsewhere.example/1.jpg']);
    }
    const own = viewOf(booking, contactOf(booking, 'Buyer')).stops;
    expect(own.map(({ photos }) => photos.length)).toEqual([0, 0, 1]);
    expect(own.map(({ done_at }) => done_at !== null)).toEqual([false, false, true]);
  });

  it('derives the stage from the dispatch', () => {
    const dispatched = dispatchedBooking();
    const summary = (booking: Booking) => [
      viewOf(booking).stage,
      viewOf(booking).focus,
      viewOf(booking)
        .stops.map(({ state }) => state)
        .join(),
    ];
    // The booking link is about the delivery, whatever the crew does before it.
    expect(summary(newBooking())).toEqual(['scheduled', 2, 'waiting,waiting,waiting']);
    expect(summary(dispatched)).toEqual(['assigned', 2, 'next,waiting,waiting']);
    expect(summary(driven(dispatched, 0, 'driving'))).toEqual(['on_the_way', 2, 'driving,waiting,waiting']);
    expect(summary(driven(dispatched, 0, 'at'))).toEqual(['at_stop', 2, 'here,waiting,waiting']);
    expect(summary(driven(dispatched, 1))).toEqual(['on_the_way', 2, 'done,next,waiting']);
    expect(summary(driven(dispatched, 3))).toEqual(['completed', 2, 'done,done,done']);
  });

  it('is done for a contact whose stop is done, and hides the phone number of the crew', () => {
    const dispatched = { ...dispatchedBooking(), ...markedParts() };
    const booking = driven(dispatched, 1, 'driving');
    const view = viewOf(booking, contactOf(booking, 'Seller'), 75);
    expect(view).toMatchObject({ is_done_for_you: true, focus: 0, crew: { phone_number: null } });
    expect(viewOf(booking, contactOf(booking, 'Buyer'), 75)).toMatchObject({
      is_done_for_you: false,
      focus: 2,
    });
  });

  it('is late when the window has passed or the ETA is after it, until the crew arrives', () => {
    const hours = (count: number) => (count * HOUR_MS) / MINUTE_MS;
    expect(viewOf(newBooking(), null, hours(20.5)).is_late).toBe(false);
    expect(viewOf(newBooking(), null, hours(21.1)).is_late).toBe(true);
    const driving = driven(dispatchedBooking(), 0, 'driving');
    const soon = { location: { longitude: -87, latitude: 41 }, etaMs: NOW + 30 * HOUR_MS };
    expect(viewOf(updateCrewPosition(driving, soon, momentAt(11)).booking, null, 12).is_late).toBe(true);
    expect(viewOf(driven(dispatchedBooking(), 0, 'at'), null, hours(30)).is_late).toBe(false);
    const [window] = onDemandWindow;
    if (window)
      expect(viewOf(newBooking({ window }), null, hours(50))).toMatchObject({ is_late: false, window: null });
  });

  it('shows that a stop failed without the reason', () => {
    const arrived = driven(dispatchedBooking(), 0, 'at');
    const stopId = arrived.route[0]?.id ?? '';
    const { booking } = failStop(arrived, { stopId, reason: 'SECRET', photoUrls: [] }, momentAt(35));
    expect(viewOf(booking).stops[0]?.failure).toBe('other');
    for (const reason of ['nobody_there', 'no_access', 'not_ready', 'wrong_address'] as const) {
      const text = formatStopFailure(reason, 'SECRET');
      const waiting = failStop(arrived, { stopId, reason: text, photoUrls: [] }, momentAt(35)).booking;
      expect(viewOf(waiting).stops[0]?.failure).toBe('come_to_door');
      expect(JSON.stringify(viewOf(waiting))).not.toContain('SECRET');
    }
    const lost = loseCrew(dispatchedBooking(), { reason: 'SECRET' }, momentAt(5)).booking;
    expect(viewOf(lost)).toMatchObject({ stage: 'scheduled', is_reassigning: true, crew: null });
    for (const each of [booking, lost]) expect(JSON.stringify(viewOf(each))).not.toContain('SECRET');
  });

  it('tells the planned arrival at the stops that the viewer may see', () => {
    const booking = markedBooking();
    const { window, stops } = viewOf(booking);
    expect(stops[0]?.planned).toEqual({ from: window?.from, to: window?.to });
    const [pickupAt, dropoffAt] = [stops[0], stops[2]].map((stop) =>
      new Date(stop?.planned?.from ?? 0).getTime(),
    );
    expect(dropoffAt).toBeGreaterThan(pickupAt ?? 0);
    const own = viewOf(booking, contactOf(booking, 'Buyer')).stops;
    expect(own.map(({ planned }) => planned !== null)).toEqual([false, false, true]);
  });

  it('withholds an assignment within the grace period, and forgets one that was undone within it', () => {
    const grace = CREW_CHANGE_GRACE_MS;
    const assigned = dispatchedBooking();
    const shownAt = (booking: Booking, minutes: number) => {
      const { stage, crew, is_reassigning } = viewOf(booking, null, minutes, grace);
      return [stage, crew !== null, is_reassigning];
    };
    // Assigned in minute 1.
    expect(shownAt(assigned, 2)).toEqual(['scheduled', false, false]);
    expect(shownAt(assigned, 3)).toEqual(['assigned', true, false]);
    const undone = loseCrew(assigned, { reason: 'slip' }, momentAt(2)).booking;
    for (const minutes of [2, 3, 4, 60])
      expect(shownAt(undone, minutes)).toEqual(['scheduled', false, false]);
    // A crew that customers have seen is lost: they see it once the loss has lasted.
    const lost = loseCrew(assigned, { reason: 'ill' }, momentAt(30)).booking;
    expect(shownAt(lost, 31)).toEqual(['assigned', true, false]);
    expect(shownAt(lost, 32)).toEqual(['scheduled', false, true]);
    const again = assignCrew(lost, { crew: crewNamed('crew-1') }, momentAt(31)).booking;
    expect(shownAt(again, 31.5)).toEqual(['assigned', true, false]);
    expect(shownAt(again, 32.5)).toEqual(['assigned', true, false]);
    expect(shownAt(again, 33)).toEqual(['assigned', true, false]);
    // A crew that had departed is replaced at once: customers never read that no crew comes.
    const departed = driven(assigned, 0, 'driving');
    const replaced = changeCrew(departed, { crew: crewNamed('crew-2'), reason: null }, momentAt(30)).booking;
    expect(shownAt(replaced, 30.5)).toEqual(['assigned', true, false]);
    // A crew that departs is shown at once.
    expect(shownAt(driven(assigned, 0, 'driving'), 1)).toEqual(['on_the_way', true, false]);
  });

  it('reduces the cancellation reason to what concerns customers', () => {
    const policy = FREE_CANCELLATION;
    const because = (booking: Booking) => viewOf(booking).cancellation?.because;
    const cancel = (by: 'partner' | 'operator') =>
      cancelBooking(newBooking(), { by, reason: 'other' }, { policy }, momentAt(3)).booking;
    expect(because(cancel('partner'))).toBe('requested');
    expect(because(cancel('operator'))).toBe('other');
    const fail = (cause: 'no_crew_available' | 'payment_refused') =>
      failBooking(newBooking(), { cause }, momentAt(3)).booking;
    expect(because(fail('no_crew_available'))).toBe('no_crew');
    expect(because(fail('payment_refused'))).toBe('other');
  });
});
