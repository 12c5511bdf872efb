// Updates of bookings: fields, stops and cancellation, and the events they write.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';
const queens = '30-30 47th Ave, Long Island City, NY 11101';
const stops = [{ location: manhattan }, { location: brooklyn }];
const soon = '2027-03-11T15:00:00Z';

interface Stop {
  id: string;
  position: number;
  instructions: string | null;
}
interface Payload {
  type: string;
  sequence: number;
  data: { booking: unknown; changed: string[] };
}

describe('updates of a booking', () => {
  let test: TestApp;
  let partner: ApiClient;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    test = await startTestApp({ clock });
    partner = await test.partner();
  });
  afterAll(() => test.close());

  const book = (body: object = {}, client = partner) =>
    client.post('/bookings', { stops, product: 'van', arrival_window_from: soon, ...body });

  it('changes texts, metadata, window, destination and add-ons, and keeps the contacts', async () => {
    const { body: before } = await book({
      metadata: { a: 1, b: 2 },
      contacts: [{ phone_number: '+14155552671', stop_positions: [1] }],
    });
    const { status, body } = await partner.patch(`/bookings/${before.id}`, {
      metadata: { b: null, c: 3 },
      description: 'now a table',
      order_number: null,
      destination: queens,
      arrival_window_from: '2027-03-12T15:00:00Z',
      addons: ['assembly'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      metadata: { a: 1, c: 3 },
      description: 'now a table',
      destination: { address: { postal_code: '11101' } },
      arrival_window: { start_at: '2027-03-12T15:00:00.000Z', end_at: '2027-03-12T16:00:00.000Z' },
      contacts: [
        {
          notification_scope: 'selected',
          stop_positions: [1],
          stops: [{ id: before.route[1].id, position: 1 }],
        },
      ],
      quote: { addons: [{ slug: 'assembly' }] },
    });
    expect(body.quote.id).not.toBe(before.quote.id);
    expect(body.route[1].id).toBe(before.route[1].id);
    expect((await partner.get(`/quotes/${before.quote.id}`)).status).toBe(200);
    expectProblem(await partner.patch(`/bookings/${before.id}`, { tip: 500 }), 400, {
      code: 'unknown_parameter',
      param: 'tip',
    });
    expectProblem(await partner.patch(`/bookings/${before.id}`, { destination: 'asdf' }), 400, {
      code: 'address_not_found',
      param: 'destination',
    });
  });

  it('adds, removes and reorders stops, and keeps contacts attached to their stops', async () => {
    const { body: booking } = await book({
      contacts: [{ phone_number: '+14155552671', stop_positions: [1] }],
    });
    const path = `/bookings/${booking.id}/stops`;
    const added = await partner.post(path, { location: queens, instructions: 'Ring twice' });
    expect(added.status).toBe(201);
    expect(added.body.route.map(({ position, instructions }: Stop) => [position, instructions])).toEqual([
      [0, null],
      [1, 'Ring twice'],
      [2, null],
    ]);
    expect(added.body.contacts[0].stop_positions).toEqual([2]);
    expect(added.body.quote.fare_estimate[0].total).toBeGreaterThan(booking.quote.fare_estimate[0].total);
    const moved = await partner.patch(`${path}/reorder`, { from_position: 2, to_position: 1 });
    expect(moved.body.route.map(({ id }: Stop) => id)).toEqual(
      [0, 2, 1].map((index) => added.body.route[index].id),
    );
    expect(moved.body.contacts[0].stop_positions).toEqual([1]);
    const edited = await partner.patch(`${path}/2`, { floor: 3, elevator: true });
    expect(edited.body.route[2]).toMatchObject({ floor: 3, elevator: true, instructions: 'Ring twice' });
    const removed = await partner.delete(`${path}/1`);
    expect(removed.status).toBe(200);
    expect(removed.body.contacts).toEqual([]);
    expectProblem(await partner.delete(`${path}/0`), 422, { code: 'too_few_stops' });
    expectProblem(await partner.delete(`${path}/last`), 422, {
      param: 'position',
      code: 'invalid_parameter',
    });
    expect((await partner.delete(`${path}/9`)).status).toBe(404);
    expectProblem(await partner.patch(`${path}/reorder`, { from_position: 0, to_position: 5 }), 422, {
      code: 'invalid_parameter',
      param: 'to_position',
    });
    expectProblem(await partner.post(path, {}), 422, { code: 'missing_parameter', param: 'location' });
  });

  it('cancels once with a reason, after which only references can change', async () => {
    const { body: booking } = await book();
    expect((await partner.get(`/bookings/${booking.id}/cancellation`)).body).toEqual({
      cancellable: true,
      fee: 0,
      fee_holds_until: null,
      code: null,
    });
    const cancelled = await partner.post(`/bookings/${booking.id}/cancel`, { cancel_reason: 'im_not_ready' });
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({
      state: 'cancelled',
      fare: null,
      cancellation: { by: 'partner', reason: 'im_not_ready', fee: 0 },
    });
    expectProblem(await partner.post(`/bookings/${booking.id}/cancel`), 409, {
      code: 'booking_already_cancelled',
    });
    expect((await partner.patch(`/bookings/${booking.id}`, { order_number: 'late' })).status).toBe(200);
    expectProblem(await partner.patch(`/bookings/${booking.id}`, { description: 'late' }), 400, {
      code: 'booking_not_editable',
      param: 'description',
    });
  });

  it('writes one numbered event per change to the outbox, with the booking at that time', async () => {
    const { body: booking } = await book();
    const { body: patched } = await partner.patch(`/bookings/${booking.id}`, { description: 'x' });
    await partner.patch(`/bookings/${booking.id}`, { description: 'x' });
    const { body: cancelled } = await partner.post(`/bookings/${booking.id}/cancel`);
    const events = await queryAsOwner<{ payload: Payload }>(
      test.connection,
      'select payload from event where booking_id = $1 order by sequence',
      [booking.id],
    );
    expect(events.map(({ payload }) => [payload.type, payload.sequence])).toEqual([
      ['booking.created', 1],
      ['booking.updated', 2],
      ['booking.cancelled', 3],
    ]);
    expect(events.map(({ payload }) => payload.data.booking)).toEqual([booking, patched, cancelled]);
    expect(events[1]?.payload.data.changed).toEqual(['description']);
    const audit = await queryAsOwner<{ action: string }>(
      test.connection,
      'select action from audit_entry where subject_id = $1 order by at, id',
      [booking.id],
    );
    expect(audit.map(({ action }) => action)).toEqual([
      'booking.created',
      'booking.updated',
      'booking.cancelled',
    ]);
  });
});
