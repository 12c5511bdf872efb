// Pagination of a list that grows meanwhile: a client that pages through it sees every earlier booking exactly once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { rounds } from '../support/scale.ts';

const order = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};
const earlier = rounds(60, 1_000);
const meanwhile = rounds(240, 5_000);
const timeout = rounds(5 * 60_000, 30 * 60_000);

describe('a list of bookings that grows while it is read', () => {
  let test: TestApp;
  let other: TestApp;
  let partner: ApiClient;
  const before: string[] = [];
  let written = 0;
  beforeAll(async () => {
    const variables = { RATE_LIMIT_REQUESTS: '1000000' };
    test = await startTestApp({ variables });
    other = await startTestApp({ variables, sharing: test });
    partner = await test.partner();
    while (before.length < earlier)
      before.push(...(await Promise.all(Array.from({ length: 4 }, () => book(partner)))));
  }, timeout);
  afterAll(async () => {
    await other.close();
    await test.close();
  });

  async function book(client: ApiClient): Promise<string> {
    // Spread over many hours, because the capacity of one hour is limited.
    const from = new Date(Date.now() + (24 + (written % 400)) * 3_600_000).toISOString();
    const { status, body, text } = await client.post('/bookings', { ...order, arrival_window_from: from });
    expect(status, text).toBe(201);
    written += 1;
    return body.id;
  }

  /** Follows `next` or `previous` until it is null. Returns all ids and the address of the last page. */
  async function follow(address: string, direction: 'next' | 'previous') {
    const ids: string[] = [];
    let page = (await partner.get(address)).body;
    let last = address;
    for (;;) {
      const here = page.data.map(({ id }: { id: string }) => id);
      if (direction === 'next') ids.push(...here);
      else ids.unshift(...here);
      if (page[direction] === null) return { ids, last };
      last = page[direction].replace(/^https?:\/\/[^/]+/, '');
      page = (await partner.get(last)).body;
    }
  }

  const sorted = (ids: readonly string[]) => [...ids].sort();

  it(
    'shows each earlier booking exactly once in both directions',
    async () => {
      const known = new Set(before);
      let [remaining, writing] = [meanwhile, true];
      const write = async (client: ApiClient) => {
        while (remaining > 0) {
          remaining -= 1;
          await book(client);
        }
      };
      const writers = Promise.all(
        [partner, partner.at(other.baseUrl)].flatMap((client) => [write(client), write(client)]),
      ).finally(() => {
        writing = false;
      });
      let walks = 0;
      while (writing) {
        const limit = [100, 7, 20][walks % 3] ?? 7;
        const down = await follow(`/bookings?limit=${limit}`, 'next');
        expect(new Set(down.ids).size).toBe(down.ids.length);
        expect(sorted(down.ids.filter((id) => known.has(id)))).toEqual(sorted(before));
        const up = await follow(down.last, 'previous');
        expect(new Set(up.ids).size).toBe(up.ids.length);
        expect(sorted(up.ids.filter((id) => known.has(id)))).toEqual(sorted(before));
        // The order is the same in both directions.
        expect(up.ids.filter((id) => known.has(id))).toEqual(down.ids.filter((id) => known.has(id)));
        walks += 1;
      }
      await writers;
      expect(walks).toBeGreaterThan(0);
      const all = await follow('/bookings?limit=100', 'next');
      expect(all.ids).toHaveLength(before.length + meanwhile);
      expect(new Set(all.ids).size).toBe(all.ids.length);
    },
    timeout,
  );

  it(
    'applies its filter on every page while bookings stop matching it',
    async () => {
      const leaving = before.slice(0, 20);
      const staying = before.slice(20);
      const cancelling = (async () => {
        for (const id of leaving) expect((await partner.post(`/bookings/${id}/cancel`)).status).toBe(200);
      })();
      const { ids } = await follow('/bookings?state=created,dispatched&limit=50', 'next');
      await cancelling;
      expect(sorted(ids.filter((id) => staying.includes(id)))).toEqual(sorted(staying));
      expect(new Set(ids).size).toBe(ids.length);
      const { ids: cancelled } = await follow('/bookings?state=cancelled&limit=3', 'next');
      expect(sorted(cancelled)).toEqual(sorted(leaving));
    },
    timeout,
  );
});
