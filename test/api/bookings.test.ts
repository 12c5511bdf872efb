// Bookings: creation from routes and quotes, retrieval, and refused orders.
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

  it('are returned in their current state to their own account only, even if they are cached', async () => {
    const { body: booking } = await book();
    const stranger = await test.partner();
    const read = async () => (await partner.get(`/bookings/${booking.id}`)).body;
    for (let again = 0; again < 3; again += 1) expect(await read()).toEqual(booking);
    expect((await stranger.get(`/bookings/${booking.id}`)).status).toBe(404);
    // Simulates a write by another process that does not notify this one.
    const rewritten = { ...booking, description: 'Written elsewhere, with an ü' };
    await queryAsOwner(test.connection, 'update booking set wire = $2 where id = $1', [
      booking.id,
      JSON.stringify(rewritten),
    ]);
    for (let again = 0; again < 2; again += 1) expect(await read()).toEqual(rewritten);
    expect((await stranger.get(`/bookings/${booking.id}`)).status).toBe(404);
    await queryAsOwner(test.connection, 'update booking set wire = $2 where id = $1', [
      booking.id,
      JSON.stringify(booking),
    ]);
    expect(await read()).toEqual(booking);
  });

  it('are created from a route and a custom window', async () => {
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

  it('are created once from a quote and a listed window', async () => {
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

  it('can be on demand, with the destination as the reference stop', async () => {
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
    [{ product: undefined }, 400, 'missing_parameter', 'product'],
    [{ addons: ['gold'] }, 422, 'addon_unavailable', 'addons[0]'],
  ])('are refused with %j', async (change, status, code, param) => {
    expectProblem(await book(change), status, { code, param });
  });

  it('take the last capacity of a window once; the others are refused with code null', async () => {
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

  it('are not found for another account', async () => {
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
