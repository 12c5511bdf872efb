// Bookings, quotes, windows, addresses and statements in the portal: the partner operations with the rights of the session.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/issue-client.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { PortalClient } from '../support/portal-client.ts';
import { until } from '../support/until.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const pickup = '350 5th Ave, New York, NY 10118';
const dropoff = '1 Main St, Brooklyn, NY 11201';

let test: TestApp;
let client: IssuedClient;
let partner: ApiClient;
let visitor: PortalClient;
beforeAll(async () => {
  test = await startTestApp();
  test.app.worker.start();
  ({ client } = await test.organization('Acme Furniture'));
  partner = await test.partner({ client });
  visitor = await PortalClient.enter(partner);
});
afterAll(() => test.close());

const key = () => ({ headers: { 'idempotency-key': randomUUID() } });

/** Quote, window, booking: the steps of the portal. */
async function book(order: object = {}, options = key()) {
  const quotes = await visitor.post('/partner/quotes/batch', {
    stops: [
      { location: pickup, instructions: 'Loading dock' },
      { location: dropoff, address2: '4B' },
    ],
  });
  expect(quotes.status, quotes.text).toBe(201);
  const quote = quotes.body.data.find(({ product }: { product: string }) => product === 'van');
  const schedule = await visitor.post('/partner/schedule', { quote_id: quote.id });
  expect(schedule.status, schedule.text).toBe(200);
  const window = schedule.body.data.find(
    ({ available, ondemand }: { available: boolean; ondemand: boolean }) => available && !ondemand,
  );
  const body = { quote_id: quote.id, arrival_window_id: window.id, ...order };
  const created = await visitor.post('/partner/bookings', body, options);
  expect(created.status, created.text).toBe(201);
  return { ...created, sent: body };
}

describe('a booking that is created in the portal', () => {
  it('is the booking that the API returns, with events and an audit entry in the name of the client', async () => {
    const { body, headers } = await book({
      order_number: 'SO-1',
      customer: { name: 'Zora Quill', phone_number: '+12125550142' },
    });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toMatchObject({ state: 'created', product: 'van', order_number: 'SO-1' });
    expect((await partner.get(`/bookings/${body.id}`)).body).toEqual(body);
    expect((await visitor.get(`/partner/bookings/${body.id}`)).body).toEqual(body);
    await untilFollowersCaughtUp(test.connection);
    const events = (await visitor.get(`/partner/events?booking_id=${body.id}`)).body.data;
    expect(events).toMatchObject([{ type: 'booking.created' }]);
    const audits = await queryAsOwner(
      test.connection,
      'select action, actor_kind, actor_id from audit_entry where subject_id = $1',
      [body.id],
    );
    expect(audits).toEqual([{ action: 'booking.created', actor_kind: 'client', actor_id: client.clientId }]);
  });

  it('is created once for retries with the same key', async () => {
    const options = key();
    const { body, sent } = await book({ order_number: 'SO-once' }, options);
    const again = await visitor.post('/partner/bookings', sent, options);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(body);
    const other = await visitor.post('/partner/bookings', { ...sent, order_number: 'SO-two' }, options);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect((await visitor.get('/bookings?search=SO-once')).body.data).toHaveLength(1);
  });

  it('is refused with the parameter at fault', async () => {
    const unknown = await visitor.post('/partner/quotes/batch', {
      stops: [{ location: pickup }, { location: '1 Nowhere Rd, Atlantis, NY' }],
    });
    expect(unknown.status).toBe(422);
    expect(unknown.body).toMatchObject({ code: 'address_not_found', param: 'stops[1].location' });
    const tip = await visitor.post('/partner/bookings', {
      quote_id: randomUUID(),
      arrival_window_id: randomUUID(),
      tip: 5,
    });
    expect(tip.status).toBe(400);
    expect(tip.body.param).toBe('tip');
  });

  it('is not in the request log, which lists the requests of the partner’s own systems', async () => {
    await book({ order_number: 'SO-unlogged' });
    await visitor.get(`/partner/bookings/${randomUUID()}`);
    expect((await partner.post('/quotes', {})).status).toBe(400);
    const paths = await until(
      async () => (await visitor.get('/requests')).body.data.map(({ path }: { path: string }) => path),
      (found: string[]) => found.includes('/quotes'),
    );
    expect(paths.filter((path: string) => path.startsWith('/portal'))).toEqual([]);
  });
});

describe('the list of bookings', () => {
  it('is searched by code, order number, customer and address, and filtered by state', async () => {
    const { body: wanted } = await book({
      order_number: 'SO-77',
      customer: { name: 'Élodie Marchetti', phone_number: '+12125550177' },
    });
    await book({ order_number: 'SO-78' });
    const find = async (query: string) =>
      (await visitor.get(`/bookings?${query}`)).body.data.map(({ id }: { id: string }) => id);
    for (const search of [wanted.hid.toLowerCase(), wanted.id, 'SO-77'])
      expect(await find(`search=${search}`), search).toEqual([wanted.id]);
    await untilFollowersCaughtUp(test.connection);
    expect(await find('search=elodie%20march')).toEqual([wanted.id]);
    expect(await find('search=elodie%20brooklyn')).toEqual([wanted.id]);
    expect(await find('search=elodie%20boston')).toEqual([]);

    await visitor.post(`/partner/bookings/${wanted.id}/cancel`, { cancel_reason: 'other' }, key());
    expect(await find('state=cancelled')).toEqual([wanted.id]);
    expect(await find('state=created&search=SO-77')).toEqual([]);
    expect((await visitor.get('/bookings?state=lost')).body.param).toBe('state');
  });

  it('is filtered by the day at the place of each booking, and names the time zone of the newest one', async () => {
    const { body } = await book();
    // In New York still the day before: 20:30 on January 14.
    await queryAsOwner(test.connection, 'update booking set window_starts_at = $1 where id = $2', [
      '2030-01-15T01:30:00Z',
      body.id,
    ]);
    const page = async (query: string) => (await visitor.get(`/bookings?${query}`)).body;
    const find = async (query: string) => (await page(query)).data.map(({ id }: { id: string }) => id);
    expect(await find('first_day=2030-01-14&last_day=2030-01-14')).toEqual([body.id]);
    expect(await find('first_day=2030-01-15')).toEqual([]);
    expect(await find('last_day=2030-01-13')).not.toContain(body.id);
    expect((await page('first_day=2030-01-15')).time_zone).toBe('America/New_York');
    expect((await visitor.get('/bookings?first_day=today')).body.param).toBe('first_day');
  });

  it('has what a person needs: window with time zone, customer and price', async () => {
    const { body } = await book({ customer: { name: 'Ada', phone_number: '+12125550143' } });
    const [low, high = low] = body.quote.fare_estimate;
    const shown = (await visitor.get(`/bookings/${body.id}`)).body;
    expect(shown).toMatchObject({
      hid: body.hid,
      customer_name: 'Ada',
      time_zone: 'America/New_York',
      window_starts_at: body.arrival_window.start_at,
      estimate_low_cents: low.total,
      estimate_high_cents: high.total,
      fare_cents: null,
    });
    expect((await visitor.get('/bookings')).body.data[0]).toEqual(shown);
  });
});

describe('a booking in the portal', () => {
  it('is changed and cancelled, with the fee shown before', async () => {
    const { body } = await book();
    const path = `/partner/bookings/${body.id}`;
    const changed = await visitor.call('PATCH', path, { order_number: 'SO-9', description: 'Sofa' }, key());
    expect(changed.body).toMatchObject({ order_number: 'SO-9', description: 'Sofa' });
    const stop = await visitor.call('PATCH', `${path}/stops/1`, { instructions: 'Ring twice' }, key());
    expect(stop.body.route[1].instructions).toBe('Ring twice');
    expect((await visitor.get(`${path}/cancellation`)).body).toMatchObject({ cancellable: true, fee: 0 });
    const cancelled = await visitor.post(`${path}/cancel`, { cancel_reason: 'im_not_ready' }, key());
    expect(cancelled.body.state).toBe('cancelled');
    const again = await visitor.post(`${path}/cancel`, {}, key());
    expect([again.status, again.body.code]).toEqual([409, 'booking_already_cancelled']);
  });

  it('belongs to its account, and to sessions with the right scopes and a CSRF token', async () => {
    const { body } = await book();
    const path = `/partner/bookings/${body.id}`;
    const stranger = await PortalClient.enter(await test.partner());
    for (const each of [path, `${path}/cancellation`, `/bookings/${body.id}`])
      expect((await stranger.get(each)).status, each).toBe(404);
    expect((await stranger.post(`${path}/cancel`, {})).status).toBe(404);
    expect((await stranger.get(`/bookings?search=${body.hid}`)).body.data).toEqual([]);
    expect((await stranger.get('/bookings?search=brooklyn')).body.data).toEqual([]);

    // Portal links need write access, so a session may lack read access, but not the reverse.
    const writer = await PortalClient.enter(await test.partner({ client, scope: 'org:write' }));
    for (const each of [path, '/bookings', '/partner/billing/statements', `/bookings/${body.id}`])
      expect((await writer.get(each)).status, each).toBe(403);
    const forged = await visitor.post(`${path}/cancel`, {}, { headers: { 'x-csrf-token': 'forged' } });
    expect(forged.status).toBe(403);
    const foreign = await visitor.post(`${path}/cancel`, {}, { headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect((await fetch(`${test.baseUrl}/portal/api${path}`)).status).toBe(401);
    const bearer = await fetch(`${test.baseUrl}/portal/api${path}`, {
      headers: { authorization: `Bearer ${partner.token}` },
    });
    expect(bearer.status, 'a token is no session').toBe(401);
    expect((await partner.get(`/bookings/${body.id}`)).body.state).toBe('created');
  });
});

describe('address suggestions', () => {
  it('are addresses of own bookings, then what the geocoder found, with the reason if it found nothing', async () => {
    await book();
    const suggest = async (text: string, by = visitor) =>
      (await by.get(`/addresses?text=${encodeURIComponent(text)}`)).body;
    expect(await suggest('350 5')).toEqual({
      data: [{ address: '350 5th Ave, New York, NY 10118', source: 'known' }],
      reason: null,
    });
    const stranger = await PortalClient.enter(await test.partner());
    expect(await suggest('350 5', stranger)).toEqual({ data: [], reason: null });
    const found = await suggest('200 broadway, new york, ny', stranger);
    expect(found.data).toMatchObject([{ source: 'found' }]);
    expect(found.data[0].address).toMatch(/New York, NY/);
    const missing = await suggest('1 Nowhere Rd, Sacremento, CA', stranger);
    expect(missing.reason).toContain('Sacremento');
    expect(await suggest('%%%%', visitor)).toEqual({ data: [], reason: null });
  });
});
