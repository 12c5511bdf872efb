// Sandbox controls: incidents that partners can trigger for their bookings, and how the simulation continues after them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PRICE_BOOK } from '../../src/domain/money/default-price-book.ts';
import { simulatedLaborMinutes } from '../../src/domain/sandbox/simulation-script.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import {
  advanceTo,
  ailments,
  auto,
  bookTwoStops,
  control,
  eventTypes,
  type SandboxServer,
  startSandbox,
  untilBookingHas,
} from '../support/sandbox-server.ts';

const hour = { seconds: 3_600 };

describe('a sandbox booking', () => {
  let sandbox: SandboxServer;
  let partner: ApiClient;
  beforeAll(async () => {
    sandbox = await startSandbox();
    partner = await sandbox.partner();
  });
  afterAll(() => sandbox?.close());

  const advance = (id: string) => control(partner, id, 'advance');
  const skipAnHour = () => partner.post('/sandbox/clock/advance', hour);

  it('can be advanced manually, one step at a time, from created to completed', async () => {
    const { id } = await bookTwoStops(partner, { tip: 500 });
    const seen: string[] = [];
    for (let step = 0; step < 15; step += 1) {
      const { status, body } = await advance(id);
      expect(status).toBe(200);
      seen.push(body.state === 'completed' ? 'completed' : body.dispatch_state);
    }
    const leg = (place: string) => [
      ...Array.from({ length: 4 }, () => `${place}_driving`),
      `${place}_at`,
      `${place}_done`,
    ];
    expect(seen).toEqual([
      'origin_pending',
      ...leg('origin'),
      'destination_pending',
      ...leg('destination'),
      'completed',
    ]);
    const { body, text } = await partner.get(`/bookings/${id}`);
    expect(body).toMatchObject({
      state: 'completed',
      crew: { vehicle_type: 'van' },
      fare: { total: expect.any(Number) },
    });
    expect(body.dispatch.events.filter(({ state }: { state: string }) => state === 'done')).toMatchObject([
      { photo_urls: [expect.any(String)] },
      { photo_urls: [expect.any(String)] },
    ]);
    const positions = Array.from({ length: 3 }, () => 'crew.location_updated');
    const stop = ['booking.stop.departed', ...positions, 'booking.stop.arrived', 'booking.stop.completed'];
    const expected = [
      'booking.created',
      'booking.dispatched',
      ...stop,
      'booking.updated',
      ...stop,
      'booking.completed',
    ];
    expect(await eventTypes(partner, id, expected.length)).toEqual(expected);
    expectProblem(await advance(id), 409, { code: 'booking_not_editable' });
    expect((await partner.get(`/bookings/${id}`)).text).toBe(text);
  });

  it('returns the booking as GET does, and replays the same bytes for a repeated Idempotency-Key without a second step', async () => {
    const { id } = await bookTwoStops(partner);
    const headers = { 'idempotency-key': 'one-step' };
    const first = await partner.post(`/sandbox/bookings/${id}/advance`, undefined, { headers });
    expect((await partner.get(`/bookings/${id}`)).text).toBe(first.text);
    const again = await partner.post(`/sandbox/bookings/${id}/advance`, undefined, { headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expect((await partner.get(`/bookings/${id}`)).text).toBe(first.text);
  });

  it('returns to created when it loses its crew before the first completed stop, and the simulation assigns another one', async () => {
    const { id } = await bookTwoStops(partner, auto);
    const { crew: lost } = await untilBookingHas(partner, id, { state: 'dispatched' });
    const { status, body } = await control(partner, id, 'lose-crew', { reason: 'The truck broke down' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      state: 'created',
      crew: null,
      dispatch: null,
      previous_dispatches: [{ reason: 'The truck broke down' }],
    });
    await skipAnHour();
    const done = await untilBookingHas(partner, id, { state: 'completed' });
    const names = (crew: { members: { first_name: string }[] }) =>
      crew.members.map(({ first_name }) => first_name);
    expect(names(done.crew)).not.toEqual(names(lost));
    expect((await eventTypes(partner, id, 18)).slice(0, 4)).toEqual([
      'booking.created',
      'booking.dispatched',
      'booking.crew_changed',
      'booking.dispatched',
    ]);
  });

  it('gets another crew at the current stop when it loses its crew later', async () => {
    const { id } = await bookTwoStops(partner);
    const before = await advanceTo(partner, id, 'destination_driving');
    const { body } = await control(partner, id, 'lose-crew');
    expect(body).toMatchObject({ state: 'dispatched', dispatch: before.dispatch, previous_dispatches: [] });
    expect(body.crew.members[0].first_name).not.toBe(before.crew.members[0].first_name);
    expect((await advanceTo(partner, id, 'destination_at')).state).toBe('dispatched');
  });

  it('is delayed by the given minutes, and the crew arrives at the delayed ETA', async () => {
    const { id } = await bookTwoStops(partner, auto);
    await untilBookingHas(partner, id, { state: 'dispatched' });
    const { body: driving } = await advance(id);
    expect(driving.dispatch_state).toBe('origin_driving');
    const { status, body: late } = await control(partner, id, 'delay', { minutes: 10 });
    expect(status).toBe(200);
    expect(Date.parse(late.crew.eta) - Date.parse(driving.crew.eta)).toBe(600_000);

    const other = await bookTwoStops(partner, auto);
    await untilBookingHas(partner, other.id, { state: 'dispatched' });
    await partner.post('/sandbox/clock/advance', { seconds: 600 });
    await untilBookingHas(partner, other.id, { dispatch_state: 'destination_driving' });
    expect((await partner.get(`/bookings/${id}`)).body.dispatch_state).toBe('origin_driving');
    expect((await partner.get(`/bookings/${id}`)).body.crew.eta).toBe(late.crew.eta);

    await partner.post('/sandbox/clock/advance', { seconds: 240 });
    const arrived = await untilBookingHas(partner, id, { dispatch_state: 'origin_at' });
    const at = arrived.dispatch.events.at(-1).triggered_at;
    expect(Math.abs(Date.parse(at) - Date.parse(late.crew.eta))).toBeLessThan(60_000);
  });

  it('continues the simulation after a manual step ends a delay', async () => {
    const { id } = await bookTwoStops(partner, auto);
    await untilBookingHas(partner, id, { state: 'dispatched' });
    await advance(id);
    await control(partner, id, 'delay', { minutes: 1_440 });
    await advance(id);
    await skipAnHour();
    await untilBookingHas(partner, id, { state: 'completed' });
  });

  it('can fail at a stop and retry it', async () => {
    const { id } = await bookTwoStops(partner, auto);
    await untilBookingHas(partner, id, { state: 'dispatched' });
    await advanceTo(partner, id, 'origin_at');
    const { status, body } = await control(partner, id, 'fail-stop', { reason: 'Nobody at home' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'dispatched', dispatch_state: 'origin_at' });
    expectProblem(await control(partner, id, 'fail-stop', { reason: 'Again' }), 409, {
      code: 'booking_not_editable',
    });
    await skipAnHour();
    const done = await untilBookingHas(partner, id, { state: 'completed' });
    expect(done.dispatch.events.every(({ outcome = 'done' }) => outcome === 'done')).toBe(true);
    const types = await eventTypes(partner, id, 18);
    expect(types.slice(types.indexOf('booking.stop.failed'))).toEqual(
      expect.arrayContaining(['booking.stop.failed', 'booking.updated', 'booking.stop.completed']),
    );
  });

  it('can fail at a stop and skip it, with the given reason and without a labour charge', async () => {
    const { id } = await bookTwoStops(partner);
    await advanceTo(partner, id, 'destination_at');
    await control(partner, id, 'fail-stop', { reason: 'Nobody at home', decision: 'skip' });
    expect((await advance(id)).body).toMatchObject({ dispatch_state: 'destination_done', fare: null });
    const { body } = await advance(id);
    expect(body).toMatchObject({ state: 'completed', fare: { total: expect.any(Number) } });
    const { events } = body.dispatch;
    expect(events.at(-1)).toMatchObject({ outcome: 'skipped', reason: 'Nobody at home', photo_urls: [] });
    const { van } = DEFAULT_PRICE_BOOK.products;
    if (!van) throw new Error('the default prices have no van');
    const [minutes = 0] = simulatedLaborMinutes(van.labor, [events[0].route_stop_id]);
    expect(body.fare.labor).toBe(minutes * van.structure.perMinuteLaborCents);
  });

  it('can be cancelled by the provider at any time before it ends, without a fee', async () => {
    const { id } = await bookTwoStops(partner, auto);
    await untilBookingHas(partner, id, { state: 'dispatched' });
    await advanceTo(partner, id, 'destination_driving');
    const { status, body } = await control(partner, id, 'cancel', { reason: 'Road closed' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'cancelled',
      fare: null,
      cancellation: { by: 'provider', reason: 'Road closed', fee: 0 },
    });
    expectProblem(await control(partner, id, 'cancel'), 409, { code: 'booking_already_cancelled' });
    expectProblem(await advance(id), 409, { code: 'booking_not_editable' });
    expect((await eventTypes(partner, id, 11)).at(-1)).toBe('booking.cancelled');
  });

  it('can have its payment refused until the first stop is completed', async () => {
    const { id } = await bookTwoStops(partner);
    const { status, body } = await control(partner, id, 'refuse-payment');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'cancelled',
      cancellation: { by: 'system', reason: 'payment_refused', fee: 0 },
    });
    const { id: late } = await bookTwoStops(partner);
    await advanceTo(partner, late, 'destination_pending');
    const refusal = await control(partner, late, 'refuse-payment');
    expectProblem(refusal, 409, { code: 'booking_not_cancellable' });
    expect(refusal.body.message).toContain('first stop');
  });

  it.each([
    ['lose-crew', {}, 'this one is created'],
    ['delay', { minutes: 5 }, 'this one is created'],
    ['fail-stop', { reason: 'x' }, 'this one is created'],
  ])('refuses %s before dispatch, with the reason', async (name, body, why) => {
    const { id } = await bookTwoStops(partner);
    const answer = await control(partner, id, name, body);
    expectProblem(answer, 409, { code: 'booking_not_editable' });
    expect(answer.body.message).toContain(why);
  });

  it.each([
    ['advance', { steps: 2 }, 'unknown_parameter', 'steps'],
    ['lose-crew', { why: 'x' }, 'unknown_parameter', 'why'],
    ['delay', {}, 'missing_parameter', 'minutes'],
    ['delay', { minutes: 0 }, 'invalid_parameter', 'minutes'],
    ['delay', { minutes: 1_441 }, 'invalid_parameter', 'minutes'],
    ['fail-stop', {}, 'missing_parameter', 'reason'],
    ['fail-stop', { reason: 'x', decision: 'forget' }, 'invalid_parameter', 'decision'],
    ['cancel', { reason: 7 }, 'invalid_parameter', 'reason'],
    ['refuse-payment', { reason: 'x' }, 'unknown_parameter', 'reason'],
  ])('refuses %s with the body %j', async (name, body, code, param) => {
    const { id } = await bookTwoStops(partner);
    expectProblem(await control(partner, id, name, body), 400, { code, param });
    expect((await partner.get(`/bookings/${id}`)).body.state).toBe('created');
  });

  it('leaves no violation of an invariant for the doctor', async () => {
    const { share_url } = await bookTwoStops(partner);
    expect(await ailments(sandbox, new URL(share_url).origin, new Date())).toEqual([]);
  });
});
