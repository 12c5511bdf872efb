import { describe, expect, it } from 'vitest';
import {
  crewNamed,
  dispatchedBooking,
  driven,
  MINUTE_MS,
  momentAt,
  NOW,
  newBooking,
  quoteFor,
} from '../../../test/support/booking-samples.ts';
import type { AssignedCrew } from '../dispatch/crew.ts';
import type { SettlementInputs } from '../money/settlement.ts';
import type { Booking } from './booking.ts';
import {
  assignCrew,
  changeCrew,
  loseCrew,
  POSITION_INTERVAL_MS,
  updateCrewPosition,
} from './booking-crew.ts';
import {
  arriveAt,
  completeStop,
  departFor,
  failStop,
  moveOn,
  retryStop,
  type StopCompletion,
} from './booking-progress.ts';

const photoUrls = ['https://photos.example/1'];
const problem = (code: string, param: string | null = null) => expect.objectContaining({ code, param });
const conflict = expect.objectContaining({ code: 'booking_not_editable', kind: 'conflict' });
const done = (stopId: string, change: Partial<StopCompletion> = {}): StopCompletion => ({
  stopId,
  photoUrls,
  outcome: 'done',
  reason: null,
  ...change,
});
const finish = (booking: Booking, facts: SettlementInputs = {}) =>
  moveOn(
    completeStop(booking, done('stop-c'), momentAt(200)).booking,
    { stopId: 'stop-c' },
    facts,
    momentAt(201),
  ).booking;

describe('a crew', () => {
  const assign = (change: Partial<AssignedCrew>) =>
    assignCrew(newBooking(), { crew: { ...crewNamed('crew-1'), ...change } }, momentAt(1));

  it.each([
    ['with the wrong vehicle', { vehicleType: 'pickup_truck' }, 'crew.vehicle_type'],
    ['that is too small', { members: crewNamed('x').members.slice(1) }, 'crew.members'],
    ['with an impossible rating', { rating: 5.1 }, 'crew.rating'],
  ] as const)('%s cannot take the job', (_, change, param) => {
    expect(() => assign(change)).toThrow(problem('invalid_parameter', param));
  });

  it('that is lost returns the booking to created and keeps the ended dispatch', () => {
    const driving = driven(dispatchedBooking(), 0, 'driving');
    const { booking } = loseCrew(driving, { reason: 'flat tyre' }, momentAt(30));
    expect(booking).toMatchObject({ id: 'booking-1', state: 'created', crew: null, dispatch: null });
    expect(booking.previousDispatches).toEqual([
      {
        dispatch: driving.dispatch,
        crew: { ...driving.crew, phoneNumber: null },
        endedAtMs: NOW + 30 * MINUTE_MS,
        reason: 'flat tyre',
      },
    ]);
    const again = assignCrew(booking, { crew: crewNamed('crew-2') }, momentAt(31)).booking;
    expect(again.dispatch?.events).toHaveLength(1);
    expect(again.previousDispatches).toHaveLength(1);
  });

  it('that takes over starts a new dispatch before the first stop is done, and continues it afterwards', () => {
    const change = (booking: Booking) =>
      changeCrew(booking, { crew: crewNamed('crew-2'), reason: 'late' }, momentAt(90)).booking;
    const early = change(driven(dispatchedBooking(), 0, 'at'));
    expect(early.dispatch).toMatchObject({ state: 'pending', routePosition: 0 });
    expect(early.previousDispatches).toMatchObject([{ reason: 'late', crew: { id: 'crew-1' } }]);
    const halfWay = driven(dispatchedBooking(), 1, 'driving');
    const late = change(halfWay);
    expect(late.dispatch).toEqual(halfWay.dispatch);
    expect(late).toMatchObject({ crew: { id: 'crew-2', location: null }, previousDispatches: [] });
  });

  it('keeps its progress and position if only its members change', () => {
    const here = { location: { longitude: 1, latitude: 2 }, etaMs: NOW };
    const { booking } = updateCrewPosition(driven(dispatchedBooking(), 0, 'driving'), here, momentAt(11));
    const crew = { ...crewNamed('crew-1'), rating: 5 };
    const after = changeCrew(booking, { crew, reason: null }, momentAt(12)).booking;
    expect(after.crew).toEqual({ ...booking.crew, rating: 5 });
    expect(after.dispatch).toBe(booking.dispatch);
  });

  it('updates a changed position at most every ten seconds, without changing updatedAtMs', () => {
    const booking = driven(dispatchedBooking(), 0, 'driving');
    const reportPosition = (from: Booking, latitude: number, ms: number) =>
      updateCrewPosition(from, { location: { longitude: 0, latitude }, etaMs: null }, { nowMs: NOW + ms });
    const first = reportPosition(booking, 1, 0);
    expect(first.events.map(({ type }) => type)).toEqual(['crew.location_updated']);
    expect(first.booking.updatedAtMs).toBe(booking.updatedAtMs);
    expect(reportPosition(first.booking, 2, POSITION_INTERVAL_MS - 1)).toEqual({
      booking: first.booking,
      events: [],
    });
    expect(reportPosition(first.booking, 2, POSITION_INTERVAL_MS).events).toHaveLength(1);
    expect(reportPosition(first.booking, 1, POSITION_INTERVAL_MS)).toEqual({
      booking: first.booking,
      events: [],
    });
  });
});

describe('the progress along the route', () => {
  it('is recorded step by step, with the photos of completed stops', () => {
    const { dispatch } = driven(dispatchedBooking(), 1, 'at');
    expect(dispatch?.events.map((event) => `${event.state} ${event.routeStopId}`)).toEqual([
      'pending stop-a',
      'driving stop-a',
      'at stop-a',
      'done stop-a',
      'pending stop-b',
      'driving stop-b',
      'at stop-b',
    ]);
    expect(dispatch?.events[3]).toEqual({
      state: 'done',
      routePosition: 0,
      routeStopId: 'stop-a',
      triggeredAtMs: NOW + 50 * MINUTE_MS,
      photoUrls: ['https://photos.example/stop-a'],
      outcome: 'done',
      reason: null,
    });
  });

  it('records reported times, limited to the range from the last step to now', () => {
    const booking = driven(dispatchedBooking(), 0, 'driving');
    const arrivedAt = (atMs: number) =>
      arriveAt(booking, { stopId: 'stop-a', atMs }, momentAt(60)).booking.dispatch?.events.at(-1)
        ?.triggeredAtMs;
    expect(arrivedAt(NOW + 25 * MINUTE_MS)).toBe(NOW + 25 * MINUTE_MS);
    expect(arrivedAt(NOW + 99 * MINUTE_MS)).toBe(NOW + 60 * MINUTE_MS);
    expect(arrivedAt(NOW)).toBe(NOW + 10 * MINUTE_MS);
  });

  it('identifies stops by id, not by position', () => {
    const booking = driven(dispatchedBooking(), 1);
    expect(() => departFor(booking, { stopId: 'stop-c' }, momentAt(90))).toThrow(conflict);
    expect(() => departFor(booking, { stopId: 'stop-x' }, momentAt(90))).toThrow(problem('not_found'));
  });

  it('sets and clears the ETA', () => {
    const departed = departFor(
      dispatchedBooking(),
      { stopId: 'stop-a', etaMs: NOW + 1 },
      momentAt(2),
    ).booking;
    expect(departed.crew?.etaMs).toBe(NOW + 1);
    expect(arriveAt(departed, { stopId: 'stop-a' }, momentAt(3)).booking.crew?.etaMs).toBeNull();
  });

  it('requires a photo for done and a reason for skipped', () => {
    const at = driven(dispatchedBooking(), 0, 'at');
    const complete = (change: Partial<StopCompletion>) =>
      completeStop(at, done('stop-a', change), momentAt(90));
    expect(() => complete({ photoUrls: [] })).toThrow(problem('missing_parameter', 'photo_urls'));
    expect(() => complete({ outcome: 'skipped' })).toThrow(problem('missing_parameter', 'reason'));
    const skipped = complete({ outcome: 'skipped', reason: 'closed', photoUrls: [] }).booking.dispatch;
    expect(skipped?.events.at(-1)).toMatchObject({ state: 'done', outcome: 'skipped', reason: 'closed' });
  });

  it('stops at a failed stop until an operator decides', () => {
    const at = driven(dispatchedBooking(), 1, 'at');
    const report = { stopId: 'stop-b', reason: 'locked', photoUrls };
    const failed = failStop(at, report, momentAt(100)).booking;
    expect(failed.dispatch).toEqual({
      ...at.dispatch,
      failure: { reason: 'locked', photoUrls, atMs: NOW + 100 * MINUTE_MS },
    });
    expect(() => completeStop(failed, done('stop-b'), momentAt(101))).toThrow(conflict);
    const retried = retryStop(failed, { stopId: 'stop-b' }, momentAt(102)).booking;
    expect(retried.dispatch).toEqual(at.dispatch);
    expect(completeStop(retried, done('stop-b'), momentAt(103)).booking.dispatch).toMatchObject({
      state: 'done',
      routePosition: 1,
    });
  });
});

describe('a stop that is done', () => {
  const atDone = driven(dispatchedBooking(), 0, 'done');

  it('is left in a step of its own: the next stop is pending since then, or the booking is completed', () => {
    expect(atDone).toMatchObject({ state: 'dispatched', dispatch: { state: 'done', routePosition: 0 } });
    const left = moveOn(atDone, { stopId: 'stop-a' }, {}, momentAt(120)).booking;
    expect(left.dispatch?.events.at(-1)).toMatchObject({
      state: 'pending',
      routeStopId: 'stop-b',
      triggeredAtMs: atDone.dispatch?.events.at(-1)?.triggeredAtMs,
    });
    const delivered = driven(dispatchedBooking(), 2, 'done');
    expect(delivered).toMatchObject({ state: 'dispatched', fare: null, crew: { phoneNumber: null } });
    const completed = moveOn(delivered, { stopId: 'stop-c' }, {}, momentAt(240)).booking;
    expect(completed).toMatchObject({ state: 'completed', dispatch: delivered.dispatch });
    expect(completed.fare).not.toBeNull();
  });

  it('is left once, however often it is asked', () => {
    const left = moveOn(atDone, { stopId: 'stop-a' }, {}, momentAt(120)).booking;
    expect(moveOn(left, { stopId: 'stop-a' }, {}, momentAt(121))).toEqual({ booking: left, events: [] });
    const completed = finish(driven(dispatchedBooking(), 2, 'at'));
    for (const stopId of ['stop-a', 'stop-c'])
      expect(moveOn(completed, { stopId }, {}, momentAt(300)).booking).toBe(completed);
    expect(() => moveOn(left, { stopId: 'stop-b' }, {}, momentAt(121))).toThrow(conflict);
  });

  it('is left by the departure for the next stop, whose event shows the pending stop first', () => {
    const { booking, events, moveOn: moved } = departFor(atDone, { stopId: 'stop-b' }, momentAt(55));
    expect(moved?.booking.dispatch).toMatchObject({ state: 'pending', routePosition: 1 });
    expect([...(moved?.events ?? []), ...events].map(({ type, sequence }) => [type, sequence])).toEqual([
      ['booking.updated', atDone.eventSequence + 1],
      ['booking.stop.departed', atDone.eventSequence + 2],
    ]);
    expect(booking.dispatch).toMatchObject({ state: 'driving', routePosition: 1 });
    expect(() => departFor(atDone, { stopId: 'stop-c' }, momentAt(55))).toThrow(conflict);
    expect(() => departFor(atDone, { stopId: 'stop-a' }, momentAt(55))).toThrow(conflict);
  });
});

describe('a completed booking', () => {
  const atLast = driven(dispatchedBooking({ quote: quoteFor(['a', 'b', 'c'], ['assembly']) }), 2, 'at');

  it('has a fare of the minutes worked, the quoted travel, its add-ons and its tip', () => {
    // 20 minutes at the first two stops, 50 at the last; 7 miles beyond the included 3; 25 minutes on the road.
    expect(finish(atLast).fare).toMatchObject({
      baseCents: 7_900,
      laborCents: 90 * 165,
      travelDistanceCents: 7 * 220,
      travelDurationCents: 25 * 50,
      stopsCents: 2_600,
      totalCents: 7_900 + 90 * 165 + 1_540 + 1_250 + 2_600 + 4_900 + 500,
    });
  });

  it('uses measured travel, given labor minutes and agreed adjustments instead', () => {
    const toll = { kind: 'toll', name: 'Bridge', amountCents: 300, createdAtMs: NOW } as const;
    const travel = { miles: 3, minutes: 10 };
    const { fare } = finish(atLast, { travel, laborMinutesByStop: [1, 1, 1], adjustments: [toll] });
    expect(fare).toMatchObject({ laborCents: 3 * 165, travelDistanceCents: 0, travelDurationCents: 500 });
    expect(fare?.adjustments.map(({ kind }) => kind)).toEqual(['addon', 'tip', 'toll']);
    expect(() => finish(atLast, { laborMinutesByStop: [1, 1] })).toThrow('3 stops have 2 entries');
  });

  it('keeps crew and dispatch, but not the position and phone number of the crew', () => {
    const booking = finish(atLast);
    expect(booking).toMatchObject({
      state: 'completed',
      crew: { id: 'crew-1', phoneNumber: null, location: null, etaMs: null },
      dispatch: { state: 'done', routePosition: 2 },
    });
  });
});
