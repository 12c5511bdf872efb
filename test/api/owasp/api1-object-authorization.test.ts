// OWASP API1:2023 Broken object level authorization. The ids of another account, in paths and in bodies, return the
// bytes of unknown ids. Portal and operator routes: portal-tenancy.test.ts, faults/route-matrix.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRoutes } from '../../support/answering-routes.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { bookVan } from '../../support/operator-actions.ts';
import { exampleBody, surfaceOf } from '../../support/route-surfaces.ts';

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

let test: TestApp;
let owner: ApiClient;
let stranger: ApiClient;
let owned: Readonly<Record<string, string>>;
beforeAll(async () => {
  test = await startTestApp();
  [owner, stranger] = [await test.partner(), await test.partner()];
  owned = {
    bookings: (await bookVan(owner, { order_number: 'of-the-owner' })).id,
    quotes: (await owner.post('/quotes', { stops, product: 'van' })).body.id,
    webhooks: (await owner.post('/webhooks', { url: 'http://127.0.0.1:9/of-the-owner' })).body.id,
  };
});
afterAll(() => test.close());

it('returns identical bytes for ids of another account and unknown ids, on every partner route with an id', async () => {
  const state = async () =>
    JSON.stringify(
      await Promise.all(
        ['bookings', 'quotes', 'webhooks'].map(
          async (kind) => (await owner.get(`/${kind}/${owned[kind]}`)).body,
        ),
      ),
    );
  const before = await state();
  let called = 0;
  for (const route of await listRoutes(test)) {
    const [method = '', path = ''] = route.split(' ');
    const id = owned[path.split('/')[1] ?? ''];
    if (surfaceOf(route) !== 'partner' || id === undefined || !path.includes('{')) continue;
    const ask = (which: string) => {
      const url = path
        .replace('{id}|{booking_id}', which)
        .replace('{position}', '1')
        .replace(/\{\w+\}/g, which);
      return stranger.call(method, url, method === 'GET' ? undefined : (exampleBody(route) ?? {}));
    };
    const [foreign, missing] = [await ask(id), await ask(unknown)];
    expect([foreign.status, foreign.text], route).toEqual([missing.status, missing.text]);
    expect(foreign.status, route).toBeGreaterThanOrEqual(400);
    called += 1;
  }
  expect(called).toBeGreaterThan(10);
  expect(await state()).toBe(before);
});

it('refuses the ids of another account in a body as it refuses unknown ids', async () => {
  const book = (quote_id: string) => stranger.post('/bookings', { quote_id });
  const [foreign, missing] = [await book(owned['quotes'] ?? ''), await book(unknown)];
  expect(foreign.status).toBe(missing.status);
  expect(foreign.text.replaceAll(owned['quotes'] ?? '', 'ID')).toBe(missing.text.replaceAll(unknown, 'ID'));
  expect(foreign.status).toBeGreaterThanOrEqual(400);
});

it('lists nothing of another account, with any filter', async () => {
  for (const path of ['/bookings', '/bookings?order_number=of-the-owner', '/webhooks', '/events']) {
    const { status, text } = await stranger.get(path);
    expect(status, path).toBe(200);
    for (const id of Object.values(owned)) expect(text, path).not.toContain(id);
  }
});
