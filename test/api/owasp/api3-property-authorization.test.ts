// OWASP API3:2023 Broken object property level authorization: mass assignment, and responses with too much data.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { bookVan } from '../../support/operator-actions.ts';
import { OperatorClient } from '../../support/operator-client.ts';

let test: TestApp;
let partner: ApiClient;
beforeAll(async () => {
  test = await startTestApp();
  partner = await test.partner();
});
afterAll(() => test.close());

it.each([
  ['PATCH', '/account', { kind: 'personal' }, 'kind'],
  ['PATCH', '/account', { id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' }, 'id'],
  ['POST', '/webhooks', { url: 'https://203.0.114.7/hook', account_id: 'x' }, 'account_id'],
  ['POST', '/webhooks', { url: 'https://203.0.114.7/hook', secret: 'known' }, 'secret'],
  ['POST', '/bookings', { state: 'completed' }, 'state'],
  ['POST', '/bookings', { fare: { total: 1 } }, 'fare'],
] as const)('refuses a property that the caller may not set: %s %s %j', async (method, path, body, param) => {
  expectProblem(await partner.call(method, path, body), 400, { code: 'unknown_parameter', param });
});

it('does not let a booking choose its state, price or account with an update', async () => {
  const { id } = await bookVan(partner);
  const before = (await partner.get(`/bookings/${id}`)).text;
  for (const body of [{ state: 'completed' }, { fare: 1 }, { account_id: 'x' }, { crew: {} }])
    expect((await partner.patch(`/bookings/${id}`, body)).status, JSON.stringify(body)).toBe(400);
  expect((await partner.get(`/bookings/${id}`)).text).toBe(before);
});

it('does not let an operator give a role or a hash to a user or an organization', async () => {
  const admin = await OperatorClient.enter(test, 'admin');
  const refused = await admin.post('/organizations', { name: 'Acme', kind: 'personal' });
  expect([refused.status, refused.body.param]).toEqual([400, 'kind']);
});

it('returns no hashes, secrets or internal columns', async () => {
  const admin = await OperatorClient.enter(test, 'admin');
  const answers = [
    await partner.get('/account'),
    await partner.get('/webhooks'),
    await partner.get('/bookings'),
    await admin.get('/operators'),
    await admin.get('/organizations'),
    await admin.get('/me/sessions'),
  ];
  for (const { status, text } of answers) {
    expect(status, text).toBe(200);
    expect(text).not.toMatch(/argon2|_hash"|sealed|password"|secret"/);
  }
});
