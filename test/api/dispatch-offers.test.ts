// Automatic dispatch: a booking is offered to fitting crews one after the other, until one accepts or the window is over.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerOffer, listOffers } from '../../src/features/dispatch/system/answer-offer.ts';
import { assignCrewTo, loseCrewOf } from '../../src/features/dispatch/system/assign-crew.ts';
import { loadCrew } from '../../src/features/dispatch/system/manage-crews.ts';
import { reportCrewPosition } from '../../src/features/dispatch/system/report-position.ts';
import { runDispatchRound } from '../../src/features/dispatch/system/run-dispatch-round.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { CrewPhone } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  type DispatchFixture,
  dana,
  dispatchAutomatically,
  openDispatchFixture,
  type TestCrewInput,
} from '../support/dispatch-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
const rules = { offerSeconds: 60, aheadMinutes: 120 };

describe('a booking in an area with automatic dispatch', () => {
  let test: TestApp;
  let partner: ApiClient;
  let desk: DispatchFixture;
  beforeAll(async () => {
    test = await startTestApp({ clock });
    await dispatchAutomatically(test);
    partner = await test.partner();
    desk = openDispatchFixture(test, { clock });
  });
  afterEach(async () => {
    // Removes or retires the data of the test, so that it does not affect the next one.
    await queryAsOwner(
      test.connection,
      `delete from due_job; delete from dispatch_offer; delete from crew_engagement;
       update crew set retired_at = now() where retired_at is null;
       update vehicle set retired_at = now() where retired_at is null; update booking set area_slug = 'over'`,
    );
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  const book = async (minutes: number): Promise<string> => {
    const from = new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    const { status, text, body } = await partner.post('/bookings', {
      stops,
      product: 'van',
      arrival_window_from: from,
    });
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const crewAt = async (name: string, longitude: number, wish?: TestCrewInput) => {
    const { id } = await desk.crew(name, wish);
    await reportCrewPosition(desk.context, { crewId: id, longitude, latitude: 40.748 });
    return id;
  };
  /** Advances the clock by one second before the round. */
  const round = () => {
    clock.advance({ seconds: 1 });
    return runDispatchRound({ ...desk.context, rules });
  };
  const offers = async (bookingId: string) =>
    (await listOffers(desk.context, { bookingId })).map(({ crewName, state }) => `${crewName} ${state}`);
  const openOffer = async (bookingId: string) => {
    const [offer] = await listOffers(desk.context, { bookingId, state: 'open' });
    if (!offer) throw new Error('there is no open offer');
    return offer;
  };
  const stateOf = async (id: string) => (await partner.get(`/bookings/${id}`)).body.state;

  it('is offered to the nearest fitting crew, and dispatched when the crew accepts', async () => {
    const near = await crewAt('Near', -73.985);
    await crewAt('Far', -74.2);
    await crewAt('Pickup', -73.985, { vehicle: 'pickup_truck' });
    const bookedAtMs = clock.now().getTime();
    const id = await book(60);
    expect(await round()).toMatchObject({ waiting: 1, offered: 1 });
    expect(await round()).toMatchObject({ waiting: 1, offered: 0 });
    const offer = await openOffer(id);
    expect(offer).toMatchObject({
      crewId: near,
      bookingId: id,
      expiresAt: new Date(clock.now().getTime() + 59_000),
      slot: { arrivesMs: bookedAtMs + 60 * 60_000 },
    });
    expect(await stateOf(id)).toBe('created');
    expect(await answerOffer(desk.context, dana, { offerId: offer.id, answer: 'accept' })).toMatchObject({
      state: 'accepted',
    });
    expect(await stateOf(id)).toBe('dispatched');
    expect((await partner.get(`/bookings/${id}`)).body.crew).toMatchObject({ phone_number: null });
    await expect(
      answerOffer(desk.context, dana, { offerId: offer.id, answer: 'refuse' }),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'offer_closed', message: 'The offer is accepted.' });
    expect(await round()).toMatchObject({ waiting: 0, offered: 0 });
    expect(await loadCrew(desk.context, near)).toMatchObject({ name: 'Near' });
  });

  it('shows its open offer to operators until it expires, or another crew is assigned', async () => {
    const operator = await OperatorClient.enter(test, 'dispatcher');
    const near = await crewAt('Near', -73.985);
    const id = await book(60);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(clock.now());
    const offersOf = async () => {
      const board = (await operator.get(`/board?day=${day}`)).body.bookings;
      const listed = (await operator.get('/bookings?unassigned=false')).body.data;
      return [
        board.find((each: { id: string }) => each.id === id).offer,
        listed.find((each: { booking: { id: string } }) => each.booking.id === id).offer,
        (await operator.get(`/bookings/${id}`)).body.offer,
      ];
    };
    expect(await offersOf()).toEqual([null, null, null]);
    await round();
    const expires_at = (await openOffer(id)).expiresAt.toISOString();
    const offer = { crews: [{ id: near, name: 'Near' }], expires_at };
    expect(await offersOf()).toEqual([offer, offer, offer]);
    clock.advance({ seconds: 60 });
    expect(await offersOf(), 'expired, before the next round').toEqual([null, null, null]);
    await round();
    expect((await offersOf())[0]).toMatchObject({ crews: [{ name: 'Near' }] });
    const other = await crewAt('Other', -74);
    expect((await operator.post(`/bookings/${id}/assign`, { crew_id: other })).status).toBe(200);
    expect(await offersOf()).toEqual([null, null, null]);
    expect(await offers(id)).toContain('Near withdrawn');
  });

  it('is offered to the next crew after a refusal or an expiry, and last to the crew whose offer expired', async () => {
    await crewAt('Near', -73.985);
    await crewAt('Middle', -74);
    await crewAt('Far', -74.02);
    const id = await book(1);
    await round();
    await answerOffer(desk.context, dana, { offerId: (await openOffer(id)).id, answer: 'refuse' });
    await round();
    const silent = await openOffer(id);
    clock.advance({ seconds: 60 });
    await expect(
      answerOffer(desk.context, dana, { offerId: silent.id, answer: 'accept' }),
    ).rejects.toMatchObject({ code: 'offer_closed', message: expect.stringContaining('expired at') });
    expect(await round()).toMatchObject({ expired: 1, offered: 1 });
    expect(await offers(id)).toEqual(['Far open', 'Middle expired', 'Near refused']);
    await answerOffer(desk.context, dana, { offerId: (await openOffer(id)).id, answer: 'refuse' });
    await round();
    expect((await offers(id))[0]).toBe('Middle open');
  });

  it('is accepted or refused, never both, when two responses race', async () => {
    await crewAt('Hesitant', -73.985);
    for (let nth = 0; nth < 5; nth += 1) {
      const id = await book(60);
      await round();
      const offerId = (await openOffer(id)).id;
      const answers = await Promise.allSettled(
        (['accept', 'refuse'] as const).map((answer) => answerOffer(desk.context, dana, { offerId, answer })),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const isAccepted = answers[0]?.status === 'fulfilled';
      expect(await offers(id)).toEqual([`Hesitant ${isAccepted ? 'accepted' : 'refused'}`]);
      expect(await stateOf(id)).toBe(isAccepted ? 'dispatched' : 'created');
      await partner.post(`/bookings/${id}/cancel`);
      await queryAsOwner(test.connection, 'delete from crew_engagement');
    }
  });

  it('is offered again after it lost its crew, but not to that crew', async () => {
    const near = await crewAt('Near', -73.985);
    await crewAt('Far', -74.02);
    const id = await book(30);
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId: near });
    await loseCrewOf(desk.context, dana, { bookingId: id, reason: 'breakdown' });
    await round();
    expect(await offers(id)).toEqual(['Far open']);
  });

  it('is offered only shortly before its window, and never where dispatch is manual', async () => {
    await crewAt('Near', -73.985, { shift: [0, 20] });
    const later = await book(180);
    expect(await round()).toMatchObject({ offered: 0 });
    clock.advance({ minutes: 61 });
    await queryAsOwner(test.connection, `update booking set area_slug = 'manual' where id = $1`, [later]);
    expect(await round()).toMatchObject({ waiting: 0 });
    await queryAsOwner(test.connection, `update booking set area_slug = 'united-states' where id = $1`, [
      later,
    ]);
    expect(await round()).toMatchObject({ waiting: 1, offered: 1 });
  });

  it('can be assigned by a dispatcher, which withdraws the conflicting offer', async () => {
    const [near, far] = [await crewAt('Near', -73.985), await crewAt('Far', -74.02)];
    const [id, rival] = [await book(60), await book(60)];
    await round();
    const nears = (await listOffers(desk.context, { crewId: near, state: 'open' }))[0];
    const other = nears?.bookingId === id ? rival : id;
    // Assigning the nearest crew to the other booking withdraws the conflicting offer.
    await assignCrewTo(desk.context, dana, { bookingId: other, crewId: near });
    expect(await listOffers(desk.context, { state: 'open' })).toEqual([]);
    await round();
    expect(await listOffers(desk.context, { state: 'open' })).toMatchObject([
      { bookingId: nears?.bookingId, crewId: far },
    ]);
    await expect(
      answerOffer(desk.context, dana, { offerId: nears?.id ?? '', answer: 'accept' }),
    ).rejects.toMatchObject({ message: 'The offer is withdrawn.' });
  });

  it('gets a job for automatic acceptance, or a job that gives it up when its window is over', async () => {
    await crewAt('Auto', -73.985, { autoAccept: true });
    const [taken, over] = [await book(30), await book(30)];
    await queryAsOwner(
      test.connection,
      `update booking set arrival_window = jsonb_set(arrival_window::jsonb, '{endMs}', $2)::json where id = $1`,
      [over, String(clock.now().getTime())],
    );
    expect(await round()).toMatchObject({ waiting: 2, offered: 1, givenUp: 1 });
    const jobs = await queryAsOwner<{ kind: string; key: string }>(
      test.connection,
      'select kind, key from due_job order by kind',
    );
    expect(jobs).toEqual([
      { kind: 'dispatch.accept', key: (await openOffer(taken)).id },
      { kind: 'dispatch.give_up', key: over },
    ]);
  });

  describe('on the crew page', () => {
    let operator: OperatorClient;
    beforeAll(async () => {
      operator = await OperatorClient.enter(test);
    });
    /** The phones of both members of a crew. */
    const phonesOf = async (crewId: string) => {
      const { members } = await loadCrew(desk.context, crewId);
      return Promise.all(members.map(({ id }) => CrewPhone.enter(operator, id)));
    };
    const offersOf = async (phone: CrewPhone | undefined) => (await phone?.get('/day'))?.body.offers;
    const answer = async (phone: CrewPhone | undefined, offerId: string, kind: string, body?: object) =>
      (await phone?.post(`/offers/${offerId}/${kind}`, body))?.body;

    it('says when, where and what, but no price, address or contact, and is accepted by exactly one of two phones', async () => {
      const [ana, bo] = await phonesOf(await crewAt('Near', -73.985));
      const [stranger] = await phonesOf(await crewAt('Far', -74.2));
      const id = await book(60);
      await round();
      const { id: offerId, expiresAt } = await openOffer(id);
      const [shown] = await offersOf(ana);
      expect(shown).toMatchObject({
        id: offerId,
        state: 'open',
        expires_at: expiresAt.toISOString(),
        vehicle_types: ['van'],
        stops: [
          { kind: 'pickup', town: 'New York, NY' },
          { kind: 'dropoff', town: 'Brooklyn, NY' },
        ],
        distance: { miles: expect.closeTo(0, 0), from: 'position' },
      });
      expect(JSON.stringify(shown)).not.toMatch(/cents|5th Ave|phone/);
      expect(await offersOf(stranger)).toEqual([]);
      expect(await stranger?.post(`/offers/${offerId}/accept`, undefined)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
      const answers = await Promise.all([ana, bo].map((phone) => answer(phone, offerId, 'accept')));
      expect(answers.map(({ result }) => String(result)).sort()).toEqual(['already_applied', 'applied']);
      for (const { day } of answers) {
        expect(day.jobs).toMatchObject([{ booking_id: id }]);
        expect(day.offers).toEqual([]);
      }
      expect(await answer(bo, offerId, 'decline', { reason: 'too_far' })).toMatchObject({ result: 'closed' });
      expect(await offers(id)).toEqual(['Near accepted']);
    });

    it('is declined with a reason, which dispatchers read', async () => {
      const [ana] = await phonesOf(await crewAt('Near', -73.985));
      const id = await book(60);
      await round();
      const { id: offerId } = await openOffer(id);
      const missing = await ana?.post(`/offers/${offerId}/decline`, { reason: 'other', note: ' ' });
      expect(missing).toMatchObject({ status: 400, body: { code: 'missing_parameter', param: 'note' } });
      const decline = { reason: 'other', note: 'Flat tire' };
      for (const result of ['applied', 'already_applied'])
        expect(await answer(ana, offerId, 'decline', decline)).toMatchObject({ result, day: { offers: [] } });
      expect((await operator.get(`/bookings/${id}`)).body.offers).toMatchObject([
        { state: 'refused', decline_reason: 'other', decline_note: 'Flat tire' },
      ]);
    });

    it('is shown as expired, taken by another crew or withdrawn for 10 minutes', async () => {
      const [ana] = await phonesOf(await crewAt('Near', -73.985));
      const far = await crewAt('Far', -74.02);
      const states = async () => (await offersOf(ana)).map(({ state }: { state: string }) => state);
      const taken = await book(60);
      await round();
      const { id: offerId } = await openOffer(taken);
      await assignCrewTo(desk.context, dana, { bookingId: taken, crewId: far });
      expect(await states()).toEqual(['taken']);
      expect(await answer(ana, offerId, 'accept')).toMatchObject({
        result: 'closed',
        day: { offers: [{ state: 'taken' }], jobs: [] },
      });
      await loseCrewOf(desk.context, dana, { bookingId: taken });
      expect(await states()).toEqual(['withdrawn']);
      clock.advance({ minutes: 11 });
      expect(await states()).toEqual([]);
      const expired = await book(60);
      await queryAsOwner(test.connection, `update booking set area_slug = 'over' where id = $1`, [taken]);
      await round();
      const silent = await openOffer(expired);
      clock.advance({ seconds: 60 });
      expect(await states()).toEqual(['expired']);
      expect(await answer(ana, silent.id, 'accept')).toMatchObject({ result: 'closed' });
    });
  });
});
