// Updates of a booking under constraints: the clock was set back, the service area no longer exists, the booking state or
// the parameters do not permit the change.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { updateCrewPosition } from '../../src/domain/booking/booking-crew.ts';
import { DEFAULT_SERVICE_AREA } from '../../src/domain/place/default-service-area.ts';
import { serviceAreasDocument } from '../../src/domain/place/service-area-document.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { BookingTransitionDriver } from '../support/transition-bookings.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const stops = [{ location: manhattan }, { location: '1 Main St, Brooklyn, NY 11201' }];
const start = new Date('2027-03-10T15:30:00Z');
const soon = '2027-03-11T15:00:00Z';
const nowhere = 'asdf';

describe('updates of a booking under constraints', () => {
  let test: TestApp;
  let partner: ApiClient;
  let mover: BookingTransitionDriver;
  const clock = new TestClock(start);
  beforeAll(async () => {
    test = await startTestApp({ clock });
    const { id, client } = await test.organization();
    partner = await test.partner({ client });
    mover = new BookingTransitionDriver(test, id, clock);
  });
  afterEach(() => clock.set(start));
  afterAll(async () => {
    await mover?.close();
    await test?.close();
  });

  const book = async (body: object = {}) =>
    (await partner.post('/bookings', { stops, product: 'van', arrival_window_from: soon, ...body })).body;

  it('dates the cancellation after a refused payment no earlier than the creation', async () => {
    const booking = await book();
    clock.set(new Date('2027-03-10T15:00:00Z'));
    await mover.failUnpaid(booking.id);
    const { body } = await partner.get(`/bookings/${booking.id}`);
    expect(body.cancellation).toMatchObject({ reason: 'payment_refused', at: booking.created_at });
  });

  it('never dates an event earlier than the previous one, even if the clock is set back', async () => {
    const booking = await book();
    const path = `/bookings/${booking.id}`;
    clock.advance({ minutes: 10 });
    await mover.assign(booking.id);
    await mover.depart(booking.id);
    clock.advance({ minutes: 10 });
    const spotted = { location: { longitude: -73.98, latitude: 40.74 }, etaMs: null };
    await mover.move(booking.id, (held, now) => updateCrewPosition(held, spotted, now));
    clock.set(new Date('2027-03-10T15:00:00Z'));
    const edited = (await partner.patch(path, { description: 'A table' })).body;
    expect(edited.updated_at).toBe('2027-03-10T15:50:00.000Z');
    const cancelled = (await partner.post(`${path}/cancel`)).body;
    expect(cancelled.updated_at).toBe('2027-03-10T15:50:00.000Z');
    expect(cancelled.cancellation.at).toBe('2027-03-10T15:50:00.000Z');
    const events = await queryAsOwner<{ type: string; at: string }>(
      test.connection,
      `select type, payload ->> 'timestamp' as at from event where booking_id = $1 order by sequence`,
      [booking.id],
    );
    expect(events.map(({ type, at }) => [type, at.slice(11, 16)])).toEqual([
      ['booking.created', '15:30'],
      ['booking.dispatched', '15:40'],
      ['booking.stop.departed', '15:40'],
      ['crew.location_updated', '15:50'],
      ['booking.updated', '15:50'],
      ['booking.cancelled', '15:50'],
    ]);
    const publicUrl = new URL(booking.share_url).origin;
    const { checks } = await runDoctor(test.system, { publicUrl, now: clock.now() });
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
  });

  it('responds with invalid_request_error if the booking state does not permit the change', async () => {
    const over = await book();
    await partner.post(`/bookings/${over.id}/cancel`);
    const underWay = await book();
    await mover.assign(underWay.id);
    await mover.depart(underWay.id);
    const refused = { type: 'invalid_request_error', code: 'booking_not_editable' };
    for (const [id, change, param] of [
      [over.id, { description: 'late' }, 'description'],
      [over.id, { contacts: [] }, 'contacts'],
      [over.id, { customer: null }, 'customer'],
      [over.id, { photo_urls: [] }, 'photo_urls'],
      [over.id, { addons: [] }, 'addons'],
      [over.id, { arrival_window_from: soon }, 'arrival_window_from'],
      [over.id, { arrival_window_id: over.arrival_window.id }, 'arrival_window_id'],
      [underWay.id, { addons: ['assembly'] }, 'addons'],
      [underWay.id, { origin: manhattan }, 'origin'],
      [underWay.id, { arrival_window_from: soon }, 'arrival_window_from'],
    ] as const)
      expectProblem(await partner.patch(`/bookings/${id}`, change), 400, { ...refused, param });
    const stop = { location: manhattan };
    expectProblem(await partner.post(`/bookings/${over.id}/stops`, stop), 422, refused);
    expectProblem(await partner.delete(`/bookings/${over.id}/stops/0`), 422, refused);
    expectProblem(await partner.patch(`/bookings/${over.id}/stops/0`, { floor: 1 }), 422, refused);
    const move = { from_position: 0, to_position: 1 };
    expectProblem(await partner.patch(`/bookings/${over.id}/stops/reorder`, move), 422, refused);
  });

  it('checks the booking state before it geocodes addresses', async () => {
    const over = await book();
    const path = `/bookings/${over.id}`;
    await partner.post(`${path}/cancel`);
    const refused = { code: 'booking_not_editable' };
    expectProblem(await partner.patch(path, { origin: nowhere }), 400, { ...refused, param: 'origin' });
    expectProblem(await partner.post(`${path}/stops`, { location: nowhere }), 422, refused);
    const full = await book({ stops: Array.from({ length: 7 }, () => stops[0]) });
    expectProblem(await partner.post(`/bookings/${full.id}/stops`, { location: nowhere }), 422, {
      code: 'too_many_stops',
    });
  });

  it.each([
    [{ arrival_window_from: '2027-03-10T10:00:00Z' }, 'window_in_past', 'arrival_window_from'],
    [{ arrival_window_from: '2027-09-10T10:00:00Z' }, 'window_too_far', 'arrival_window_from'],
    [
      { arrival_window_id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' },
      'arrival_window_not_found',
      'arrival_window_id',
    ],
    [{ origin: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' }, 'location_not_found', 'origin'],
    [{ destination: nowhere }, 'address_not_found', 'destination'],
    [{ destination: [-73.9, 10.5] }, 'outside_service_area', 'destination'],
    [{ destination: [-118.25, 34.05] }, 'route_too_long', 'destination'],
    [{ addons: ['gold'] }, 'addon_unavailable', 'addons[0]'],
  ])('refuses the change %j with 400 and invalid_request_error', async (change, code, param) => {
    const { id } = await book();
    expectProblem(await partner.patch(`/bookings/${id}`, change), 400, {
      type: 'invalid_request_error',
      code,
      param,
    });
  });

  it.each([
    [{ arrival_window_from: soon, arrival_window_to: soon }, 'invalid_parameter', 'arrival_window_to'],
    [{ arrival_window_to: soon }, 'missing_parameter', 'arrival_window_from'],
    [{ customer: { name: 'Ana' } }, 'invalid_parameter', 'customer'],
    [
      { contacts: [{ phone_number: '+14155552671', stop_positions: [2] }] },
      'invalid_stop_position',
      'contacts[0].stop_positions[0]',
    ],
    [{ metadata: { long: 'x'.repeat(17_000) } }, 'invalid_parameter', 'metadata'],
    [{ arrival_window_ref: 'origin' }, 'unknown_parameter', 'arrival_window_ref'],
    [{ customer_notifications_enabled: true }, 'unknown_parameter', 'customer_notifications_enabled'],
  ])('refuses the change %j with 400 and validation_error', async (change, code, param) => {
    const { id } = await book();
    expectProblem(await partner.patch(`/bookings/${id}`, change), 400, {
      type: 'validation_error',
      code,
      param,
    });
  });

  it.each([
    [{ tip: 50 }, 'invalid_tip', 'tip'],
    [{ customer: { name: 'Ana' } }, 'invalid_parameter', 'customer'],
    [
      { contacts: [{ phone_number: '+14155552671', stop_positions: [2] }] },
      'invalid_stop_position',
      'contacts[0].stop_positions[0]',
    ],
    [{ metadata: { long: 'x'.repeat(17_000) } }, 'invalid_parameter', 'metadata'],
    [{ arrival_window_from: soon, arrival_window_to: soon }, 'invalid_parameter', 'arrival_window_to'],
  ])('validates %j before it geocodes addresses, in orders and in changes', async (fault, code, param) => {
    const invalid = { type: 'validation_error', code, param };
    const order = { product: 'van', arrival_window_from: soon, ...fault };
    const lost = { stops: [{ location: nowhere }, { location: nowhere }] };
    expectProblem(await partner.post('/bookings', { ...order, ...lost }), 400, invalid);
    const { id } = await book();
    if ('tip' in fault) return;
    expectProblem(await partner.patch(`/bookings/${id}`, { ...fault, origin: nowhere }), 400, invalid);
  });

  it('keeps the current window if it is sent again, even if it can no longer be booked', async () => {
    const order = { product: 'van', origin: manhattan, destination: stops[1]?.location };
    const { data } = (await partner.post('/schedule', order)).body;
    const listed = { arrival_window_from: undefined, arrival_window_id: data[1].id };
    for (const booking of [await book(), await book(listed)]) {
      const path = `/bookings/${booking.id}`;
      const own = { arrival_window_id: booking.arrival_window.id.toUpperCase() };
      expect(await partner.patch(path, own)).toMatchObject({ status: 200, body: booking });
      clock.set(new Date('2027-03-20T15:00:00Z'));
      const late = await partner.patch(path, { ...own, order_number: 'late' });
      expect(late.body).toMatchObject({ arrival_window: booking.arrival_window, order_number: 'late' });
      clock.set(start);
    }
  });

  it('refuses a full window with code null and leaves the booking unchanged', async () => {
    const full = '2027-03-16T15:00:00Z';
    const seeded =
      "insert into capacity_bucket values ('united-states', 'America/New_York', 'van', $1, 1000)";
    await queryAsOwner(test.connection, seeded, [full]);
    const booking = await book();
    const lost = { type: 'invalid_request_error', code: null, param: 'arrival_window_from' };
    const change = { arrival_window_from: full, description: 'moved' };
    expectProblem(await partner.patch(`/bookings/${booking.id}`, change), 400, lost);
    expect((await partner.get(`/bookings/${booking.id}`)).body).toEqual(booking);
  });

  it('responds with 404 for an unknown stop and with 422 for a position that is not an integer, and refuses parameters in the body of DELETE', async () => {
    const { id } = await book();
    const path = `/bookings/${id}/stops`;
    for (const position of ['2', '99', '99999999999999999999', '9'.repeat(400)]) {
      const answer = await partner.delete(`${path}/${position}`);
      expectProblem(answer, 404, { code: 'not_found' });
      expect(answer.body.message).toBe('The booking has no such stop.');
      expect((await partner.patch(`${path}/${position}`, { floor: 1 })).status).toBe(404);
    }
    const notAnInteger = { type: 'validation_error', code: 'invalid_parameter', param: 'position' };
    for (const position of ['-1', '-0', '01', '1.0', 'abc', '1e0', '+1', '0x1', '1%20', '%201', '%00', '١']) {
      const answer = await partner.delete(`${path}/${position}`);
      expectProblem(answer, 422, notAnInteger);
      expect(answer.body.message).toBe('position must be a whole number from 0, such as 0 or 12.');
      expectProblem(await partner.patch(`${path}/${position}`, { floor: 1 }), 422, notAnInteger);
    }
    await partner.post(path, { location: manhattan });
    const unknown = { type: 'validation_error', code: 'unknown_parameter', param: 'position' };
    expectProblem(await partner.call('DELETE', `${path}/1`, { position: 1 }), 422, unknown);
    expect((await partner.call('DELETE', `${path}/1`, [1])).status).toBe(422);
    expect((await partner.call('DELETE', `${path}/1`, {})).status).toBe(200);
  });

  it('applies 64 concurrent changes without losing one', async () => {
    const { id } = await book();
    const path = `/bookings/${id}`;
    const change = (index: number) => {
      if (index % 4 === 0) return partner.patch(path, { metadata: { [`key-${index}`]: index } });
      if (index % 4 === 1)
        return partner.patch(`${path}/stops/reorder`, { from_position: 0, to_position: 1 });
      if (index % 4 === 2) return partner.patch(path, { addons: index % 8 === 2 ? ['assembly'] : [] });
      const hour = 14 + (index % 5);
      return partner.patch(path, { arrival_window_from: `2027-03-12T${hour}:00:00Z` });
    };
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => change(index)));
    expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    const { body } = await partner.get(path);
    expect(Object.keys(body.metadata)).toHaveLength(16);
  });

  describe('in an area that is no longer served', () => {
    const served = async (slug: string) => {
      const { areas } = serviceAreasDocument([{ ...DEFAULT_SERVICE_AREA, slug }]);
      const statement = `begin; delete from service_area;
        insert into service_area values ('${slug}', '${JSON.stringify(areas[0])}', now());
        notify areas_changed; commit`;
      await queryAsOwner(test.connection, statement);
    };
    afterEach(() => served(DEFAULT_SERVICE_AREA.slug));

    it('accepts changes of texts and people, and refuses changes that need the area', async () => {
      const { id } = await book();
      const path = `/bookings/${id}`;
      await served('elsewhere');
      await expect.poll(async () => (await partner.patch(path, { addons: ['assembly'] })).status).toBe(400);
      for (const change of [
        { description: 'A table' },
        { metadata: { cart: 7 } },
        { order_number: 'SO-2' },
        { customer: { name: 'Bo', phone_number: '+14155552672' } },
        { contacts: [{ phone_number: '+14155552673' }] },
        { photo_urls: ['https://example.com/table.jpg'] },
      ])
        expect(await partner.patch(path, change)).toMatchObject({ status: 200, body: change });
      expect((await partner.patch(`${path}/stops/0`, { floor: 4 })).status).toBe(200);
      const gone = { type: 'invalid_request_error', code: 'outside_service_area' };
      const window = { arrival_window_from: '2027-03-12T15:00:00Z' };
      expectProblem(await partner.patch(path, window), 400, { ...gone, param: 'arrival_window_from' });
      expectProblem(await partner.patch(path, { addons: ['assembly'] }), 400, { ...gone, param: 'addons' });
      expect((await partner.post(`${path}/cancel`)).status).toBe(200);
    });
  });
});
