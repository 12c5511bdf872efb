// OWASP API8:2023 Security misconfiguration: headers, CORS, methods and error texts on every open route.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRoutes } from '../../support/answering-routes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { surfaceOf } from '../../support/route-surfaces.ts';

let test: TestApp;
let gets: string[];
beforeAll(async () => {
  test = await startTestApp();
  const routes = await listRoutes(test);
  gets = routes.filter((route) => route.startsWith('GET ')).map((route) => route.slice(4));
});
afterAll(() => test.close());

const evil = 'https://evil.example';
const visit = (path: string, init: RequestInit = {}) =>
  fetch(test.baseUrl + path.replace(/\{[^/]+\}/g, 'x'), { redirect: 'manual', ...init });

it('sends security headers with every response, also with errors', async () => {
  for (const path of [...gets, '/nothing-here']) {
    const response = await visit(path);
    await response.body?.cancel();
    expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(response.headers.get('content-security-policy'), path).toMatch(/default-src|frame-ancestors/);
    expect(response.headers.get('x-powered-by'), path).toBeNull();
    expect(response.headers.get('server'), path).toBeNull();
  }
});

it('lets no other site read a response with cookies', async () => {
  for (const path of gets) {
    const response = await visit(path, { headers: { origin: evil } });
    await response.body?.cancel();
    expect(response.headers.get('access-control-allow-credentials'), path).toBeNull();
    expect(response.headers.get('access-control-allow-origin'), path).not.toBe(evil);
    const isPage = /^\/(console|portal|crew|operator|oauth\/account|oauth\/authorize)/.test(path);
    if (isPage) expect(response.headers.get('access-control-allow-origin'), path).toBeNull();
  }
});

it('refuses other methods with 405 and names the allowed ones', async () => {
  for (const path of gets.filter((each) => surfaceOf(`GET ${each}`) === 'open').slice(0, 12)) {
    const response = await visit(path, { method: 'PROPFIND' }).catch(() => null);
    await response?.body?.cancel();
    if (response) expect([400, 404, 405, 501], path).toContain(response.status);
  }
  const { status, headers } = await visit('/account', { method: 'OPTIONS' });
  expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
});

it('reveals no stack, path, SQL or version in errors', async () => {
  for (const [path, init] of [
    ['/nothing-here', {}],
    ['/bookings/%00', {}],
    ['/%c0%ae%c0%ae/etc/passwd', {}],
    ['/oauth/token', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    ['/oauth/authorize?client_id=%27%20or%201=1', {}],
  ] as const) {
    const response = await visit(path, init);
    expect(response.status, path).toBeGreaterThanOrEqual(400);
    expect(response.status, path).toBeLessThan(500);
    expect(await response.text(), path).not.toMatch(
      /\bat .*\.ts|node_modules|select .* from|fastify|postgres/i,
    );
  }
});
