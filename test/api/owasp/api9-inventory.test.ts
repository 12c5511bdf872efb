// OWASP API9:2023 Improper inventory management: every route is described or in the list of pages, and no route is for
// debugging.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRoutes } from '../../support/answering-routes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { surfaceOf } from '../../support/route-surfaces.ts';

let test: TestApp;
let sandbox: TestApp;
let routes: string[];
beforeAll(async () => {
  test = await startTestApp();
  sandbox = await startTestApp({ environment: 'sandbox' });
  routes = await listRoutes(test);
});
afterAll(async () => {
  await sandbox.close();
  await test.close();
});

it('has every route in a description or in the list of pages', () => {
  expect(routes.length).toBeGreaterThan(100);
  expect(routes.filter((route) => surfaceOf(route) === null)).toEqual([]);
});

it('describes no operation that does not exist', async () => {
  const described = async (path: string) => {
    const { paths } = (await (await fetch(test.baseUrl + path)).json()) as { paths: Record<string, object> };
    return Object.entries(paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
    );
  };
  const known = new Set(
    routes.map((route) => route.replace('{id}|{booking_id}', '{}').replace(/\{\w+\}/g, '{}')),
  );
  for (const route of [...(await described('/openapi.json')), ...(await described('/operator/openapi.json'))])
    expect(known, route).toContain(route.replace(/\{\w+\}/g, '{}'));
});

it('has no route for debugging, metrics or administration beside the described ones', () => {
  expect(
    routes.filter((route) => /debug|trace|metrics|admin|test|internal|graphql|phpinfo|\.env/i.test(route)),
  ).toEqual(routes.filter((route) => /^POST \/portal\/api\/endpoints\/\{id\}\/test$/.test(route)));
});

it('has the routes of the sandbox in the sandbox only', async () => {
  const extra = (await listRoutes(sandbox)).filter((route) => !routes.includes(route));
  expect(extra.length).toBeGreaterThan(0);
  const portal = (await test.anonymous.get('/portal')).text;
  for (const route of extra) {
    const [method = '', path = ''] = route.split(' ');
    const { status, text } = await test.anonymous.call(method, path.replace(/\{[^/]+\}/g, 'x'));
    // The portal is one page for all its paths: production has no preview of the tracking page.
    if (/^\/portal\/(?!api\/)/.test(path)) expect(text, route).toBe(portal);
    else expect(status, route).toBe(404);
  }
});

it('refuses versions of the API that do not exist', async () => {
  const partner = await test.partner();
  const headers = { accept: 'application/vnd.service+json;version=99' };
  expect((await partner.get('/account', { headers })).status).toBe(406);
});
