// Tracking links: what each kind of link shows, and who gets nothing.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { loseCrew } from '../../src/domain/booking/booking-crew.ts';
import { contactTrackingUrl } from '../../src/features/tracking/tracking-link.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import type { TrackingView } from '../../web/tracking/api.generated.ts';
import { startTestApp } from '../support/app.ts';
import { approveBranding } from '../support/branding.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { expectDefined } from '../support/page-response-check.ts';
import { PortalClient } from '../support/portal-client.ts';
import { type Shown, TrackingStage, tracked } from '../support/tracked-booking.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

let stage: TrackingStage;
let shown: Shown;
beforeAll(async () => {
  stage = await TrackingStage.start();
  shown = await stage.book();
});
afterAll(() => stage.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(stage.test.baseUrl + path, { headers, redirect: 'manual' });
async function view(token: string): Promise<TrackingView> {
  const answer = await get(`/track/api/${token}`);
  expect(answer.status).toBe(200);
  const body = await answer.json();
  expectDefined('GET', `/track/api/${token}`, { status: 200, body });
  return body as TrackingView;
}

const secrets = [
  'Wilhelmina',
  'Okafor',
  'wilhelmina@',
  '4155552671',
  'Seller Sam',
  'Buyer Bea',
  'sam@',
  'bea@',
  '2125550161',
  '2125550162',
  'Dock code',
  'under the mat',
  'piano',
  'SO-90210',
  'private-note',
];

describe('a tracking link', () => {
  it('opens a page without booking data and without inline scripts', async () => {
    const answer = await get(`/track/${shown.token}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-language': 'en',
      vary: 'accept-language, accept-encoding',
    });
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
    );
    expect(policy).not.toMatch(/unsafe|data:|\*|https?:/);
    const html = await answer.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
    for (const secret of [...secrets, shown.id, 'Brooklyn', 'Suite']) expect(html).not.toContain(secret);
  });

  it('uses the language of the browser or of the URL', async () => {
    const language = async (path: string, accepted: string) => {
      const answer = await get(path, { 'accept-language': accepted });
      expect(answer.headers.get('content-language')).toBe(
        /<html lang="(\w+)"/.exec(await answer.text())?.[1],
      );
      return answer.headers.get('content-language');
    };
    expect(await language(`/track/${shown.token}`, 'es-MX,es;q=0.9,en;q=0.5')).toBe('es');
    expect(await language(`/track/${shown.token}`, 'de,en;q=0.5')).toBe('en');
    expect(await language(`/track/${shown.token}?lang=es`, 'en')).toBe('es');
    expect(await language('/track/nothing', 'es')).toBe('es');
  });

  /** Without the confirmation code, which is random and may contain a unit such as 3F. */
  const textOf = (shownView: object) => JSON.stringify({ ...shownView, confirmation_code: '' });

  it('of the booking shows streets only, without house numbers, units and personal data', async () => {
    const general = await view(shown.token);
    expect(general).toMatchObject({
      stage: 'scheduled',
      sender: 'Acme Furniture',
      crew: null,
      map: { kind: 'vector', attribution: '© GeoNames' },
    });
    expect(general.stops.map(({ unit, is_yours }) => [unit, is_yours])).toEqual([
      [null, false],
      [null, false],
      [null, false],
    ]);
    const text = textOf(general);
    for (const secret of [...secrets, shown.id, 'Suite', '3F', '12B', '350 5th', '1 Main'])
      expect(text).not.toContain(secret);
  });

  it('of a contact shows the full address of that contact’s stop and only the town of the others', async () => {
    const [sellers = '', buyers = ''] = shown.contactTokens;
    const [seller, buyer] = [await view(sellers), await view(buyers)];
    expect(seller.stops.map(({ unit }) => unit)).toEqual(['Suite 7200', null, null]);
    expect(buyer.stops.map(({ unit }) => unit)).toEqual([null, null, 'Apt 12B']);
    expect(buyer.stops[2]?.place).toMatch(/^1 Main St, Brooklyn, NY$/);
    expect(buyer.stops[0]?.place).toBe('New York, NY');
    expect(textOf(buyer)).not.toMatch(/5th|Suite|3F|47th/);
    expect(textOf(seller)).not.toMatch(/Main|12B|3F|47th/);
    for (const secret of secrets) {
      expect(JSON.stringify(seller)).not.toContain(secret);
      expect(JSON.stringify(buyer)).not.toContain(secret);
    }
  });

  it('does not show an assignment that is undone within two minutes, and no message tells of it', async () => {
    const { id, token } = await stage.book();
    const unchanged = { stage: 'scheduled', crew: null, is_reassigning: false };
    await stage.mover.assign(id);
    expect(await view(token)).toMatchObject(unchanged);
    stage.clock.advance({ seconds: 90 });
    await stage.mover.move(id, (booking, now) => loseCrew(booking, { reason: 'wrong row' }, now));
    stage.clock.advance({ minutes: 10 });
    expect(await view(token)).toMatchObject(unchanged);
    await untilFollowersCaughtUp(stage.test.connection);
    const messages = stage.test.system.selectFrom('message').select('kind').where('booking_id', '=', id);
    expect(new Set((await messages.execute()).map(({ kind }) => kind))).toEqual(new Set(['booked']));
    // Partners get both changes.
    const { data } = (await stage.partner.get(`/events?booking_id=${id}`)).body;
    const types = data.map(({ type }: { type: string }) => type).join();
    expect(types).toBe('booking.created,booking.dispatched,booking.crew_changed');
    await stage.mover.assign(id);
    stage.clock.advance({ minutes: 2 });
    expect(await view(token)).toMatchObject({ stage: 'assigned', is_reassigning: false });
  });

  it('cannot be derived from another link', async () => {
    const [sellers = '', buyers = ''] = shown.contactTokens;
    const other = await stage.book();
    const swapped = (other.contactTokens[0] ?? '').slice(0, 22) + sellers.slice(22);
    const cut = [sellers.slice(0, 22), sellers.slice(22), `${sellers.slice(0, 22)}${'A'.repeat(22)}`];
    expect(buyers).not.toContain(shown.token);
    for (const token of [swapped, ...cut]) expect((await get(`/track/api/${token}`)).status, token).toBe(404);
  });

  it('signed with another key is refused', async () => {
    const { body } = await stage.partner.get(`/bookings/${shown.id}`);
    const [contact] = body.contacts as { id: string }[];
    const environment = {
      name: 'production',
      port: 0,
      publicUrl: stage.test.baseUrl,
      databaseUrl: null,
      adminMfaGraceDays: null,
    } as const;
    const strange = new KeyRing([{ id: 'k1', secret: Buffer.alloc(32, 7) }], 'production');
    const url = contactTrackingUrl({ keys: strange, environment }, shown.id, contact?.id ?? '', 'es');
    expect(url).toMatch(/\/track\/[\w-]{44}\?lang=es$/);
    expect((await fetch(url)).status).toBe(404);
    const ours = contactTrackingUrl({ keys: stage.test.keys, environment }, shown.id, contact?.id ?? '');
    expect((await fetch(ours)).status).toBe(200);
  });

  it('of a removed contact stops working', async () => {
    const { id, contactTokens } = await stage.book();
    const [, buyer] = tracked.contacts;
    expect((await stage.partner.patch(`/bookings/${id}`, { contacts: [buyer] })).status).toBe(200);
    const statuses = await Promise.all(
      contactTokens.map(async (token) => (await get(`/track/api/${token}`)).status),
    );
    expect(statuses).toEqual([404, 200]);
  });

  it('that is unknown returns a help page, in either language', async () => {
    for (const [language, words] of [
      ['en', 'We cannot find this delivery'],
      ['es', 'No encontramos esta entrega'],
    ] as const) {
      for (const path of ['/track/AAAAAAAAAAAAAAAAAAAAAA', '/track/x', '/track/', '/track', '/track/%00']) {
        const answer = await get(path, { 'accept-language': language });
        expect(answer.status, path).toBe(404);
        const html = await answer.text();
        expect(html).toContain(words);
        expect(html).toContain(`<html lang="${language}">`);
        expect(html).not.toMatch(/<script|<style| style=/);
      }
    }
  });

  it('expires 14 days after the delivery, with a page that explains it and names the help contact', async () => {
    await approveBranding(stage.partner, await OperatorClient.enter(stage.test, 'admin'));
    const ending = await stage.book();
    expect((await stage.partner.post(`/bookings/${ending.id}/cancel`)).status).toBe(200);
    const { expires_at, stage: where, cancellation } = await view(ending.token);
    expect({ where, cancellation }).toMatchObject({
      where: 'cancelled',
      cancellation: { because: 'requested' },
    });
    const before = stage.clock.now();
    expect(Date.parse(expires_at ?? '') - before.getTime()).toBe(14 * 86_400_000);
    stage.clock.advance({ days: 13, hours: 23 });
    expect((await get(`/track/${ending.token}`)).status).toBe(200);
    stage.clock.advance({ hours: 1 });
    const page = await get(`/track/${ending.token}`, { 'accept-language': 'es' });
    expect(page.status).toBe(410);
    const html = await page.text();
    expect(html).toContain('Este enlace ha caducado');
    expect(html).toContain('<p class="detail"><span>¿Preguntas? Comuníquese con Acme Home.</span>');
    const contacts = ['tel:+14155550132', 'mailto:help@acme.example', 'https://acme.example/help'];
    for (const contact of contacts) expect(html).toContain(`href="${contact}"`);
    expect(html).toContain('>+1 415-555-0132</a>');
    for (const token of [ending.token, ...ending.contactTokens]) {
      const answer = await get(`/track/api/${token}`);
      expect(answer.status).toBe(410);
      expect(await answer.json()).toMatchObject({ code: 'link_expired' });
      expect((await get(`/track/api/${token}/stream`)).status).toBe(410);
    }
    // The link of a booking that has not ended does not expire.
    expect((await get(`/track/api/${shown.token}`)).status).toBe(200);
    stage.clock.set(before);
  });

  it('refuses cross-site requests for its data', async () => {
    const answer = await get(`/track/api/${shown.token}`, { origin: 'https://elsewhere.example' });
    expect(answer.status).toBe(403);
    expect((await get(`/track/api/${shown.token}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await get(`/track/api/${shown.token}?x=1`)).status).toBe(400);
    expect((await fetch(`${stage.test.baseUrl}/track/api/${shown.token}`, { method: 'POST' })).status).toBe(
      405,
    );
  });

  it('is looked up by a role that can read no other booking data', async () => {
    const pool = createPool(stage.test.connection, { role: 'waybill_identity', max: 1, onError: () => {} });
    try {
      const { rows } = await pool.query('select id, account_id, share_token from booking');
      expect(rows.length).toBeGreaterThan(0);
      for (const column of ['wire', 'customer', 'crew', '*'])
        await expect(pool.query(`select ${column} from booking`)).rejects.toThrow('permission denied');
      await expect(pool.query('select id from booking_contact')).rejects.toThrow('permission denied');
    } finally {
      await pool.end();
    }
  });

  it('does not appear in the log', () => {
    for (const token of [shown.token, ...shown.contactTokens])
      expect(stage.test.logged()).not.toContain(token);
  });
});

describe('guessing tracking links', () => {
  it('is rate limited after 30 unknown links, with Retry-After and a page that explains it', async () => {
    const guessed = await TrackingStage.start();
    try {
      const { token } = await guessed.book();
      const tryOnce = (path: string) => fetch(guessed.test.baseUrl + path);
      for (let count = 0; count < 30; count += 1)
        expect((await tryOnce(`/track/api/AAAAAAAAAAAAAAAAAAAAA${count % 10}`)).status).toBe(404);
      const refused = await tryOnce(`/track/${token}`);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.text()).toContain('One moment, please');
      const api = await tryOnce(`/track/api/${token}`);
      expect(api.status).toBe(429);
      expect(await api.json()).toMatchObject({ code: 'rate_limit_exceeded' });
    } finally {
      await guessed.close();
    }
  });
});

describe('a sandbox tracking link', () => {
  it('shows only that it is a sandbox link, for known and unknown tokens', async () => {
    const sandbox = await startTestApp({ environment: 'sandbox' });
    try {
      const partner = await sandbox.partner();
      const { body } = await partner.post('/bookings', { ...tracked, arrival_window_from: inAnHour() });
      const token = new URL(body.share_url).pathname.replace('/track/', '');
      for (const [language, words] of [
        ['en', 'This is a sandbox link'],
        ['es', 'Este enlace es del entorno de pruebas'],
      ] as const) {
        const pages = await Promise.all(
          [token, 'AAAAAAAAAAAAAAAAAAAAAA'].map(async (each) => {
            const answer = await fetch(`${sandbox.baseUrl}/track/${each}`, {
              headers: { 'accept-language': language },
            });
            expect(answer.status).toBe(200);
            return answer.text();
          }),
        );
        expect(pages[0]).toContain(words);
        expect(pages[0]).toBe(pages[1]);
        for (const secret of [...secrets, 'Brooklyn', body.hid]) expect(pages[0]).not.toContain(secret);
      }
      for (const path of [`/track/api/${token}`, `/track/api/${token}/stream`])
        expect((await fetch(sandbox.baseUrl + path)).status).toBe(404);
    } finally {
      await sandbox.close();
    }
  });
});

describe('the tracking preview in the portal of the sandbox', () => {
  it('shows the bookings of the own account only, with what the share link would show, to sessions that may read', async () => {
    const sandbox = await startTestApp({ environment: 'sandbox' });
    try {
      const { client } = await sandbox.organization('Acme Furniture');
      const partner = await sandbox.partner({ client });
      const visitor = await PortalClient.enter(partner);
      const book = async () =>
        (await partner.post('/bookings', { ...tracked, arrival_window_from: inAnHour() })).body;
      const [first, second] = [await book(), await book()];
      const { body: list } = await visitor.get('/bookings');
      expect(list).toMatchObject({ data: [{ id: second.id, stop_count: 3 }, { id: first.id }], next: null });
      for (const search of [first.hid.toLowerCase(), first.id])
        expect((await visitor.get(`/bookings?search=${search}`)).body.data).toMatchObject([{ id: first.id }]);
      expect((await visitor.get('/bookings?search=nothing')).body.data).toEqual([]);
      expect((await visitor.get(`/bookings?after=${second.id}`)).body.data).toMatchObject([{ id: first.id }]);

      for (let step = 0; step < 2; step += 1) await partner.post(`/sandbox/bookings/${first.id}/advance`);
      const { status, body, text } = await visitor.get(`/bookings/${first.id}/tracking`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        confirmation_code: first.hid,
        sender: 'Acme Furniture',
        stage: 'on_the_way',
        stops: [{ state: 'driving', is_yours: false }, { state: 'waiting' }, { state: 'waiting' }],
      });
      for (const secret of secrets) expect(text).not.toContain(secret);
      // The test clock of the account applies.
      await partner.post('/sandbox/clock/advance', { seconds: 86_400 });
      const later = (await visitor.get(`/bookings/${first.id}/tracking`)).body;
      expect(Date.parse(later.now) - Date.now()).toBeGreaterThan(86_000_000);

      const stranger = await PortalClient.enter(await sandbox.partner());
      const unknown = await stranger.get(`/bookings/${randomUUID()}/tracking`);
      for (const path of [`/bookings/${first.id}/tracking`, `/bookings/${first.id}/tracking/stream`])
        expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.get(`/bookings/${first.id}/tracking`)).body.message).toBe(unknown.body.message);
      expect((await stranger.get('/bookings')).body.data).toEqual([]);
      const writer = await PortalClient.enter(await sandbox.partner({ client, scope: 'org:write' }));
      for (const path of ['/bookings', `/bookings/${first.id}/tracking`])
        expect((await writer.get(path)).status).toBe(403);
      expect((await fetch(`${sandbox.baseUrl}/portal/api/bookings/${first.id}/tracking`)).status).toBe(401);
    } finally {
      await sandbox.close();
    }
  });

  it('is the tracking page under its own policy, without data, and does not exist in production', async () => {
    const sandbox = await startTestApp({
      environment: 'sandbox',
      variables: { MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAP_TILE_ATTRIBUTION: 'Maps' },
    });
    try {
      const page = await fetch(`${sandbox.baseUrl}/portal/bookings/${randomUUID()}/tracking`);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("img-src 'self' https://tiles.example");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(await page.text()).toContain('<title>Your delivery');
    } finally {
      await sandbox.close();
    }
    const { cookie } = await PortalClient.enter(stage.partner);
    const inProduction = await fetch(`${stage.test.baseUrl}/portal/api/bookings/${randomUUID()}/tracking`, {
      headers: { cookie: cookie ?? '' },
    });
    expect(inProduction.status).toBe(404);
  });
});

const inAnHour = () => new Date(Date.now() + 90 * 60_000).toISOString();
