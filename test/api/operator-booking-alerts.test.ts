// The booking list as a dispatcher's worklist: soonest window first, and what is late, failed or without a crew.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBookingsOfAllAccounts } from '../../src/features/console/bookings/booking-list-store.ts';
import type { ApiClient } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { type BookedVan, bookVan, formCrew, go } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { explainStatements } from '../support/query-plans.ts';
import { fillDay } from '../support/seed-busy-day.ts';

interface Listed {
  readonly booking: { readonly hid: string };
  readonly is_late: boolean;
  readonly is_planned: boolean;
}

describe('the booking list of a dispatcher', () => {
  const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
  let test: TestApp;
  let operator: OperatorClient;
  let partner: ApiClient;
  /** Booked in this order. */
  let bookings: Readonly<Record<'later' | 'failed' | 'planned' | 'late', BookedVan>>;
  let plannedAt: string;
  const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const windowIn = (hours: number) => ({ arrival_window_from: at(hours), arrival_window_to: at(hours + 1) });

  beforeAll(async () => {
    test = await startTestApp({ clock, variables: longOperatorSessions });
    operator = await OperatorClient.enter(test);
    partner = await test.partner();
    const later = await bookVan(partner, windowIn(30));
    const failed = await bookVan(partner, windowIn(5));
    const planned = await bookVan(partner, windowIn(9));
    const late = await bookVan(partner, windowIn(1));
    bookings = { later, failed, planned, late };
    const { id: crewId } = await formCrew(operator);
    await operator.post(`/bookings/${failed.id}/assign`, { crew_id: crewId });
    await go(operator, failed, 0, 'depart');
    await go(operator, failed, 0, 'arrive');
    await go(operator, failed, 0, 'cannot-complete', { reason: 'The gate is locked.' });
    plannedAt = at(9);
    await queryAsOwner(
      test.connection,
      `insert into planned_job (booking_id, area_slug, day, crew_id, starts_at, arrives_at, ends_at, stops,
         drive_seconds, drive_hundredths, locked, updated_at)
       values ($1, 'united-states', '2027-03-11', $2, $3, $3, $4, '[]', 0, 0, false, $3)`,
      [planned.id, crewId, plannedAt, at(10)],
    );
    clock.advance({ hours: 2, minutes: 6 });
  });
  afterAll(() => test.close());

  const list = async (
    query: string,
  ): Promise<{ data: Listed[]; next: string | null; previous: string | null }> => {
    const { status, body, text } = await operator.get(`/bookings?${query}`);
    expect(status, text).toBe(200);
    return body;
  };
  const hidsOf = ({ data }: { readonly data: readonly Listed[] }) => data.map(({ booking }) => booking.hid);
  const hids = (...names: (keyof typeof bookings)[]) => names.map((name) => bookings[name].hid);

  it('is ordered by window in pages, forwards and backwards', async () => {
    const all = hids('late', 'failed', 'planned', 'later');
    expect(hidsOf(await list('sort=window'))).toEqual(all);
    const first = await list('sort=window&limit=3');
    const second = await list(new URL(first.next ?? '').search.slice(1));
    expect([...hidsOf(first), ...hidsOf(second)]).toEqual(all);
    expect(second.next).toBeNull();
    expect(hidsOf(await list(new URL(second.previous ?? '').search.slice(1)))).toEqual(hidsOf(first));
    const otherOrder = await operator.get(
      `/bookings?after=${new URL(first.next ?? '').searchParams.get('after')}`,
    );
    expect(otherOrder.status).toBe(400);
  });

  it('shows what is late, what has failed and what has no crew, by the rules of the board', async () => {
    expect(hidsOf(await list('alert=late'))).toEqual(hids('late'));
    expect(hidsOf(await list('alert=failed'))).toEqual(hids('failed'));
    expect(hidsOf(await list('alert=unassigned&sort=window'))).toEqual(hids('late', 'later'));
    const { data } = await list('sort=window');
    expect(data.map(({ is_late, is_planned }) => [is_late, is_planned])).toEqual([
      [true, false],
      [false, false],
      [false, true],
      [false, false],
    ]);
  });

  it('names a planned booking in the same way on its page and in the search', async () => {
    const { id, hid } = bookings.planned;
    expect((await operator.get(`/bookings/${id}`)).body.is_planned).toBe(true);
    expect((await operator.get(`/search?q=${hid}`)).body.data[0]).toMatchObject({ is_planned: true });
    expect((await operator.get(`/search?q=${bookings.later.hid}`)).body.data[0]).toMatchObject({
      is_planned: false,
    });
  });

  it('names the planned crew on the page of the booking and on the map', async () => {
    const { id, hid } = bookings.planned;
    const planned = { crew_id: expect.any(String), crew_name: expect.any(String), arrives_at: plannedAt };
    expect((await operator.get(`/bookings/${id}`)).body.planned).toEqual(planned);
    expect((await operator.get(`/bookings/${bookings.later.id}`)).body.planned).toBeNull();
    const { unassigned } = (await operator.get('/map')).body;
    expect(unassigned.map((job: { hid: string; planned: unknown }) => [job.hid, job.planned])).toEqual([
      [bookings.late.hid, null],
      [hid, planned],
    ]);
  });

  it('reads a page by window without reading all bookings', async () => {
    await fillDay(test.connection, {
      bookingId: bookings.later.id,
      count: 4_000,
      from: clock.now(),
      hours: 4_000,
    });
    await queryAsOwner(test.connection, 'analyze booking');
    const from = { atMs: clock.now().getTime(), id: bookings.late.id };
    const explained = await explainStatements(test.connection, []);
    await listBookingsOfAllAccounts(
      explained.db,
      { filter: { states: [] }, sort: 'window', now: clock.now() },
      { direction: 'older', from, limit: 21 },
    );
    const plans = explained.takePlans();
    await explained.close();
    const read = plans.flat().filter((node) => node['Relation Name'] === 'booking');
    expect(read.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(Math.max(...read.map((node) => node['Actual Rows'] ?? 0))).toBeLessThan(30);
  });
});
