// OWASP API8:2023 Security misconfiguration: headers, CORS, methods and error texts. Every header of every kind of
// response: security-headers.test.ts. Malformed HTTP: long/hostile-http.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRoutes } from '../../support/answering-routes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { rawRequest } from '../../support/raw-http.ts';

/** What an error of a library or of the database could contain. */
const internals =
  'relation "booking" does not exist: select secret from booking at Object.run (/srv/app/src/db/pool.ts:12:3) ' +
  'fastify 5.12.8 PostgreSQL 18.4 node v20.20.2';
const leaks =
  /\bat \S+ \(|\.ts\b|\.js:\d|node_modules|\/srv\/|select .* from|relation "|fastify|postgres|node(\.js)? v?\d|FST_ERR|ECONN|typebox|ajv/i;

let test: TestApp;
/** Methods of each path. */
const methodsOf = new Map<string, string[]>();
beforeAll(async () => {
  const fail = () => Promise.reject(new Error(internals));
  test = await startTestApp({ geocoder: { forward: fail, reverse: fail } });
  for (const route of await listRoutes(test)) {
    const [method = '', path = ''] = route.split(' ');
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
  }
});
afterAll(() => test.close());

const visit = (path: string, init: RequestInit = {}) =>
  fetch(test.baseUrl + path.replace(/\{[^/]+\}/g, 'x'), { redirect: 'manual', ...init });

it('sends security headers with every response, and lets no other site read one with cookies', async () => {
  const evil = 'https://evil.example';
  const gets = [...methodsOf].filter(([, methods]) => methods.includes('GET')).map(([path]) => path);
  expect(gets.length).toBeGreaterThan(50);
  for (const path of [...gets, '/nothing-here']) {
    const { headers, body } = await visit(path, { headers: { origin: evil } });
    await body?.cancel();
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toMatch(/default-src|frame-ancestors/);
    for (const name of ['x-powered-by', 'server', 'via', 'access-control-allow-credentials'])
      expect(headers.get(name), `${name} of ${path}`).toBeNull();
    const isPage = /^\/(console|portal|crew|operator|oauth\/account|oauth\/authorize)/.test(path);
    const allowed = headers.get('access-control-allow-origin');
    if (isPage) expect(allowed, path).toBeNull();
    else expect(allowed, path).not.toBe(evil);
  }
});

it('refuses a wrong method on every path with 405 and names the right ones', async () => {
  const patterns = [...methodsOf].map(([path, accepted]) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^/]+\}/g, '[^/]+')}$`);
    return { pattern, accepted };
  });
  let refused = 0;
  for (const [path, methods] of methodsOf) {
    // `/webhooks/portal` is also a `/webhooks/{id}`, which accepts other methods.
    const known = patterns.flatMap(({ pattern, accepted }) => (pattern.test(path) ? accepted : []));
    const wrong = ['DELETE', 'PUT', 'PATCH', 'POST', 'GET'].find((method) => !known.includes(method));
    const { status, headers, body } = await visit(path, { method: wrong ?? 'OPTIONS' });
    await body?.cancel();
    const allow = (headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD');
    expect([status, allow], `${wrong} ${path}`).toEqual([405, methods.toSorted()]);
    refused += 1;
  }
  expect(refused).toBeGreaterThan(100);
});

it.each(['TRACE', 'PROPFIND', 'LOCK'])('refuses %s without an echo of the request', async (method) => {
  const head = [`${method} /account HTTP/1.1`, 'Host: localhost', 'Cookie: canary=1', 'Connection: close'];
  const { status, text } = await rawRequest(test.baseUrl, head);
  expect(status).toBe(405);
  expect(text).not.toContain('canary');
});

it('ignores headers and parameters that would replace the method', async () => {
  const partner = await test.partner();
  const { body: endpoint } = await partner.post('/webhooks', { url: 'http://127.0.0.1:9/' });
  const path = `/webhooks/${endpoint.id}`;
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    expect((await partner.get(path, { headers: { [name]: 'DELETE' } })).status, name).toBe(200);
  expect((await partner.get(`${path}?_method=DELETE`)).status).toBe(400);
  expect((await partner.get(path)).status).toBe(200);
});

it('reveals no stack, file, SQL, library or version in errors, also unexpected ones', async () => {
  const { token } = await test.partner();
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const stops = [
    { location: '350 5th Ave, New York, NY 10118' },
    { location: '1 Main St, Brooklyn, NY 11201' },
  ];
  const post = (body: string, headers: Record<string, string> = json) => ({ method: 'POST', body, headers });
  for (const [status, path, init] of [
    [500, '/quotes', post(JSON.stringify({ stops, product: 'van' }))],
    [400, '/quotes', post('{')],
    [400, '/quotes', post('{"stops":{"__proto__":1}}')],
    [400, '/oauth/token', post('{')],
    [400, '/oauth/authorize?client_id=%27%20or%201=1', {}],
    [401, '/account', {}],
    [401, '/operator/me', {}],
    [404, '/nothing-here', {}],
    [404, '/%c0%ae%c0%ae/etc/passwd', {}],
    [404, '/bookings/%00', { headers: json }],
    [406, '/account', { headers: { ...json, accept: 'text/html' } }],
    [413, '/quotes', post(JSON.stringify({ stops: 'x'.repeat(300_000) }))],
    [415, '/quotes', post('<a/>', { ...json, 'content-type': 'application/xml' })],
  ] as const) {
    const response = await visit(path, init);
    const text = await response.text();
    expect(response.status, `${path}: ${text}`).toBe(status);
    expect(text, path).not.toMatch(leaks);
    expect(JSON.stringify([...response.headers]), path).not.toMatch(leaks);
  }
  expect(test.logged(), 'operators need the details').toContain('relation \\"booking\\" does not exist');
});
