// Every route, called by every kind of caller without permission. Routes are read from the router, so that new ones are
// included automatically.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRoutes } from '../support/answering-routes.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { drawLogo, uploadLogo } from '../support/branding.ts';
import { CrewPhone, linkFor } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan, formCrew } from '../support/operator-actions.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { PortalClient, requestPortalLink } from '../support/portal-client.ts';
import { exampleBody, type Surface, surfaceOf } from '../support/route-surfaces.ts';

type Headers = Readonly<Record<string, string>>;
interface Caller {
  readonly name: string;
  /** The group of routes that accepts these credentials. */
  readonly surface: Surface | null;
  readonly headers: Headers;
}

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const parameterCount = (route: string) => route.split('/').filter((part) => part.startsWith('{')).length;

describe('every route', () => {
  let test: TestApp;
  let routes: readonly { route: string; method: string; path: string; surface: Surface | null }[];
  let owner: ApiClient;
  let otherPartner: ApiClient;
  const callers: Caller[] = [];
  /** Resources of the owner, by path segment. */
  let owned: Readonly<Record<string, string>>;
  /** Sessions by cookie, with their CSRF tokens. */
  const pages: { surface: Surface; headers: Headers; csrf: string }[] = [];

  beforeAll(async () => {
    const variables = { RATE_LIMIT_REQUESTS: '1000000', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' };
    test = await startTestApp({ variables });
    const sandbox = await startTestApp({ environment: 'sandbox' });
    routes = (await listRoutes(test)).map((route) => {
      const [method = '', path = ''] = route.split(' ');
      return { route, method, path, surface: surfaceOf(route) };
    });
    owner = await test.partner();
    otherPartner = await test.partner();
    const operator = await OperatorClient.enter(test, 'admin');
    owned = await createResources(operator);
    await createSessions(operator);
    const revoked = await test.partner();
    await revoked.post('/oauth/revoke', { token: revoked.token });
    const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` });
    const sandboxPartner = await sandbox.partner();
    await sandbox.close();
    callers.push(
      { name: 'no credentials', surface: null, headers: {} },
      { name: 'an invalid token', surface: null, headers: bearer('garbage') },
      { name: 'a revoked token', surface: null, headers: bearer(revoked.token) },
      { name: 'a sandbox token', surface: null, headers: bearer(sandboxPartner.token) },
      { name: 'a partner', surface: 'partner', headers: bearer(otherPartner.token) },
      { name: 'an administrator', surface: 'operator', headers: operator.headers },
      ...pages.map(({ surface, headers, csrf }) => ({
        name: `a session of the ${surface}`,
        surface,
        headers: { ...headers, 'x-csrf-token': csrf },
      })),
    );
  });
  afterAll(() => test.close());

  async function createResources(operator: OperatorClient): Promise<Record<string, string>> {
    const booking = await bookVan(owner, { order_number: 'of-the-owner' });
    const quote = (
      await owner.post('/quotes', {
        stops: [
          { location: '350 5th Ave, New York, NY 10118' },
          { location: '1 Main St, Brooklyn, NY 11201' },
        ],
        product: 'van',
      })
    ).body;
    const endpoint = (await owner.post('/webhooks', { url: 'http://127.0.0.1:9/of-the-owner' })).body;
    const [event] = await queryAsOwner<{ id: string }>(test.connection, 'select id from event limit 1');
    await operator.get('/session');
    const logo = await uploadLogo(await PortalClient.enter(owner), await drawLogo());
    expect(logo.status).toBe(201);
    return {
      bookings: booking.id,
      quotes: quote.id,
      webhooks: endpoint.id,
      endpoints: endpoint.id,
      events: event?.id ?? '',
      branding: String(logo.body['url']).split('/').at(-1) ?? '',
    };
  }

  async function createSessions(operator: OperatorClient): Promise<void> {
    const visitor = await PortalClient.enter(otherPartner);
    pages.push({
      surface: 'portal',
      headers: { cookie: visitor.cookie ?? '' },
      csrf: visitor.csrfToken ?? '',
    });
    const { members } = await formCrew(operator);
    const phone = await CrewPhone.enter(operator, members[0].id);
    pages.push({ surface: 'crew', headers: { cookie: phone.cookie ?? '' }, csrf: phone.csrfToken ?? '' });
    const { email, password } = await newOperator(test, 'admin');
    const signedIn = await new OperatorClient(test.baseUrl).post('/sessions', { email, password });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    pages.push({ surface: 'operator', headers: { cookie }, csrf: signedIn.body.csrf_token });
  }

  const address = (path: string, id: string) =>
    path
      .replace('{id}|{booking_id}', id)
      .replaceAll('{position}', '1')
      .replaceAll('{month}', '2026-01')
      .replaceAll(/\{\w+\}/g, id);
  const call = async (method: string, path: string, headers: Headers, body?: unknown) => {
    const isWrite = method !== 'GET';
    const response = await fetch(test.baseUrl + path, {
      method,
      redirect: 'manual',
      ...(isWrite && { body: JSON.stringify(body ?? {}) }),
      headers: { ...(isWrite && { 'content-type': 'application/json', origin: test.baseUrl }), ...headers },
    });
    // A stream does not end.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream ? '' : await response.text();
    if (isStream) await response.body?.cancel();
    return { status: response.status, text };
  };
  const routesOf = (surface: Surface) => routes.filter((each) => each.surface === surface);

  it('is assigned to a group of credentials', () => {
    expect(routes.filter(({ surface }) => surface === null).map(({ route }) => route)).toEqual([]);
    for (const surface of ['partner', 'operator', 'portal', 'crew', 'open'] as const)
      expect(routesOf(surface).length, surface).toBeGreaterThan(4);
  });

  it('returns 401 for credentials of other groups', async () => {
    let cells = 0;
    for (const { route, method, path, surface } of routes) {
      if (surface === 'open') continue;
      for (const caller of callers) {
        if (caller.surface === surface) continue;
        const { status, text } = await call(
          method,
          address(path, unknown),
          caller.headers,
          exampleBody(route),
        );
        expect(status, `${route} by ${caller.name}: ${text.slice(0, 200)}`).toBe(401);
        cells += 1;
      }
    }
    expect(cells).toBeGreaterThan(500);
  });

  it('returns the same bytes for resources of other accounts and unknown ids', async () => {
    const audited = () => queryAsOwner(test.connection, 'select count(*) from audit_entry');
    const before = await audited();
    for (const { route, method, path } of [...routesOf('partner'), ...routesOf('portal')]) {
      if (parameterCount(path) === 0) continue;
      // The portal offers operations of partners under /partner.
      const named = path.replace(/^\/portal\/api(\/partner)?|^\/sandbox/, '').split('/')[1] ?? '';
      // Months have no owner; deliveries, keys, members and requests have their own tests.
      if (['billing', 'deliveries', 'keys', 'members', 'requests'].includes(named)) continue;
      const id = owned[named];
      expect(id, `${route}: this test has no resource of this kind`).toBeTruthy();
      const page = pages.find(({ surface }) => surface === 'portal');
      const headers = path.startsWith('/portal')
        ? { ...page?.headers, 'x-csrf-token': page?.csrf ?? '' }
        : { authorization: `Bearer ${otherPartner.token}` };
      const ask = (which: string) => call(method, address(path, which), headers, exampleBody(route));
      const [foreign, missing] = [await ask(id ?? ''), await ask(unknown)];
      expect(foreign, route).toEqual(missing);
      expect(foreign.status, `${route}: ${foreign.text}`).toBeGreaterThanOrEqual(400);
      expect(foreign.text).not.toContain(id);
    }
    expect(await audited()).toEqual(before);
  });

  it('refuses cookie-authenticated writes from other sites or without the CSRF token', async () => {
    const audited = () => queryAsOwner(test.connection, 'select count(*) from audit_entry');
    const before = await audited();
    for (const { surface, headers, csrf } of pages) {
      const others = pages.filter((page) => page.csrf !== csrf).map((page) => page.csrf);
      const attacks: Readonly<Record<string, Headers>> = {
        'without the token': {},
        'with an empty token': { 'x-csrf-token': '' },
        'with the token of another session': { 'x-csrf-token': others[0] ?? '' },
        'from another site': { 'x-csrf-token': csrf, origin: 'https://evil.example' },
        'from a page without an origin': { 'x-csrf-token': csrf, origin: 'null' },
        'from another site, by Sec-Fetch-Site': { 'x-csrf-token': csrf, 'sec-fetch-site': 'cross-site' },
        'from another port of this machine': { 'x-csrf-token': csrf, 'sec-fetch-site': 'same-site' },
      };
      for (const { route, method, path } of routesOf(surface)) {
        if (method === 'GET') continue;
        for (const [how, attack] of Object.entries(attacks)) {
          const { status, text } = await call(
            method,
            address(path, unknown),
            { ...headers, ...attack },
            exampleBody(route),
          );
          expect(status, `${route} ${how}: ${text}`).toBe(403);
          expect(text).toContain('request_not_trusted');
        }
      }
    }
    expect(await audited()).toEqual(before);
  });

  it('for sign-in creates a new session and ignores a planted cookie', async () => {
    const operator = await OperatorClient.enter(test, 'admin');
    const { members } = await formCrew(operator);
    const account = await newOperator(test, 'viewer');
    const signIns: readonly [string, () => Promise<unknown>][] = [
      ['/operator/sessions', async () => ({ email: account.email, password: account.password })],
      ['/portal/api/session', async () => ({ token: await requestPortalLink(owner) })],
      ['/crew/api/session', async () => ({ token: await linkFor(operator, members[1].id) })],
    ];
    for (const [path, body] of signIns) {
      const surface = path.split('/')[1] as Surface;
      const page = pages.find((each) => each.surface === surface);
      const [name = ''] = (page?.headers['cookie'] ?? '').split('=');
      const planted = `${name}=planted-by-an-attacker`;
      const response = await fetch(test.baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: test.baseUrl, cookie: planted },
        body: JSON.stringify(await body()),
      });
      const [line = ''] = response.headers.getSetCookie();
      expect(response.ok, path).toBe(true);
      expect(line.startsWith(`${name}=`), line).toBe(true);
      expect(line).not.toContain('planted');
      expect(line).toMatch(/HttpOnly/i);
      expect(line).toMatch(/SameSite=(Lax|Strict)/i);
      const probe = routesOf(surface).find(({ route }) => /GET .*\/session$/.test(route));
      expect((await call('GET', probe?.path ?? '', { cookie: planted })).status, path).toBe(401);
      expect((await call('GET', probe?.path ?? '', { cookie: line.split(';')[0] ?? '' })).status).toBe(200);
    }
  });
});
