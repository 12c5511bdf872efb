// Moving on from a completed stop: a step of its own, by an operator, by the next departure, or by a due job.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import {
  type BookedVan,
  bookVan,
  eventsOf,
  formCrew,
  go,
  photograph,
  step,
} from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

describe('a booking with a completed stop', () => {
  const clock = new TestClock();
  let test: TestApp;
  let partner: ApiClient;
  let operator: OperatorClient;
  let crewId: string;
  beforeAll(async () => {
    test = await startTestApp({ clock });
    test.app.worker.start();
    partner = await test.partner();
    operator = await OperatorClient.enter(test);
    crewId = (await formCrew(operator)).id;
  });
  afterAll(() => test.close());

  /** Both bookings share one crew. */
  async function dispatched() {
    const booking = await bookVan(partner);
    const answer = await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crewId });
    expect(answer.status, answer.text).toBe(200);
    return booking;
  }

  it('moves on from a completed stop once: by an operator, by the next departure, or by itself after a minute', async () => {
    const legacyStates = async (id: string) => {
      const { body } = await partner.get(`/events?booking_id=${id}&limit=100`);
      return body.data.map(
        ({ data: { booking: seen } }: { data: { booking: { state: string; dispatch_state: string } } }) =>
          seen.state === 'dispatched' ? seen.dispatch_state : seen.state,
      );
    };
    const carryOut = async (booking: BookedVan, position: number) => {
      await go(operator, booking, position, 'depart');
      await go(operator, booking, position, 'arrive');
      await go(operator, booking, position, 'complete', {
        photo_urls: [await photograph(operator, booking.id)],
      });
    };
    const booking = await dispatched();
    expectRefusal(await step(operator, booking, 0, 'move-on'), 409, 'booking_not_editable');
    await carryOut(booking, 0);
    const answers = await Promise.all([1, 2, 3].map(() => go(operator, booking, 0, 'move-on')));
    for (const { body } of answers) expect(body.dispatch_state).toBe('destination_pending');
    await carryOut(booking, 1);
    // Until it is completed, a delivered booking answers like a completed one. Its crew is free.
    const path = `/bookings/${booking.id}`;
    expectRefusal(await operator.post(`${path}/cancel`, { reason: 'Late' }), 409, 'booking_not_cancellable');
    expect((await partner.patch(path, { description: 'x' })).status).toBe(400);
    expect((await partner.patch(path, { order_number: 'SO-7' })).status).toBe(200);
    expect((await partner.post(`${path}/stops`, { location: '1 Main St, Brooklyn, NY 11201' })).status).toBe(
      422,
    );
    const next = await dispatched();
    await carryOut(next, 0);
    await go(operator, next, 1, 'depart');
    await untilFollowersCaughtUp(test.connection);
    expect((await partner.get(path)).body).toMatchObject({ state: 'dispatched', fare: null });
    clock.advance({ seconds: 61 });
    await eventsOf(partner, booking.id, 11);
    expect(await legacyStates(booking.id)).toEqual([
      'created',
      'origin_pending',
      'origin_driving',
      'origin_at',
      'origin_done',
      'destination_pending',
      'destination_driving',
      'destination_at',
      'destination_done',
      'destination_done',
      'completed',
    ]);
    expect((await legacyStates(next.id)).slice(4)).toEqual([
      'origin_done',
      'destination_pending',
      'destination_driving',
    ]);
  });
});
