// OWASP API4:2023 Unrestricted resource consumption: sizes, counts, pages and rates have limits that answer clearly.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { formType } from '../../support/oauth.ts';

const limit = 40;
let test: TestApp;
let partner: ApiClient;
beforeAll(async () => {
  test = await startTestApp({ variables: { RATE_LIMIT_REQUESTS: String(limit) } });
  partner = await test.partner();
});
afterAll(() => test.close());

it('refuses bodies and forms beyond their size', async () => {
  const raw = JSON.stringify({ name: 'x'.repeat(3_000_000) });
  expect((await partner.patch('/account', undefined, { raw })).status).toBe(413);
  const form = `grant_type=${'x'.repeat(20_000)}`;
  const headers = formType;
  expect((await test.anonymous.post('/oauth/token', undefined, { raw: form, headers })).status).toBe(413);
});

it('refuses deep nesting and too many elements', async () => {
  const raw = `{"metadata":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`;
  expect((await partner.patch('/account', undefined, { raw })).status).toBe(400);
  const stops = Array.from({ length: 200 }, () => ({ location: '350 5th Ave, New York, NY 10118' }));
  expect((await partner.post('/quotes', { stops, product: 'van' })).status).toBe(400);
});

it('limits pages, and refuses larger ones by name', async () => {
  for (const query of ['limit=100000', 'limit=-1', 'limit=1e9', 'limit=0x10']) {
    const { status, body } = await partner.get(`/bookings?${query}`);
    expect([status, body.param], query).toEqual([400, 'limit']);
  }
  expect((await partner.get('/bookings')).body.data.length).toBeLessThanOrEqual(20);
});

it('refuses requests beyond the rate of the account with 429 and Retry-After, and lets other accounts through', async () => {
  const burst = await Promise.all(Array.from({ length: limit + 5 }, () => partner.get('/account')));
  const refused = burst.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await (await test.partner()).get('/account')).status).toBe(200);
});
