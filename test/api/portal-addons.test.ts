// Add-ons in the portal: what can be chosen, with the prices of the organization, and the price of a booking with them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PortalClient } from '../support/portal-client.ts';

const DAY_MS = 24 * 60 * 60_000;
const route = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};

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

interface Offered {
  readonly slug: string;
  readonly name: string;
  readonly amount_cents: number;
}

it('lists the add-ons of a quote with the amounts that a quote with them then has', async () => {
  const { body: quote } = await partner.post('/quotes', route);
  const { status, text, body } = await visitor.get(`/quotes/${quote.id}/addons`);
  expect(status, text).toBe(200);
  const offered: readonly Offered[] = body.data;
  const slugs = offered.map(({ slug }) => slug);
  expect(slugs).toContain('assembly');
  const all = await partner.post('/quotes', { ...route, addons: slugs });
  expect(all.body.addons).toEqual(
    offered.map(({ amount_cents, ...addon }) => ({ ...addon, amount: amount_cents })),
  );
});

it('previews the price of a booking with other add-ons, which the change then has', async () => {
  const { body: booking } = await partner.post('/bookings', {
    ...route,
    addons: ['assembly'],
    arrival_window_from: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  });
  const offered = await visitor.get(`/bookings/${booking.id}/addons`);
  expect(offered.body.data.filter(({ slug }: Offered) => slug === 'assembly')).toHaveLength(1);
  expect(offered.body.data.length).toBeGreaterThan(1);
  const addons = ['assembly', 'haul_away'];
  const preview = await visitor.post(`/bookings/${booking.id}/addons/preview`, { addons });
  expect(preview.status, preview.text).toBe(200);
  const [low, high] = booking.quote.fare_estimate.map(({ total }: { total: number }) => total);
  expect(preview.body.before).toEqual({ low_cents: low, high_cents: high });
  const unchanged = await partner.get(`/bookings/${booking.id}`);
  expect(unchanged.body.quote.addons, 'a preview changes nothing').toHaveLength(1);
  const { body: changed } = await visitor.call('PATCH', `/partner/bookings/${booking.id}`, { addons });
  const [newLow, newHigh] = changed.quote.fare_estimate.map(({ total }: { total: number }) => total);
  expect(preview.body.after).toEqual({ low_cents: newLow, high_cents: newHigh });
  expect(newLow).toBe(low + 5_900);
});

it('shows add-ons of its own account only', async () => {
  const { body: quote } = await partner.post('/quotes', route);
  const other = await PortalClient.enter(await app.partner());
  expect((await other.get(`/quotes/${quote.id}/addons`)).status).toBe(404);
  expect((await other.get('/quotes/none/addons')).status).toBe(404);
});
