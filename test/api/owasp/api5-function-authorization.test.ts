// OWASP API5:2023 Broken function level authorization: scopes and roles. Credentials of other surfaces on every route:
// faults/route-matrix.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRoutes } from '../../support/answering-routes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { queryAsOwner } from '../../support/database.ts';
import { OperatorClient } from '../../support/operator-client.ts';
import { exampleBody, surfaceOf } from '../../support/route-surfaces.ts';

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
/** Operations on the own session and the own account, which every role has. */
const own = /^\/operator\/(me|session)(\/|$)/;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('refuses every write of the operator API to a viewer with 403 before it looks at the object', async () => {
  const viewer = await OperatorClient.enter(test, 'viewer');
  const audited = () => queryAsOwner(test.connection, 'select count(*) from audit_entry');
  const before = await audited();
  let writes = 0;
  for (const route of await listRoutes(test)) {
    const [method = '', path = ''] = route.split(' ');
    if (surfaceOf(route) !== 'operator' || method === 'GET' || own.test(path)) continue;
    const url = path.replace('{position}', '1').replace(/\{\w+\}/g, unknown);
    const response = await fetch(test.baseUrl + url, {
      method,
      headers: { ...viewer.headers, 'content-type': 'application/json' },
      body: JSON.stringify(exampleBody(route) ?? {}),
    });
    const { code } = (await response.json()) as { code: string };
    // Searches of a person are reads that need a body; a preview writes nothing.
    if (response.status === 200) expect(route).toMatch(/preview|search|check/);
    else expect([response.status, code], route).toEqual([403, 'insufficient_role']);
    writes += 1;
  }
  expect(writes).toBeGreaterThan(40);
  expect(await audited()).toEqual(before);
});

it.each([
  ['org:read', 'POST', '/webhooks', { url: 'https://203.0.114.7/hook' }],
  ['org:read', 'PATCH', '/account', { name: 'Changed' }],
  ['org:write', 'GET', '/bookings', undefined],
  ['public', 'GET', '/bookings', undefined],
] as const)('refuses %s for %s %s with 403', async (scope, method, path, body) => {
  const { status, body: problem } = await (await test.partner({ scope })).call(method, path, body);
  expect([status, problem.code]).toEqual([403, 'insufficient_scope']);
});

it('does not issue scopes beyond those of the client', async () => {
  const { id } = await test.organization();
  const { clientId, clientSecret } = await test.client(id, { scopes: ['org:read'] });
  const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const { status, body } = await test.anonymous.post('/oauth/token', { ...credentials, scope: 'org' });
  expect([status, body.error]).toEqual([400, 'invalid_scope']);
});
