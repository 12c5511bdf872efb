// Previews of route changes in the portal: they show the price that the change then has, and refuse what it would refuse.
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PortalClient } from '../support/portal-client.ts';

const DAY_MS = 24 * 60 * 60_000;
const addresses = [
  '350 5th Ave, New York, NY 10118',
  '11 Wall St, New York, NY 10005',
  '1 Main St, Brooklyn, NY 11201',
];
const added = '30-30 47th Ave, Long Island City, NY 11101';

let app: TestApp;
let partner: ApiClient;
let visitor: PortalClient;
beforeAll(async () => {
  app = await startTestApp({ environment: 'sandbox' });
  const { client } = await app.organization('Acme Furniture');
  partner = await app.partner({ client });
  visitor = await PortalClient.enter(partner);
});
afterAll(() => app.close());

/** Id of a new booking with these stops. */
async function book(stops = addresses): Promise<string> {
  const { status, text, body } = await partner.post('/bookings', {
    stops: stops.map((location) => ({ location })),
    product: 'van',
    arrival_window_from: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  });
  expect(status, text).toBe(201);
  return body.id;
}

const preview = (id: string, path: string, body?: object) =>
  visitor.post(`/bookings/${id}/stops/preview${path}`, body);

async function estimateOf(id: string) {
  const { body } = await partner.get(`/bookings/${id}`);
  const totals = body.quote.fare_estimate.map(({ total }: { total: number }) => total);
  return { low_cents: totals[0], high_cents: totals.at(-1) };
}

test.each([
  ['a new stop', '', { location: added, position: 1 }, 'POST', ''],
  ['another order', '/reorder', { from_position: 1, to_position: 2 }, 'PATCH', '/reorder'],
  ['a removed stop', '/removal/1', undefined, 'DELETE', '/1'],
])('the preview of %s has the price that the change then has', async (_name, path, body, method, write) => {
  const id = await book();
  const before = await estimateOf(id);
  const { status, text, body: prices } = await preview(id, path, body);
  expect(status, text).toBe(200);
  expect(prices.before).toEqual(before);
  expect(await estimateOf(id), 'a preview changes nothing').toEqual(before);
  const changed = await visitor.call(method, `/partner/bookings/${id}/stops${write}`, body);
  expect(changed.status, changed.text).toBeLessThan(300);
  expect(prices.after).toEqual(await estimateOf(id));
  expect(prices.after).not.toEqual(before);
});

it('refuses an unknown address at its field', async () => {
  const asked = { location: '1 Nowhere Rd, Atlantis, NY', position: 1 };
  const { status, body } = await preview(await book(), '', asked);
  expect([status, body.code, body.param]).toEqual([422, 'address_not_found', 'location']);
});

it('refuses stops that the crew has departed for, and fewer than two stops', async () => {
  const id = await book(addresses.slice(1));
  const tooFew = await preview(id, '/removal/1');
  expect([tooFew.status, tooFew.body.code]).toEqual([422, 'too_few_stops']);
  // Assigned, then on the way to the pickup.
  for (let step = 0; step < 2; step += 1) await partner.post(`/sandbox/bookings/${id}/advance`);
  const started = await preview(id, '', { location: added, position: 0 });
  expect([started.status, started.body.code]).toEqual([422, 'stop_already_started']);
  expect(started.body.message).toContain('the stop at position 0');
});

it('does not preview bookings of another account', async () => {
  const other = await PortalClient.enter(await app.partner());
  const { status } = await other.post(`/bookings/${await book()}/stops/preview/removal/1`);
  expect(status).toBe(404);
});
