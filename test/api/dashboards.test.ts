// Dashboards: totals by day, account and area that follow every change of a booking.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { type BookedVan, bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

describe('the dashboards', () => {
  const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
  let test: TestApp;
  let viewer: OperatorClient;
  let operator: OperatorClient;
  let acme: { id: string; partner: ApiClient };
  let other: { id: string; partner: ApiClient };
  beforeAll(async () => {
    test = await startTestApp({ clock, variables: longOperatorSessions });
    test.app.worker.start();
    viewer = await OperatorClient.enter(test, 'viewer');
    operator = await OperatorClient.enter(test, 'dispatcher');
    const join = async (name: string) => {
      const { id, client } = await test.organization(name);
      return { id, partner: await test.partner({ client }) };
    };
    [acme, other] = [await join('Acme'), await join('Other')];
  });
  afterAll(() => test.close());

  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const book = (partner: ApiClient, fromHours: number) =>
    bookVan(partner, { arrival_window_from: at(fromHours), arrival_window_to: at(fromHours + 1) });
  const read = async (query = 'days=7') => {
    await untilFollowersCaughtUp(test.connection);
    const { status, body, text } = await viewer.get(`/dashboards?${query}`);
    expect(status, text).toBe(200);
    return body;
  };
  /** Carries out a booking and returns its final fare in cents. */
  const carryOut = async (booking: BookedVan, afterMinutes: number): Promise<number> => {
    const { id: crew_id } = await formCrew(operator);
    await operator.post(`/bookings/${booking.id}/assign`, { crew_id });
    clock.advance({ minutes: afterMinutes });
    for (const position of [0, 1]) {
      await go(operator, booking, position, 'depart', {});
      await go(operator, booking, position, 'arrive', {});
      await finishStop(operator, booking, position);
    }
    return (await acme.partner.get(`/bookings/${booking.id}`)).body.fare.total;
  };

  it('count every booking once, by state, on the day of its window', async () => {
    const [punctual, late, cancelled] = [
      await book(acme.partner, 0.1),
      await book(acme.partner, 0.1),
      await book(acme.partner, 2),
    ];
    await book(other.partner, 3);
    // The dashboard ends today: a booking of tomorrow is not counted.
    await book(other.partner, 24);
    await acme.partner.post(`/bookings/${cancelled.id}/cancel`);
    const fares = (await carryOut(punctual, 10)) + (await carryOut(late, 90));
    const view = await read();
    expect([view.first_day, view.last_day, view.days.length]).toEqual(['2027-03-04', '2027-03-10', 7]);
    expect(view.days[6]).toMatchObject({
      day: '2027-03-10',
      created: 1,
      dispatched: 0,
      completed: 2,
      cancelled: 1,
      on_time: 1,
      late: 1,
      revenue_cents: fares,
      reserved: 3,
    });
    expect(view.days[6].places).toBeGreaterThan(1_000);
    expect(view.days[5]).toMatchObject({ created: 0, completed: 0, revenue_cents: 0, reserved: 0 });
    expect(view.totals).toMatchObject({ created: 1, completed: 2, revenue_cents: fares, reserved: 3 });
    expect(view.accounts).toMatchObject([
      { name: 'Acme', completed: 2, cancelled: 1, created: 0 },
      { name: 'Other', completed: 0, created: 1 },
    ]);
    expect(view.areas).toMatchObject([{ slug: 'united-states', name: 'United States', completed: 2 }]);
  });

  it('can be filtered by account or area', async () => {
    expect((await read(`account_id=${other.id}`)).totals).toMatchObject({ created: 1, completed: 0 });
    expect((await read('area=elsewhere&days=90')).totals).toMatchObject({
      created: 0,
      completed: 0,
      places: 0,
    });
    expectRefusal(await viewer.get('/dashboards?days=8'), 400, 'invalid_parameter', 'days');
  });

  it('follow a booking that moves to another day and back', async () => {
    const booking = await book(other.partner, 4);
    expect((await read()).totals.created).toBe(2);
    await other.partner.patch(`/bookings/${booking.id}`, { arrival_window_from: at(30) });
    expect((await read()).totals.created).toBe(1);
    await other.partner.patch(`/bookings/${booking.id}`, { arrival_window_from: at(5) });
    expect((await read()).totals.created).toBe(2);
  });

  it('match the number of stored bookings', async () => {
    await untilFollowersCaughtUp(test.connection);
    const [sums] = await queryAsOwner<{ bookings: string; counted: string }>(
      test.connection,
      `select (select count(*) from booking) as bookings, (select sum(bookings) from booking_day) as counted`,
    );
    expect(sums?.counted).toBe(sums?.bookings);
  });

  it('are exported as CSV', async () => {
    const response = await fetch(`${test.baseUrl}/operator/dashboards/days.csv?days=7`, {
      headers: viewer.headers,
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="waybill-2027-03-04-2027-03-10.csv"',
    );
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe(
      'day,created,dispatched,completed,cancelled,on_time,late,revenue_cents,reserved,places',
    );
    expect(lines).toHaveLength(8);
    expect(lines[7]).toMatch(/^2027-03-10,2,0,2,1,1,1,\d+,\d+,\d+$/);
  });
});
