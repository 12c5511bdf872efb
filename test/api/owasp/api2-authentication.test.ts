// OWASP API2:2023 Broken authentication. Guessing passwords: long/oauth-brute-force.test.ts.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { queryAsOwner } from '../../support/database.ts';

let test: TestApp;
let partner: ApiClient;
beforeAll(async () => {
  test = await startTestApp();
  partner = await test.partner();
});
afterAll(() => test.close());

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

it.each([
  ['no token', {}],
  ['a random token', { authorization: `Bearer wb_production_at_${randomBytes(32).toString('base64url')}` }],
  ['an unsigned JWT', { authorization: `Bearer ${base64({ alg: 'none' })}.${base64({ sub: 'admin' })}.` }],
  ['an empty token', { authorization: 'Bearer ' }],
  ['basic credentials', { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` }],
])('refuses %s with 401 and WWW-Authenticate', async (_name, headers) => {
  const { status, headers: given } = await test.anonymous.get('/account', { headers });
  expect(status).toBe(401);
  expect(given.get('www-authenticate')).toMatch(/^Bearer/);
});

it('ignores tokens in the query and in cookies', async () => {
  expect((await test.anonymous.get(`/account?access_token=${partner.token}`)).status).toBe(401);
  const headers = { cookie: `token=${partner.token}; waybill_production_session=${partner.token}` };
  expect((await test.anonymous.get('/account', { headers })).status).toBe(401);
});

it('refuses a revoked token on the next request', async () => {
  const revoked = await test.partner();
  expect((await revoked.get('/account')).status).toBe(200);
  await revoked.post('/oauth/revoke', { token: revoked.token });
  expect((await revoked.get('/account')).status).toBe(401);
});

it('stores tokens as hashes only: what the database holds opens nothing', async () => {
  const [row] = await queryAsOwner<{ hash: string }>(
    test.connection,
    `select encode(token_hash, 'hex') as hash from access_token where revoked_at is null limit 1`,
  );
  expect(row?.hash).toBe(
    createHash('sha256')
      .update(partner.token ?? '')
      .digest('hex'),
  );
  for (const stolen of [row?.hash ?? '', Buffer.from(row?.hash ?? '', 'hex').toString('base64url')])
    expect((await new ApiClient(test.baseUrl, stolen).get('/account')).status).toBe(401);
});
