// Offers that a dispatcher makes: to one or several crews, until one accepts or the time is over.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCrew } from '../../src/features/dispatch/system/manage-crews.ts';
import { runDispatchRound } from '../../src/features/dispatch/system/run-dispatch-round.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { CrewPhone } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  type DispatchFixture,
  dispatchAutomatically,
  openDispatchFixture,
  type TestCrewInput,
} from '../support/dispatch-actions.ts';
import { bookVan } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';

const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));

describe('an offer that a dispatcher makes', () => {
  let test: TestApp;
  let partner: ApiClient;
  let operator: OperatorClient;
  let desk: DispatchFixture;
  beforeAll(async () => {
    test = await startTestApp({ clock });
    partner = await test.partner();
    operator = await OperatorClient.enter(test, 'dispatcher');
    desk = openDispatchFixture(test, { clock });
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  const book = () =>
    bookVan(partner, { arrival_window_from: new Date(clock.now().getTime() + 3_600_000).toISOString() });
  /** A crew of its own, and the phone of its lead. */
  const crewWithPhone = async (name: string, wish?: TestCrewInput) => {
    const { id } = await desk.crew(name, wish);
    const [lead] = (await loadCrew(desk.context, id)).members;
    return { id, name, phone: await CrewPhone.enter(operator, lead?.id ?? '') };
  };
  const offer = (bookingId: string, crewIds: readonly string[], more: object = {}) =>
    operator.post(`/bookings/${bookingId}/offers`, { crew_ids: crewIds, ...more });
  const shownTo = async ({ phone }: { readonly phone: CrewPhone }) => (await phone.get('/day')).body.offers;
  const states = async (bookingId: string) =>
    (await operator.get(`/offers?booking_id=${bookingId}`)).body.data
      .map(({ crew_name, state }: { crew_name: string; state: string }) => `${crew_name} ${state}`)
      .sort();

  it('reaches every chosen crew and no other, and is on the board, in search, on the map and in exceptions', async () => {
    const [west, east, other] = [
      await crewWithPhone('West 1'),
      await crewWithPhone('East 1'),
      await crewWithPhone('Other 1'),
    ];
    const booking = await book();
    const { status, body } = await offer(booking.id, [west.id, east.id], { open_minutes: 10 });
    expect(status).toBe(201);
    const expires_at = new Date(clock.now().getTime() + 600_000).toISOString();
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({ state: 'open', booking_hid: booking.hid, plan: null, expires_at });
    for (const crew of [west, east])
      expect(await shownTo(crew)).toMatchObject([{ code: booking.hid, state: 'open', expires_at }]);
    expect(await shownTo(other)).toEqual([]);

    const open = {
      crews: [
        { id: east.id, name: 'East 1' },
        { id: west.id, name: 'West 1' },
      ],
      expires_at,
    };
    const seen = async () => [
      (await operator.get('/board?day=2027-03-10')).body.bookings.find(
        ({ id }: { id: string }) => id === booking.id,
      ).offer,
      (await operator.get(`/bookings/${booking.id}`)).body.offer,
      (await operator.get(`/search?q=${booking.hid}`)).body.data[0].offer,
      (await operator.get('/map')).body.unassigned.find(({ id }: { id: string }) => id === booking.id).offer,
      (await operator.get('/exceptions')).body.data.find(
        (each: { booking: { id: string } | null }) => each.booking?.id === booking.id,
      ).booking.offer,
    ];
    expect(await seen()).toEqual([open, open, open, open, open]);
    clock.advance({ minutes: 10 });
    // Exceptions are cached for a second.
    await expect.poll(seen, { timeout: 5_000 }).toEqual([null, null, null, null, null]);
    expect(await shownTo(west)).toMatchObject([{ state: 'expired' }]);
    // The same crews can be asked again.
    expect((await offer(booking.id, [west.id])).status).toBe(201);
    expect(await states(booking.id)).toEqual(['East 1 expired', 'West 1 expired', 'West 1 open']);
  });

  it('is taken by exactly one of the crews that accept at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const crews = [
        await crewWithPhone(`Ana ${round}`),
        await crewWithPhone(`Bea ${round}`),
        await crewWithPhone(`Cem ${round}`),
      ];
      const booking = await book();
      const made = (
        await offer(
          booking.id,
          crews.map(({ id }) => id),
        )
      ).body.data;
      const offerTo = (crewId: string) =>
        made.find(({ crew_id }: { crew_id: string }) => crew_id === crewId).id;
      const answers = await Promise.all(
        crews.map(({ id, phone }) => phone.post(`/offers/${offerTo(id)}/accept`, undefined)),
      );
      expect(answers.map(({ body }) => String(body.result)).sort()).toEqual(['applied', 'closed', 'closed']);
      const winner = crews[answers.findIndex(({ body }) => body.result === 'applied')];
      expect((await operator.get(`/bookings/${booking.id}`)).body).toMatchObject({
        booking: { state: 'dispatched' },
        crew: { id: winner?.id },
        offer: null,
      });
      expect((await states(booking.id)).filter((state: string) => state.endsWith('accepted'))).toEqual([
        `${winner?.name} accepted`,
      ]);
      for (const crew of crews) {
        const { jobs, offers } = (await crew.phone.get('/day')).body;
        const codes = jobs.map(({ code }: { code: string }) => code);
        expect(codes).toEqual(crew === winner ? [booking.hid] : []);
        expect(offers.map(({ state }: { state: string }) => state)).toEqual(crew === winner ? [] : ['taken']);
      }
      const dispatched = await queryAsOwner(
        test.connection,
        "select from event where booking_id = $1 and type = 'booking.dispatched'",
        [booking.id],
      );
      expect(dispatched).toHaveLength(1);
    }
  });

  it('is refused as a whole if a crew is unfit, unknown or held, or if the booking has a crew', async () => {
    const [fit, pickup] = [
      await crewWithPhone('Fit'),
      await crewWithPhone('Pickup', { vehicle: 'pickup_truck' }),
    ];
    const [booking, rival] = [await book(), await book()];
    const unfit = await offer(booking.id, [fit.id, pickup.id]);
    expect(unfit).toMatchObject({ status: 409, body: { code: 'crew_unavailable', param: 'crew_ids' } });
    expect(unfit.body.message).toBe('The vehicle of the crew Pickup does not fit the booking.');
    const unknown = await offer(booking.id, [fit.id, '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11']);
    expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_parameter', param: 'crew_ids' } });
    expect((await offer(booking.id, [])).status).toBe(400);
    expect(await states(booking.id)).toEqual([]);

    expect((await offer(rival.id, [fit.id])).status).toBe(201);
    for (const { id } of [booking, rival]) {
      const held = await offer(id, [fit.id]);
      expect(held).toMatchObject({ status: 409, body: { code: 'crew_unavailable' } });
      expect(held.body.message).toMatch(/^The crew Fit has another job or open offer at that time/);
    }
    expect((await operator.post(`/bookings/${rival.id}/assign`, { crew_id: fit.id })).status).toBe(200);
    expect(await offer(rival.id, [fit.id])).toMatchObject({
      status: 409,
      body: {
        code: 'booking_not_editable',
        message: 'Only a created booking can be offered; this one is dispatched.',
      },
    });
    const viewer = await OperatorClient.enter(test, 'viewer');
    expect((await viewer.post(`/bookings/${booking.id}/offers`, { crew_ids: [fit.id] })).status).toBe(403);
    expect((await offer('7XK2M9QT', [fit.id])).status).toBe(404);
  });

  it('keeps automatic dispatch from offering the booking to another crew, until it is declined', async () => {
    await queryAsOwner(
      test.connection,
      `delete from dispatch_offer; delete from crew_engagement;
       update crew set retired_at = now(); update booking set area_slug = 'over'`,
    );
    await dispatchAutomatically(test);
    const [asked, next] = [await crewWithPhone('Asked'), await crewWithPhone('Next')];
    const booking = await book();
    const [made] = (await offer(booking.id, [asked.id], { open_minutes: 30 })).body.data;
    const round = () => runDispatchRound({ ...desk.context, rules: { offerSeconds: 60, aheadMinutes: 120 } });
    clock.advance({ minutes: 5 });
    expect(await round()).toMatchObject({ waiting: 1, offered: 0 });
    const decline = { reason: 'too_far' };
    expect((await asked.phone.post(`/offers/${made.id}/decline`, decline)).body.result).toBe('applied');
    expect(await round()).toMatchObject({ waiting: 1, offered: 1 });
    expect(await states(booking.id)).toEqual(['Asked refused', 'Next open']);
    expect(await shownTo(next)).toMatchObject([{ code: booking.hid, state: 'open' }]);
  });
});
