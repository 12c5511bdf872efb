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

describe('bookings', () => {
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

  it('are read as they are at that moment, by their own account only, however often they were read before', async () => {
    const { body: booking } = await book();
    const stranger = await test.partner();
    const read = async () => (await partner.get(`/bookings/${booking.id}`)).body;
    for (let again = 0; again < 3; again += 1) expect(await read()).toEqual(booking);
    expect((await stranger.get(`/bookings/${booking.id}`)).status).toBe(404);
    // By another process: this one hears nothing of it.
    const told = { ...booking, description: 'Told anew, with an ü' };
    await queryAsOwner(test.connection, 'update booking set wire = $2 where id = $1', [
      booking.id,
      JSON.stringify(told),
    ]);
    for (let again = 0; again < 2; again += 1) expect(await read()).toEqual(told);
    expect((await stranger.get(`/bookings/${booking.id}`)).status).toBe(404);
    await queryAsOwner(test.connection, 'update booking set wire = $2 where id = $1', [
      booking.id,
      JSON.stringify(booking),
    ]);
    expect(await read()).toEqual(booking);
  });

  it('are created from a route and a window of the partner’s choosing', async () => {
    const { status, body } = await book({
      description: 'A sofa',
      order_number: 'SO-1',
      tip: 500,
      customer: { name: 'Ana', phone_number: '+14155552671' },
      metadata: { cart: 'c1' },
      photo_urls: ['https://example.com/sofa.jpg'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'created',
      dispatch_state: 'origin_pending',
      product: 'van',
      tip: 500,
      description: 'A sofa',
      order_number: 'SO-1',
      customer: { name: 'Ana', phone_number: '+14155552671' },
      contacts: [{ phone_number: '+14155552671', notification_scope: 'all', stop_positions: [], stops: [] }],
      crew: null,
      dispatch: null,
      fare: null,
      metadata: { cart: 'c1' },
      customer_notifications_enabled: true,
      arrival_window_ref: 'origin',
      arrival_window: {
        available: true,
        ondemand: false,
        start_at: '2027-03-11T15:00:00.000Z',
        end_at: '2027-03-11T16:00:00.000Z',
      },
    });
    expect(body.hid).toMatch(/^[0-9BCDFGHJKMNPQRSTVWXYZ]{8}$/);
    expect((await partner.get(`/bookings/${body.id}`)).body).toEqual(body);
  });

  it('are created from a quote and a window of the schedule, once', async () => {
    const quote = (await partner.post('/quotes', { stops, product: 'box' })).body;
    const { data } = (await partner.post('/schedule', { quote_id: quote.id })).body;
    const order = { quote_id: quote.id, arrival_window_id: data[3].id, stops: 'ignored', product: 7 };
    const { status, body } = await partner.post('/bookings', order);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      product: 'box',
      quote: { id: quote.id },
      arrival_window: { id: data[3].id },
      route: quote.route,
    });
    expectProblem(await partner.post('/bookings', order), 409, {
      code: 'quote_already_used',
      param: 'quote_id',
    });
    expectProblem(await partner.post('/bookings', { ...order, addons: [] }), 400, {
      code: 'addons_with_quote',
      param: 'addons',
    });
  });

  it('can be on demand, and follow the dropoff’s window', async () => {
    const { data } = (
      await partner.post('/schedule', {
        product: 'van',
        origin: manhattan,
        destination: brooklyn,
        ref: 'destination',
      })
    ).body;
    const { status, body } = await partner.post('/bookings', {
      stops,
      product: 'van',
      arrival_window_id: data[0].id,
      arrival_window_ref: 'destination',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      arrival_window: { ondemand: true, start_at: null },
      arrival_window_ref: 'destination',
    });
  });

  it.each([
    [{ arrival_window_from: undefined }, 400, 'missing_parameter', 'arrival_window_id'],
    [
      { arrival_window_id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' },
      400,
      'mutually_exclusive_parameters',
      'arrival_window_from',
    ],
    [
      { arrival_window_from: undefined, arrival_window_to: soon },
      400,
      'missing_parameter',
      'arrival_window_from',
    ],
    [
      { arrival_window_from: undefined, arrival_window_id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' },
      422,
      'arrival_window_not_found',
      'arrival_window_id',
    ],
    [{ arrival_window_from: '2027-03-10T15:00:00Z' }, 422, 'window_in_past', 'arrival_window_from'],
    [{ arrival_window_from: '2027-06-10T15:00:00Z' }, 422, 'window_too_far', 'arrival_window_from'],
    [{ arrival_window_to: '2027-03-11T14:00:00Z' }, 400, 'invalid_parameter', 'arrival_window_to'],
    [{ tip: 50 }, 400, 'invalid_tip', 'tip'],
    [{ tip: -1 }, 400, 'invalid_parameter', 'tip'],
    [{ customer: { name: 'Ana' } }, 400, 'invalid_parameter', 'customer'],
    [{ customer: { phone_number: '415-555' } }, 400, 'invalid_parameter', 'customer.phone_number'],
    [
      { contacts: [{ phone_number: '+14155552671', stop_positions: [2] }] },
      400,
      'invalid_stop_position',
      'contacts[0].stop_positions[0]',
    ],
    [{ contacts: [{ name: 'Ana' }] }, 400, 'missing_parameter', 'contacts[0].phone_number'],
    [{ test_specifications: 5 }, 422, 'sandbox_only', 'test_specifications'],
    [{ quote_id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' }, 422, 'quote_not_found', 'quote_id'],
    [{ photo_urls: ['javascript:alert(1)'] }, 400, 'invalid_parameter', 'photo_urls[0]'],
    [{ product: undefined }, 400, 'missing_parameter', 'product'],
    [{ addons: ['gold'] }, 422, 'addon_unavailable', 'addons[0]'],
  ])('refuse %j', async (change, status, code, param) => {
    expectProblem(await book(change), status, { code, param });
  });

  it('take the last place of a window once, and say so without a code', async () => {
    const window = '2027-03-15T15:00:00Z';
    const seeded =
      "insert into capacity_bucket values ('united-states', 'America/New_York', 'lite', $1, 999)";
    await queryAsOwner(test.connection, seeded, [window]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => book({ product: 'lite', arrival_window_from: window })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectProblem(answer, 409, { type: 'invalid_request_error', code: null, param: 'arrival_window_from' });
    }
    const winner = answers.find(({ status }) => status === 201);
    expect((await partner.post(`/bookings/${winner?.body.id}/cancel`)).status).toBe(200);
    expect((await book({ product: 'lite', arrival_window_from: window })).status).toBe(201);
  });

  it('are listed newest first, page by page in both directions', async () => {
    const client = await test.partner();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      clock.advance({ seconds: 1 });
      ids.unshift((await book({ order_number: `N${count}` }, client)).body.id);
    }
    const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
    const seen: string[] = [];
    let page = (await client.get('/bookings?limit=2')).body;
    expect(page.previous).toBeNull();
    for (;;) {
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      if (page.next === null) break;
      page = (await client.get(local(page.next))).body;
    }
    expect(seen).toEqual(ids);
    const back: string[] = [];
    for (;;) {
      back.unshift(...page.data.map(({ id }: { id: string }) => id));
      if (page.previous === null) break;
      page = (await client.get(local(page.previous))).body;
    }
    expect(back).toEqual(ids);
    await client.post(`/bookings/${ids[2]}/cancel`, { cancel_reason: 'other' });
    const cancelled = (await client.get('/bookings?state=cancelled,completed')).body.data;
    expect(cancelled.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
    expect((await client.get('/bookings?order_number=N0')).body.data).toHaveLength(1);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=%2B5', 'limit'],
    ['order_number=%00', 'order_number'],
    ['hid=%00', 'hid'],
    ['created_from=2027-06-30T23:59:60Z', 'created_from'],
    ['state=lost', 'state'],
    ['after=abc', 'after'],
    ['after=a.b&before=c.d', 'before'],
    ['colour=red', 'colour'],
  ])('refuse the list query %s', async (query, param) => {
    const { status, body } = await partner.get(`/bookings?${query}`);
    expect(status).toBe(400);
    expect(body.param).toBe(param);
  });

  it('are changed: texts, customer, contacts, metadata, window, route and add-ons', async () => {
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

  it('gain, lose and reorder stops, and their contacts follow', async () => {
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
    expect((await partner.delete(`${path}/9`)).status).toBe(404);
    expectProblem(await partner.patch(`${path}/reorder`, { from_position: 0, to_position: 5 }), 422, {
      code: 'invalid_parameter',
      param: 'to_position',
    });
    expectProblem(await partner.post(path, {}), 422, { code: 'missing_parameter', param: 'location' });
  });

  it('are cancelled once, with a reason, and then only references can change', async () => {
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

  it('tell every change in the outbox, numbered, with the booking as it was then', async () => {
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

  it('of another account do not exist', async () => {
    const { body: booking } = await book();
    const stranger = await test.partner();
    const unknown = await stranger.get('/bookings/7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11');
    expect(unknown.status).toBe(404);
    const stop = { location: queens };
    const tries = [
      stranger.get(`/bookings/${booking.id}`),
      stranger.get('/bookings/nonsense'),
      stranger.patch(`/bookings/${booking.id}`, { description: 'mine' }),
      stranger.post(`/bookings/${booking.id}/cancel`),
      stranger.get(`/bookings/${booking.id}/cancellation`),
      stranger.post(`/bookings/${booking.id}/stops`, stop),
      stranger.delete(`/bookings/${booking.id}/stops/0`),
      stranger.patch(`/bookings/${booking.id}/stops/reorder`, { from_position: 0, to_position: 1 }),
      stranger.patch(`/bookings/${booking.id}/stops/0`, { floor: 1 }),
    ];
    for (const answer of await Promise.all(tries))
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    expect((await stranger.get('/bookings')).body.data).toEqual([]);
    expect((await partner.get(`/bookings/${booking.id}`)).body).toEqual(booking);
  });
});
