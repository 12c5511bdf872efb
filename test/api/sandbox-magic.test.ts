// Magic values: each makes the sandbox fail with the response that production gives for that failure.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAGIC_LOCATIONS, MAGIC_ORDER_NUMBERS } from '../../src/domain/sandbox/magic-values.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  auto,
  bookTwoStops,
  eventTypes,
  type SandboxServer,
  startSandbox,
  twoStops,
  untilBookingHas,
} from '../support/sandbox-server.ts';

describe('a magic value', () => {
  let sandbox: SandboxServer;
  let partner: ApiClient;
  beforeAll(async () => {
    sandbox = await startSandbox();
    partner = await sandbox.partner();
  });
  afterAll(() => sandbox?.close());

  const window = () => ({ arrival_window_from: new Date(Date.now() + 86_400_000).toISOString() });
  const order = (more: object) => ({ stops: twoStops, product: 'van', ...window(), ...more });
  const bookings = async () => {
    const [row] = await queryAsOwner<{ count: number }>(
      sandbox.connection,
      'select count(*)::int as count from booking',
    );
    return row?.count;
  };

  it.each([
    [MAGIC_LOCATIONS.notFound.value, 422, 'address_not_found'],
    [MAGIC_LOCATIONS.outside.value, 422, 'outside_service_area'],
    [MAGIC_LOCATIONS.unavailable.value, 503, 'service_unavailable'],
  ])('%s as an address returns %i on every operation with a location', async (location, status, code) => {
    const stops = [twoStops[0], { location }];
    const at = { code, param: 'stops[1].location' };
    expectProblem(await partner.post('/quotes', { stops, product: 'van' }), status, at);
    expectProblem(await partner.post('/quotes/batch', { stops }), status, at);
    expectProblem(await partner.post('/bookings', order({ stops })), status, at);
    const ends = { product: 'van', origin: twoStops[0]?.location, destination: location };
    expectProblem(await partner.post('/schedule', ends), status, { code, param: 'destination' });
    const { id } = await bookTwoStops(partner);
    expectProblem(await partner.post(`/bookings/${id}/stops`, { location }), status, {
      code,
      param: 'location',
    });
  });

  it('simulates a window that is taken between listing and booking', async () => {
    const before = await bookings();
    const order_number = MAGIC_ORDER_NUMBERS.windowLost.value;
    const custom = await partner.post('/bookings', order({ order_number }));
    expectProblem(custom, 409, { type: 'invalid_request_error', code: null, param: 'arrival_window_from' });
    const { body: quote } = await partner.post('/quotes', { stops: twoStops, product: 'van' });
    const { body: schedule } = await partner.post('/schedule', { quote_id: quote.id });
    const arrival_window_id = schedule.data.at(-1).id;
    const listed = { quote_id: quote.id, arrival_window_id, order_number };
    expectProblem(await partner.post('/bookings', listed), 409, { code: null, param: 'arrival_window_id' });
    expect(await bookings()).toBe(before);
    expect((await partner.post('/bookings', { ...listed, order_number: 'SO-1' })).status).toBe(201);
  });

  it('simulates that all crews are busy', async () => {
    const answer = await partner.post(
      '/bookings',
      order({ order_number: MAGIC_ORDER_NUMBERS.crewsBusy.value }),
    );
    expectProblem(answer, 503, { type: 'api_error', code: 'crews_busy', param: 'arrival_window_id' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('returns 503 once, then accepts the same request with the same Idempotency-Key', async () => {
    const body = order({ order_number: MAGIC_ORDER_NUMBERS.unavailableOnce.value });
    const send = (key: string) => partner.post('/bookings', body, { headers: { 'idempotency-key': key } });
    const before = (await bookings()) ?? Number.NaN;
    const first = await send('retried');
    expectProblem(first, 503, { code: 'service_unavailable' });
    expect(first.headers.get('retry-after')).toBe('1');
    const second = await send('retried');
    expect(second.status).toBe(201);
    const third = await send('retried');
    expect([third.text, third.headers.get('idempotent-replayed')]).toEqual([second.text, 'true']);
    expect(await bookings()).toBe(before + 1);
    expectProblem(await send('another'), 503, { code: 'service_unavailable' });
  });

  it('returns 503 each time without an Idempotency-Key, and names the header in the message', async () => {
    const body = order({ order_number: MAGIC_ORDER_NUMBERS.unavailableOnce.value });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await partner.post('/bookings', body);
      expectProblem(answer, 503, { code: 'service_unavailable' });
      expect(answer.body.message).toContain('Idempotency-Key');
    }
  });

  it.each([
    ['payment_refused', MAGIC_ORDER_NUMBERS.paymentRefused.value, {}],
    ['payment_refused', MAGIC_ORDER_NUMBERS.paymentRefused.value, auto],
    ['no_crew_available', MAGIC_ORDER_NUMBERS.noCrew.value, {}],
  ])('accepts the booking and then cancels it: %s', async (reason, order_number, more) => {
    const { id, state } = await bookTwoStops(partner, { order_number, ...more });
    expect(state).toBe('created');
    const failed = await untilBookingHas(partner, id, { state: 'cancelled' });
    expect(failed).toMatchObject({ crew: null, fare: null, cancellation: { by: 'system', reason, fee: 0 } });
    expect(await eventTypes(partner, id, 2)).toEqual(['booking.created', 'booking.cancelled']);
  });

  it('is evaluated after validation: an invalid request gets its validation error', async () => {
    const order_number = MAGIC_ORDER_NUMBERS.crewsBusy.value;
    expectProblem(await partner.post('/bookings', order({ order_number, tip: 5 })), 400, {
      code: 'invalid_tip',
      param: 'tip',
    });
    const past = order({ order_number, arrival_window_from: '2020-01-01T00:00:00Z' });
    expectProblem(await partner.post('/bookings', past), 422, {
      code: 'window_in_past',
      param: 'arrival_window_from',
    });
  });
});
