// The day board of operators: contents, candidate crews of a booking, and concurrent moves by two dispatchers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBoardBookings, listBoardCrews } from '../../src/features/console/board/board-store.ts';
import type { Board, BoardBooking } from '../../web/console/api.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { type BookedVan, bookVan, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { explainStatements } from '../support/query-plans.ts';
import { fillDay } from '../support/seed-busy-day.ts';

const DAY_MS = 86_400_000;
// Fixed at the start, so that tests that run past midnight use the same day.
const startedMs = Date.now();
const dayIn = (days: number) => new Date(startedMs + days * DAY_MS).toISOString().slice(0, 10);
/** Noon in New York, within one hour because of daylight saving time. */
const windowIn = (days: number, hour = 17) => ({
  arrival_window_from: `${dayIn(days)}T${hour}:00:00Z`,
  arrival_window_to: `${dayIn(days)}T${hour + 1}:00:00Z`,
});

describe('the day board', () => {
  let test: TestApp;
  let operator: OperatorClient;
  let partner: ApiClient;
  let sofa: BookedVan;
  let crewId: string;
  beforeAll(async () => {
    test = await startTestApp();
    operator = await OperatorClient.enter(test);
    partner = await test.partner();
    sofa = await bookVan(partner, {
      ...windowIn(3),
      order_number: 'SO-1',
      customer: { name: 'Ana Diaz', phone_number: '+14155552671' },
    });
    await bookVan(partner, windowIn(4));
    const cancelled = await bookVan(partner, windowIn(3));
    await partner.post(`/bookings/${cancelled.id}/cancel`);
    crewId = (await formCrew(operator, 'Blue van')).id;
    await operator.post('/shifts', {
      crew_id: crewId,
      starts_at: `${dayIn(3)}T13:00:00Z`,
      ends_at: `${dayIn(3)}T22:00:00Z`,
    });
  });
  afterAll(() => test.close());

  async function board(query = `day=${dayIn(3)}`): Promise<Board> {
    const { status, body, text } = await operator.get(`/board?${query}`);
    expect(status, text).toBe(200);
    return body as Board;
  }
  const cardOf = async (id = sofa.id): Promise<BoardBooking | undefined> =>
    (await board()).bookings.find((booking) => booking.id === id);

  it('shows the bookings of a day and every crew with its shift, in the local time zone', async () => {
    const { time_zone, starts_at, bookings, crews, is_cut } = await board();
    expect(time_zone).toBe('America/New_York');
    expect(starts_at).toMatch(/T0[45]:00:00\.000Z$/);
    expect(is_cut).toBe(false);
    expect(bookings).toHaveLength(1);
    expect(bookings[0]).toMatchObject({
      id: sofa.id,
      hid: sofa.hid,
      state: 'created',
      product: 'van',
      partner: 'Acme Furniture',
      order_number: 'SO-1',
      customer: 'Ana Diaz',
      town: 'Brooklyn',
      crew_id: null,
      slot: null,
      stop_count: 2,
      stops_done: 0,
      stops_skipped: 0,
      is_late: false,
    });
    expect(crews).toMatchObject([
      {
        name: 'Blue van',
        members: ['Ana', 'Bo'],
        phone_number: '+12125550142',
        vehicle: { type: 'van' },
      },
    ]);
    expect(crews[0]?.shifts).toHaveLength(1);
    expect((await board(`day=${dayIn(4)}`)).crews[0]?.shifts).toEqual([]);
  });

  it('uses the requested time zone for a day without bookings, and refuses unknown days, areas and time zones', async () => {
    expect((await board('day=2000-01-01&time_zone=America/Chicago')).time_zone).toBe('America/Chicago');
    expect((await board(`day=${dayIn(3)}&area=united-states`)).bookings).toHaveLength(1);
    expect((await board('day=2000-01-01')).time_zone).toBe('UTC');
    const refused = async (query: string, param: string) =>
      expectRefusal(await operator.get(`/board?${query}`), 400, 'invalid_parameter', param);
    await refused('day=2030-02-31', 'day');
    await refused(`day=${dayIn(3)}&area=nowhere`, 'area');
    await refused(`day=${dayIn(3)}&time_zone=Mars/Olympus`, 'time_zone');
    expectRefusal(await operator.get('/board'), 400, 'missing_parameter', 'day');
  });

  it('counts the bookings of each day of the week', async () => {
    const { body } = await operator.get(`/board/week?day=${dayIn(3)}`);
    expect(body.days).toHaveLength(7);
    const day = body.days.find(({ day }: { day: string }) => day === dayIn(3));
    expect(day).toEqual({ day: dayIn(3), unassigned: 1, planned: 0, dispatched: 0, completed: 0 });
    const elsewhere = await operator.get(`/board/week?day=${dayIn(3)}&area=elsewhere`);
    expect(elsewhere.body.days.every(({ unassigned }: { unassigned: number }) => unassigned === 0)).toBe(
      true,
    );
  });

  it('moves a booking to the row of its crew and shows its progress', async () => {
    const table = await bookVan(partner, windowIn(3, 19));
    await operator.post(`/bookings/${table.id}/assign`, { crew_id: crewId });
    expect(await cardOf(table.id)).toMatchObject({
      state: 'dispatched',
      crew_id: crewId,
      progress: 'pending',
    });
    expect((await cardOf(table.id))?.slot).not.toBeNull();
    await go(operator, table, 0, 'depart', { eta: `${dayIn(3)}T21:30:00Z` });
    // The ETA of the crew is an hour late.
    expect(await cardOf(table.id)).toMatchObject({ progress: 'driving', is_late: true });
    await go(operator, table, 0, 'arrive');
    expect(await cardOf(table.id)).toMatchObject({ progress: 'at', is_late: false });
    await go(operator, table, 0, 'cannot-complete', { reason: 'Nobody opens' });
    expect(await cardOf(table.id)).toMatchObject({ trouble: 'Nobody opens' });
    await go(operator, table, 0, 'skip', { reason: 'Let go' });
    expect(await cardOf(table.id)).toMatchObject({ stops_done: 1, trouble: null });
    await go(operator, table, 1, 'depart');
    await go(operator, table, 1, 'arrive');
    await go(operator, table, 1, 'skip', { reason: 'Let go' });
    expect(await cardOf(table.id)).toMatchObject({ stops_done: 2, stops_skipped: 2 });
  });

  it('lists which crews can be sent regardless and why the others cannot', async () => {
    const lone = await operator.post('/vehicles', { type: 'pickup_truck', name: 'Little one' });
    const pickup = await operator.post('/crews', { name: 'Pickup', vehicle_id: lone.body.id });
    const offShift = await formCrew(operator, 'Off shift');
    const rival = await bookVan(partner, windowIn(3));
    await operator.post(`/bookings/${rival.id}/assign`, { crew_id: crewId });
    const { body } = await operator.get(`/bookings/${sofa.id}/crews`);
    const choiceOf = (id: string) => body.data.find(({ crew }: { crew: { id: string } }) => crew.id === id);
    expect(choiceOf(crewId)).toMatchObject({ fits: false, can_be_sent: false, engaged_in: rival.hid });
    expect(choiceOf(offShift.id)).toMatchObject({ reasons: ['shift'], can_be_sent: true, engaged_in: null });
    expect(choiceOf(pickup.body.id).reasons).toEqual(expect.arrayContaining(['vehicle', 'members']));
    expect(choiceOf(pickup.body.id)).toMatchObject({ can_be_sent: false, engaged_in: null });
    const names = body.data.map(({ crew }: { crew: { name: string } }) => crew.name);
    expect(names.indexOf('Off shift')).toBeLessThan(names.indexOf('Pickup'));
    // The assignment follows the listed choices.
    const refused = await operator.post(`/bookings/${sofa.id}/assign`, { crew_id: crewId });
    expectRefusal(refused, 409, 'crew_unavailable', 'crew_id');
    expect((await operator.post(`/bookings/${sofa.id}/assign`, { crew_id: offShift.id })).status).toBe(200);
    const back = await operator.post(`/bookings/${sofa.id}/lose-crew`, { from_crew_id: offShift.id });
    expect(back.body.state).toBe('created');
  });

  it('lets exactly one of two dispatchers win who move the same booking concurrently, for every kind of move', async () => {
    const chair = await bookVan(partner, windowIn(5));
    const crews = await Promise.all(['One', 'Two', 'Three'].map((name) => formCrew(operator, name)));
    const [one, two, three] = crews.map(({ id }) => id as string);
    const other = await OperatorClient.enter(test);
    const race = async (...calls: Promise<{ status: number; body: unknown; text: string }>[]) => {
      const answers = await Promise.all(calls);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
      return answers.findIndex(({ status }) => status === 200);
    };
    const path = `/bookings/${chair.id}`;
    const first = await race(
      operator.post(`${path}/assign`, { crew_id: one }),
      other.post(`${path}/assign`, { crew_id: two }),
    );
    const [holder, loser] = first === 0 ? [one, two] : [two, one];
    await race(
      operator.post(`${path}/reassign`, { crew_id: loser, from_crew_id: holder }),
      other.post(`${path}/reassign`, { crew_id: three, from_crew_id: holder }),
    );
    const stale = await operator.post(`${path}/lose-crew`, { from_crew_id: holder, reason: 'Planning' });
    expectRefusal(stale, 409, 'booking_not_editable');
    expect(stale.body.message).toMatch(/another crew/);
    const key = { headers: { 'idempotency-key': 'undo-1' } };
    const { crew_id: now } = (await board(`day=${dayIn(5)}`)).bookings[0] ?? {};
    const undone = await operator.post(`${path}/lose-crew`, { from_crew_id: now }, key);
    expect(undone.body.state).toBe('created');
    const again = await operator.post(`${path}/lose-crew`, { from_crew_id: now }, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('sorts crews in natural number order', async () => {
    for (const name of ['Row 10', 'row 9', 'Row 2']) await operator.post('/crews', { name });
    const named = ({ name }: { name: string }) => /^row \d/i.test(name);
    const names = (crews: readonly { name: string }[]) => crews.filter(named).map(({ name }) => name);
    expect(names((await board()).crews)).toEqual(['Row 2', 'row 9', 'Row 10']);
  });

  it('reads a day of 500 bookings by index, without scanning tables', async () => {
    const from = new Date(`${dayIn(9)}T13:00:00Z`);
    await fillDay(test.connection, { bookingId: sofa.id, count: 500, from, hours: 9 });
    await fillDay(test.connection, { bookingId: sofa.id, count: 4_000, from: new Date(0), hours: 4_000 });
    expect((await board(`day=${dayIn(9)}`)).bookings).toHaveLength(500);
    await queryAsOwner(test.connection, 'analyze booking, booking_stop, crew_engagement');
    const explained = await explainStatements(test.connection);
    await listBoardBookings(explained.db, { day: dayIn(9), now: new Date() }, 2_000);
    await listBoardCrews(explained.db, { from, to: new Date(from.getTime() + DAY_MS) }, []);
    const plans = explained.takePlans();
    await explained.close();
    const scanned = plans
      .flat()
      .filter((node) => node['Node Type'] === 'Seq Scan')
      .map((node) => node['Relation Name']);
    expect(scanned).not.toContain('booking');
    expect(scanned).not.toContain('booking_stop');
  });
});
