import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  bookVan,
  eventsOf,
  finishStop,
  formCrew,
  go,
  photograph,
  step,
} from '../support/operator-actions.ts';
import { expectRefusal, newOperator, OperatorClient } from '../support/operator-client.ts';
import { blackPng, picture } from '../support/test-photos.ts';

describe('a booking driven by operators', () => {
  const clock = new TestClock();
  let test: TestApp;
  let partner: ApiClient;
  let operator: OperatorClient;
  let operatorId: string;
  let crewId: string;
  beforeAll(async () => {
    test = await startTestApp({ clock });
    test.app.worker.start();
    partner = await test.partner();
    const account = await newOperator(test, 'admin');
    operatorId = account.id;
    operator = await OperatorClient.signIn(test, account);
    crewId = (await formCrew(operator)).id;
  });
  afterAll(() => test.close());

  /** All tests share one crew, which takes one booking at a time. */
  async function dispatched(more: object = {}) {
    const booking = await bookVan(partner, more);
    const answer = await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crewId });
    expect(answer.status, answer.text).toBe(200);
    return booking;
  }
  const cancel = async (id: string) => {
    const answer = await operator.post(`/bookings/${id}/cancel`, { reason: 'The test is over' });
    expect(answer.status, answer.text).toBe(200);
  };

  it('refuses every invalid step and names the current state', async () => {
    const waiting = await bookVan(partner);
    const early = await step(operator, waiting, 0, 'depart');
    expectRefusal(early, 409, 'booking_not_editable');
    expect(early.body.message).toBe('Steps are accepted only for a dispatched booking; this one is created.');
    await operator.post(`/bookings/${waiting.id}/cancel`, { reason: 'Not needed' });

    const booking = await dispatched();
    const photo = await photograph(operator, booking.id);
    const refused = async (position: number, move: string, body: object | undefined, message: string) => {
      const answer = await step(operator, booking, position, move, body);
      expectRefusal(answer, 409, 'booking_not_editable');
      expect(answer.body.message).toBe(message);
    };
    const here = 'The stop must be the current one and';
    await refused(0, 'arrive', {}, `${here} driving; currently stop 0 is pending.`);
    await refused(1, 'depart', {}, `${here} pending; currently stop 0 is pending.`);
    await go(operator, booking, 0, 'depart');
    await refused(0, 'depart', {}, `${here} pending; currently stop 0 is driving.`);
    await refused(0, 'complete', { photo_urls: [photo] }, `${here} at; currently stop 0 is driving.`);
    await go(operator, booking, 0, 'arrive');
    await refused(0, 'retry', undefined, 'The stop has not failed: there is nothing to retry.');
    await go(operator, booking, 0, 'cannot-complete', { reason: 'Nobody opens' });
    await refused(
      0,
      'complete',
      { photo_urls: [photo] },
      'The stop has failed and waits for a decision by an operator.',
    );
    await refused(
      0,
      'cannot-complete',
      { reason: 'Still nobody' },
      'The stop has already failed and waits for a decision by an operator.',
    );
    const unknown = await operator.post(`/bookings/${booking.id}/stops/${waiting.route[0]?.id}/arrive`, {});
    expectRefusal(unknown, 404, 'not_found');
    await cancel(booking.id);
    await refused(
      0,
      'retry',
      undefined,
      'Steps are accepted only for a dispatched booking; this one is cancelled.',
    );
    const again = await operator.post(`/bookings/${booking.id}/cancel`, { reason: 'Twice' });
    expectRefusal(again, 409, 'booking_already_cancelled');
  });

  it('produces exactly the documented events for a stop failure, a retry and a skipped stop', async () => {
    const booking = await dispatched();
    await go(operator, booking, 0, 'depart', {
      eta: new Date(clock.now().getTime() + 600_000).toISOString(),
    });
    await go(operator, booking, 0, 'arrive');
    await go(operator, booking, 0, 'cannot-complete', { reason: 'Nobody opens' });
    await go(operator, booking, 0, 'retry');
    await go(operator, booking, 0, 'cannot-complete', { reason: 'Nobody at all' });
    const { body: skipped } = await go(operator, booking, 0, 'skip', { reason: 'Left with the neighbour' });
    expect(skipped.dispatch_state).toBe('origin_done');
    expect(skipped.dispatch.events.at(-1)).toMatchObject({
      state: 'done',
      outcome: 'skipped',
      reason: 'Left with the neighbour',
      photo_urls: [],
    });
    await operator.post(`/bookings/${booking.id}/cancel`, { reason: 'Road closed', by: 'provider' });
    const received = await eventsOf(partner, booking.id, 9);
    expect(received).toEqual([
      'booking.created',
      'booking.dispatched',
      'booking.stop.departed',
      'booking.stop.arrived',
      'booking.stop.failed',
      'booking.updated',
      'booking.stop.failed',
      'booking.stop.completed',
      'booking.cancelled',
    ]);
    const { body } = await partner.get(`/bookings/${booking.id}`);
    expect(body.cancellation).toMatchObject({ by: 'provider', reason: 'Road closed', fee: 0 });
    const trail = await queryAsOwner<{ actor: string; action: string }>(
      test.connection,
      `select actor_kind || ' ' || actor_id as actor, action from audit_entry
       where subject_id = $1 and actor_kind <> 'client' order by id`,
      [booking.id],
    );
    expect(new Set(trail.map(({ actor }) => actor))).toEqual(new Set([`operator ${operatorId}`]));
    expect(trail.map(({ action }) => action)).toEqual([
      'booking.dispatched',
      'booking.stop.departed',
      'booking.stop.arrived',
      'booking.stop.failed',
      'booking.stop.retried',
      'booking.stop.failed',
      'booking.stop.skipped',
      'booking.cancelled',
    ]);
  });

  it('executes each step once per Idempotency-Key', async () => {
    const booking = await dispatched();
    const key = { 'idempotency-key': 'tap-1' };
    const [one, other] = await Promise.all([
      step(operator, booking, 0, 'depart', {}, key),
      step(operator, booking, 0, 'depart', {}, key),
    ]);
    const later = await step(operator, booking, 0, 'depart', {}, key);
    for (const answer of [one, other, later]) expect(answer.text).toBe(one.text);
    expect([one, other, later].filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(2);
    const different = await step(operator, booking, 0, 'depart', { eta: null }, key);
    expectRefusal(different, 422, 'idempotency_key_reused');
    // Keys are per operator: the same key of another operator is a different key.
    const colleague = await OperatorClient.enter(test, 'dispatcher');
    expectRefusal(await step(colleague, booking, 0, 'depart', {}, key), 409, 'booking_not_editable');
    expect(await eventsOf(partner, booking.id, 3)).toEqual([
      'booking.created',
      'booking.dispatched',
      'booking.stop.departed',
    ]);
    await cancel(booking.id);
  });

  it('keeps the original time of a step that is reported late, and never a time in the future', async () => {
    const booking = await dispatched();
    clock.advance({ minutes: 30 });
    const left = new Date(clock.now().getTime() - 20 * 60_000).toISOString();
    await go(operator, booking, 0, 'depart', { occurred_at: left });
    const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString();
    const { body } = await go(operator, booking, 0, 'arrive', { occurred_at: tomorrow });
    const times = body.dispatch.events.map(({ triggered_at }: { triggered_at: string }) => triggered_at);
    expect(times.slice(1)).toEqual([left, clock.now().toISOString()]);
    await cancel(booking.id);
  });

  it('charges the service time of each stop, the route of its quote and the tip', async () => {
    const booking = await dispatched({ tip: 500 });
    for (const [position, minutes] of [20, 25].entries()) {
      await go(operator, booking, position, 'depart');
      clock.advance({ minutes: 15 });
      await go(operator, booking, position, 'arrive');
      clock.advance({ minutes });
      await finishStop(operator, booking, position);
    }
    const { body } = await operator.get(`/bookings/${booking.id}`);
    const { fare, quote } = body.booking;
    const [low] = quote.fare_estimate;
    const labor = Math.round(45 * quote.fare_structure.per_minute_labor);
    const travel = { travel_distance: low.travel_distance, travel_duration: low.travel_duration };
    const total = low.base + labor + low.travel_distance + low.travel_duration + low.stops + 500;
    expect(fare).toMatchObject({ base: low.base, labor, ...travel, total });
  });

  it('accepts only images, and only its own photos as proof of delivery', async () => {
    const booking = await dispatched();
    const path = `/bookings/${booking.id}/photos`;
    const upload = (raw: Uint8Array, type: string) =>
      operator.post(path, undefined, { raw, headers: { 'content-type': type } });
    expectRefusal(
      await upload(await picture('#fff', 'gif'), 'image/jpeg'),
      400,
      'invalid_parameter',
      'photo',
    );
    expectRefusal(await upload(Buffer.from('no picture'), 'image/png'), 400, 'invalid_parameter', 'photo');
    expectRefusal(await upload(await picture(), 'application/json'), 415, 'unsupported_media_type');
    expectRefusal(await upload(Buffer.alloc(16 * 1024 ** 2 + 1), 'image/jpeg'), 413, 'body_too_large');
    const refused = await upload(blackPng(5_001, 5_000), 'image/png');
    expectRefusal(refused, 400, 'invalid_parameter', 'photo');
    expect(refused.body.message).toContain('at most 25 megapixels; it has 5001 x 5000 pixels');
    expect((await upload(await picture('#000', 'webp'), 'image/webp')).status).toBe(201);
    const { status } = await operator.post('/bookings/nowhere/photos', undefined, {
      raw: await picture(),
      headers: { 'content-type': 'image/jpeg' },
    });
    expect(status).toBe(404);

    await go(operator, booking, 0, 'depart');
    await go(operator, booking, 0, 'arrive');
    const other = await bookVan(partner);
    const foreign = await photograph(operator, other.id);
    const own = await photograph(operator, booking.id);
    const complete = (photo_urls: string[]) => step(operator, booking, 0, 'complete', { photo_urls });
    expectRefusal(await complete([]), 400, 'invalid_parameter', 'photo_urls');
    expectRefusal(await complete([own, foreign]), 400, 'invalid_parameter', 'photo_urls[1]');
    expectRefusal(
      await complete(['https://photos.example/1.jpg']),
      400,
      'invalid_parameter',
      'photo_urls[0]',
    );
    expect((await complete([own])).status).toBe(200);
    await cancel(booking.id);
    await operator.post(`/bookings/${other.id}/cancel`, { reason: 'The test is over' });
  });

  it('updates the position of the crew at most every ten seconds, as an opt-in event', async () => {
    const booking = await dispatched();
    const at = (longitude: number) =>
      operator.post(`/bookings/${booking.id}/position`, {
        location: [longitude, 40.7],
        eta: new Date(clock.now().getTime() + 60_000).toISOString(),
      });
    const first = await at(-73.9);
    expect(first.body.crew.location).toEqual([-73.9, 40.7]);
    expect((await at(-73.8)).text).toBe(first.text);
    clock.advance({ seconds: 11 });
    expect((await at(-73.7)).body.crew.location).toEqual([-73.7, 40.7]);
    const received = await eventsOf(partner, booking.id, 4);
    expect(received.slice(2)).toEqual(['crew.location_updated', 'crew.location_updated']);
    expect((await operator.get(`/crews/${crewId}`)).body.location).toEqual([-73.7, 40.7]);
    const outside = await operator.post(`/bookings/${booking.id}/position`, { location: [-200, 40] });
    expectRefusal(outside, 400, 'invalid_parameter', 'location[0]');
    const never = { location: [-73.7, 40.7], eta: '0000-01-01T00:00:00Z' };
    const absurd = await operator.post(`/bookings/${booking.id}/position`, never);
    expectRefusal(absurd, 400, 'invalid_parameter', 'eta');
    await cancel(booking.id);
  });

  it('has an ETA from the position of the crew, unless one is reported', async () => {
    const booking = await dispatched();
    const path = `/bookings/${booking.id}/position`;
    const waiting = (await operator.post(path, { location: [-73.9, 40.7] })).body;
    expect(waiting.crew.eta).toBeNull();
    const location = waiting.route[0].location.coordinates;
    await go(operator, booking, 0, 'depart');
    clock.advance({ seconds: 11 });
    // The stop is known by its ZIP code, so that some minutes remain at its centre.
    const etaMs = Date.parse((await operator.post(path, { location })).body.crew.eta);
    expect((etaMs - clock.now().getTime()) / 60_000).toBe(4);
    clock.advance({ seconds: 11 });
    expect((await operator.post(path, { location, eta: null })).body.crew.eta).toBeNull();
    await cancel(booking.id);
  });

  it('returns to created with the same id when it loses its crew, and is completed by another crew', async () => {
    const booking = await dispatched();
    await go(operator, booking, 0, 'depart');
    const lost = await operator.post(`/bookings/${booking.id}/lose-crew`, { reason: 'Flat tyre' });
    expect(lost.body).toMatchObject({
      id: booking.id,
      hid: booking.hid,
      state: 'created',
      crew: null,
      dispatch: null,
    });
    expect(lost.body.previous_dispatches).toEqual([
      expect.objectContaining({ reason: 'Flat tyre', state: 'driving' }),
    ]);
    expectRefusal(await operator.post(`/bookings/${booking.id}/lose-crew`, {}), 409, 'booking_not_editable');
    const other = await formCrew(operator);
    const path = `/bookings/${booking.id}`;
    const unassigned = await operator.get(`/bookings?unassigned=true&hid=${booking.hid}`);
    expect(unassigned.body.data).toHaveLength(1);
    expect((await operator.post(`${path}/assign`, { crew_id: other.id })).body.id).toBe(booking.id);
    await go(operator, booking, 0, 'depart');
    await go(operator, booking, 0, 'arrive');
    await go(operator, booking, 0, 'complete', { photo_urls: [await photograph(operator, booking.id)] });
    const late = await operator.post(`${path}/lose-crew`, {});
    expectRefusal(late, 409, 'booking_not_editable');
    expect(late.body.message).toBe('The first stop is done: the crew can be replaced, but not removed.');
    const replaced = await operator.post(`${path}/reassign`, { crew_id: crewId, reason: 'End of shift' });
    expect(replaced.body.dispatch).toMatchObject({ state: 'done', route_position: 0 });
    for (const move of ['depart', 'arrive']) await go(operator, booking, 1, move);
    const done = await finishStop(operator, booking, 1);
    expect(done.body).toMatchObject({ id: booking.id, state: 'completed' });
    expect(await eventsOf(partner, booking.id, 14)).toEqual([
      'booking.created',
      'booking.dispatched',
      'booking.stop.departed',
      'booking.crew_changed',
      'booking.dispatched',
      'booking.stop.departed',
      'booking.stop.arrived',
      'booking.stop.completed',
      'booking.crew_changed',
      'booking.updated',
      'booking.stop.departed',
      'booking.stop.arrived',
      'booking.stop.completed',
      'booking.completed',
    ]);
  });

  it('cannot be assigned to a busy crew or an unknown crew', async () => {
    const [first, second] = [await dispatched(), await bookVan(partner)];
    const busy = await operator.post(`/bookings/${second.id}/assign`, { crew_id: crewId });
    expectRefusal(busy, 409, 'crew_unavailable', 'crew_id');
    const { body } = await operator.get(`/bookings/${second.id}/crews`);
    const choice = body.data.find(({ crew }: { crew: { id: string } }) => crew.id === crewId);
    expect(choice).toMatchObject({ fits: false, reasons: expect.arrayContaining(['shift']) });
    const unknownCrew = await operator.post(`/bookings/${second.id}/assign`, { crew_id: first.id });
    expectRefusal(unknownCrew, 400, 'invalid_parameter', 'crew_id');
    for (const { id } of [first, second]) await operator.post(`/bookings/${id}/cancel`, { reason: 'Over' });
  });

  it('has exclusive use of its crew from departure on, however early that is', async () => {
    const inMinutes = (minutes: number) => ({
      arrival_window_from: new Date(clock.now().getTime() + minutes * 60_000).toISOString(),
    });
    const [tomorrow, soon, late] = [
      await dispatched(inMinutes(26 * 60)),
      await bookVan(partner, inMinutes(5)),
      await bookVan(partner, inMinutes(180)),
    ];
    await go(operator, tomorrow, 0, 'depart');
    const busy = await operator.post(`/bookings/${soon.id}/assign`, { crew_id: crewId });
    expectRefusal(busy, 409, 'crew_unavailable', 'crew_id');
    // The first booking is done by then.
    expect((await operator.post(`/bookings/${late.id}/assign`, { crew_id: crewId })).status).toBe(200);
    const twice = await step(operator, late, 0, 'depart');
    expectRefusal(twice, 409, 'crew_unavailable');
    expect(twice.body.message).toContain(`under way for booking ${tomorrow.hid}`);
    await go(operator, tomorrow, 0, 'arrive');
    await go(operator, tomorrow, 0, 'skip', { reason: 'Nothing to fetch' });
    const second = await formCrew(operator);
    const handed = await operator.post(`/bookings/${tomorrow.id}/reassign`, { crew_id: second.id });
    expect(handed.body.dispatch).toMatchObject({ state: 'done', route_position: 0 });
    const alsoBusy = await operator.post(`/bookings/${soon.id}/assign`, { crew_id: second.id });
    expectRefusal(alsoBusy, 409, 'crew_unavailable', 'crew_id');
    for (const { id } of [tomorrow, soon, late]) await cancel(id);
  });

  it('can depart early without overlapping the next job', async () => {
    const from = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    const [tomorrow, next] = [
      await dispatched({ arrival_window_from: from(26 * 60) }),
      await dispatched({ arrival_window_from: from(40) }),
    ];
    await go(operator, tomorrow, 0, 'depart');
    const doctor = await runDoctor(test.system, {
      publicUrl: new URL(tomorrow.share_url).origin,
      now: clock.now(),
    });
    expect(doctor).toMatchObject({ clean: true });
    for (const { id } of [tomorrow, next]) await cancel(id);
  });

  it('is cancelled with the fee of the policy only if the operator requests it', async () => {
    const booking = await bookVan(partner);
    const path = `/bookings/${booking.id}/cancel`;
    const wrong = await operator.post(path, { reason: 'x', by: 'provider', charge_fee: true });
    expectRefusal(wrong, 400, 'invalid_parameter', 'charge_fee');
    expectRefusal(await operator.post(path, {}), 400, 'missing_parameter', 'reason');
    const { body } = await operator.post(path, { reason: 'Storm' });
    expect(body.cancellation).toMatchObject({ by: 'operator', reason: 'Storm', fee: 0 });
  });

  it('leaves no violation of an invariant for the doctor', async () => {
    const publicUrl = new URL((await bookVan(partner)).share_url).origin;
    expect(await runDoctor(test.system, { publicUrl, now: clock.now() })).toMatchObject({ clean: true });
  });
});
