// GET /bookings: pagination, filters and refused queries.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBookingRows } from '../../src/features/bookings/booking-list-store.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { explainStatements } from '../support/query-plans.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const soon = '2027-03-11T15:00:00Z';

describe('GET /bookings', () => {
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

  it('converts the JSON of the page only, also with a plan that sorts all bookings', async () => {
    const { id: accountId } = (await partner.get('/account')).body;
    const explained = await explainStatements(test.connection, ['enable_indexscan=off']);
    try {
      const place = { direction: 'older', from: null, limit: 2 } as const;
      for (const states of [[], ['created', 'completed']] as const) {
        await listBookingRows(explained.forAccount(accountId), accountId, { ...place, filter: { states } });
        const sorted = explained
          .takePlans()
          .flat()
          .filter((node) => node['Node Type'] === 'Sort')
          .flatMap(({ Plans = [] }) => Plans)
          .filter((node) => node['Relation Name'] === 'booking');
        expect(sorted).toHaveLength(Math.max(1, states.length));
        expect(sorted.flatMap(({ Output = [] }) => Output).join()).not.toContain('::text');
      }
    } finally {
      await explained.close();
    }
  });

  it('lists bookings newest first, pages in both directions and filters', async () => {
    const client = await test.partner();
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) {
      clock.advance({ seconds: 1 });
      ids.unshift((await book({ order_number: `N${count}` }, client)).body.id);
    }
    const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
    const seen: string[] = [];
    let page = (await client.get('/bookings?limit=2')).body;
    expect(page.previous).toBeNull();
    for (;;) {
      seen.push(...page.data.map(({ id }: { id: string }) => id));
      if (page.next === null) break;
      page = (await client.get(local(page.next))).body;
    }
    expect(seen).toEqual(ids);
    const back: string[] = [];
    for (;;) {
      back.unshift(...page.data.map(({ id }: { id: string }) => id));
      if (page.previous === null) break;
      page = (await client.get(local(page.previous))).body;
    }
    expect(back).toEqual(ids);
    await client.post(`/bookings/${ids[2]}/cancel`, { cancel_reason: 'other' });
    const cancelled = (await client.get('/bookings?state=cancelled,completed')).body.data;
    expect(cancelled.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
    expect((await client.get('/bookings?order_number=N0')).body.data).toHaveLength(1);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=%2B5', 'limit'],
    ['order_number=%00', 'order_number'],
    ['hid=%00', 'hid'],
    ['created_from=2027-06-30T23:59:60Z', 'created_from'],
    ['state=lost', 'state'],
    ['after=abc', 'after'],
    ['after=a.b&before=c.d', 'before'],
    ['colour=red', 'colour'],
  ])('refuses the query %s', async (query, param) => {
    const { status, body } = await partner.get(`/bookings?${query}`);
    expect(status).toBe(400);
    expect(body.param).toBe(param);
  });
});
