// Automatic dispatch in a running server: crews accept or do not, and partners cancel or move bookings.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { updateCrewPosition } from '../../src/domain/booking/booking-crew.ts';
import { assignCrewTo } from '../../src/features/dispatch/system/assign-crew.ts';
import { loadCrew } from '../../src/features/dispatch/system/manage-crews.ts';
import { reportCrewPosition } from '../../src/features/dispatch/system/report-position.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock, TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  type DispatchFixture,
  dana,
  dispatchAutomatically,
  openDispatchFixture,
  type TestCrewInput,
} from '../support/dispatch-actions.ts';
import { BookingTransitionDriver } from '../support/transition-bookings.ts';
import { until } from '../support/until.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));

describe('automatic dispatch', () => {
  let test: TestApp;
  let partner: ApiClient;
  let desk: DispatchFixture;
  let mover: BookingTransitionDriver;
  beforeAll(async () => {
    test = await startTestApp({ clock, ids: idsFromClock(clock) });
    await dispatchAutomatically(test);
    const { id: accountId, client } = await test.organization();
    partner = await test.partner({ client });
    desk = openDispatchFixture(test, { clock });
    mover = new BookingTransitionDriver(test, accountId, clock);
    test.app.worker.start();
  });
  afterEach(async () => {
    await queryAsOwner(
      test.connection,
      `update booking set area_slug = 'over'; update crew set retired_at = now() where retired_at is null;
       update vehicle set retired_at = now() where retired_at is null`,
    );
  });
  afterAll(async () => {
    await mover.close();
    await desk.close();
    await test.close();
  });

  const order = (minutes: number) => ({
    stops,
    product: 'van',
    arrival_window_from: new Date(clock.now().getTime() + minutes * 60_000).toISOString(),
  });
  const book = async (minutes: number): Promise<string> => {
    const { status, text, body } = await partner.post('/bookings', order(minutes));
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const crewInTown = async (name: string, wish: TestCrewInput = {}) => {
    const { id } = await desk.crew(name, wish);
    await reportCrewPosition(desk.context, { crewId: id, longitude: -73.985, latitude: 40.748 });
    return id;
  };
  const state = (id: string, wanted: string) =>
    until(
      async () => (await partner.get(`/bookings/${id}`)).body,
      (body) => body.state === wanted,
    );
  const engagement = (bookingId: string, matches: (row: EngagementRow | undefined) => boolean) =>
    until(
      async () =>
        (
          await queryAsOwner<EngagementRow>(
            test.connection,
            'select end_reason, starts_at from crew_engagement where booking_id = $1 order by created_at desc limit 1',
            [bookingId],
          )
        )[0],
      matches,
    );
  const schedule = async () =>
    (
      await partner.post('/schedule', {
        product: 'van',
        origin: stops[0]?.location,
        destination: stops[1]?.location,
      })
    ).body.data;

  it('assigns a crew that accepts automatically, and releases it when the partner cancels', async () => {
    await crewInTown('Auto', { autoAccept: true });
    const id = await book(30);
    const { crew } = await state(id, 'dispatched');
    expect(crew).toMatchObject({
      vehicle_type: 'van',
      members: [{ first_name: 'Ana' }, { first_name: 'Bo' }],
    });
    const other = await book(30);
    expect((await partner.post(`/bookings/${id}/cancel`)).status).toBe(200);
    await engagement(id, (row) => row?.end_reason === 'cancelled');
    await state(other, 'dispatched');
  });

  it('cancels a booking without a fee if no crew accepts it by the end of its window', async () => {
    const id = await book(30);
    clock.advance({ minutes: 91 });
    const { cancellation, crew } = await state(id, 'cancelled');
    expect(cancellation).toMatchObject({ by: 'system', reason: 'no_crew_available', fee: 0 });
    expect(crew).toBeNull();
    // The feed shows an event after the relay has assigned its position, slightly later than the booking shows the change.
    const events = await until(
      async () => (await partner.get(`/events?booking_id=${id}`)).body.data,
      (data) => data.length > 1,
    );
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'booking.created',
      'booking.cancelled',
    ]);
  });

  it('refuses on-demand bookings with 503 without a free crew, and lists the window as unavailable', async () => {
    const [onDemand] = await schedule();
    expect(onDemand).toMatchObject({ ondemand: true, available: false });
    const wish = { stops, product: 'van', arrival_window_id: onDemand.id };
    const refused = await partner.post('/bookings', wish);
    expectProblem(refused, 503, { code: 'crews_busy', param: 'arrival_window_id' });
    expect(refused.headers.get('retry-after')).toBe('60');
    await crewInTown('Pickup', { vehicle: 'pickup_truck', autoAccept: true });
    expectProblem(await partner.post('/bookings', wish), 503, {
      code: 'crews_busy',
      param: 'arrival_window_id',
    });
    await crewInTown('Only', { autoAccept: true });
    expect((await schedule())[0].available).toBe(true);
    const { status, body } = await partner.post('/bookings', wish);
    expect(status).toBe(201);
    // The crew is not free for another booking, whether or not it has accepted yet.
    expectProblem(await partner.post('/bookings', wish), 503, {
      code: 'crews_busy',
      param: 'arrival_window_id',
    });
    await state(body.id, 'dispatched');
    expectProblem(await partner.post('/bookings', wish), 503, {
      code: 'crews_busy',
      param: 'arrival_window_id',
    });
  });

  it('moves the engagement of a crew when the partner moves the window', async () => {
    const crewId = await crewInTown('Flexible');
    const id = await book(60);
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId });
    const { arrival_window_from: from } = order(300);
    expect((await partner.patch(`/bookings/${id}`, { arrival_window_from: from })).status).toBe(200);
    await engagement(id, (row) => (row?.starts_at ?? 0) > new Date(clock.now().getTime() + 4 * 3_600_000));
    const meanwhile = await book(60);
    await assignCrewTo(desk.context, dana, { bookingId: meanwhile, crewId });
    // The crew is engaged at the original time by now: the booking loses it and waits for another crew.
    const { arrival_window_from: back } = order(60);
    await partner.patch(`/bookings/${id}`, { arrival_window_from: back });
    const { previous_dispatches: before } = await state(id, 'created');
    expect(before).toMatchObject([{ reason: 'rescheduled' }]);
    expect((await partner.get(`/bookings/${meanwhile}`)).body.state).toBe('dispatched');
  });

  it('stores the last position of a crew, and ends its engagement on completion', async () => {
    const crewId = await crewInTown('Seen');
    const id = await book(60);
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId });
    const location = { longitude: -73.5, latitude: 40.9 };
    await mover.move(id, (booking, now) => updateCrewPosition(booking, { location, etaMs: null }, now));
    await until(
      () => loadCrew(desk.context, crewId),
      ({ position }) => position?.longitude === -73.5,
    );
    await mover.depart(id);
    await mover.arrive(id);
    await mover.complete(id);
    await mover.depart(id);
    await mover.arrive(id);
    await mover.complete(id);
    await engagement(id, (row) => row?.end_reason === 'completed');
  });
});

interface EngagementRow {
  readonly end_reason: string | null;
  readonly starts_at: Date;
}
