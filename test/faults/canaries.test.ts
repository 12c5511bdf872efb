// Canary values for personal data and secrets, sent wherever a partner, an operator, a portal user or an anonymous
// caller can send data: they must not appear in any log, even at trace level, or metric, and secrets must not appear in
// any table row.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { canaryFields } from '../support/canary-fields.ts';
import { dumpOf } from '../support/database-dump.ts';
import { measured } from '../support/fault-report-notes.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { PortalClient, requestPortalLink } from '../support/portal-client.ts';
import { rounds } from '../support/scale.ts';
import { until } from '../support/until.ts';

const canary = 'Quillimandra';
const phone = '+12125550177';
const email = `${canary}@example.com`;
const person = {
  customer: { name: `${canary} Doe`, email, phone_number: phone },
  contacts: [{ name: `${canary} Roe`, phone_number: phone, email }],
  description: `Piano for ${canary}`,
  metadata: { buyer: canary },
  order_number: `${canary}-1`,
};
const stops = [
  { location: '350 5th Ave, New York, NY 10118', instructions: `Ask for ${canary}` },
  { location: '1 Main St, Brooklyn, NY 11201', ...canaryFields('StopInput', canary) },
];
const personalCanaries = [canary.toLowerCase(), '2125550177'];

describe('canaries', () => {
  let test: TestApp;
  let partner: ApiClient;
  const secrets: string[] = [];
  beforeAll(async () => {
    test = await startTestApp({
      logLevel: 'trace',
      variables: { RATE_LIMIT_REQUESTS: '1000000', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' },
    });
    test.app.worker.start();
    const { client } = await test.organization();
    partner = await test.partner({ client });
    secrets.push(client.clientSecret, partner.token ?? '');
  });
  afterAll(async () => {
    await test.app.worker.stop();
    await test.close();
  });

  const linesWith = (text: string, what: readonly string[]) =>
    text.split('\n').filter((line) => what.some((value) => value !== '' && line.includes(value)));
  const logged = () => test.logged();

  /** Requests of one caller, including refused ones. */
  async function sendAll(number: number): Promise<void> {
    const window = {
      arrival_window_from: new Date(Date.now() + (24 + (number % 200)) * 3_600_000).toISOString(),
    };
    const key = { headers: { 'idempotency-key': `${canary}-${number}` } };
    const { body, status, text } = await partner.post(
      '/bookings',
      { stops, product: 'van', ...window, ...person },
      key,
    );
    expect(status, text).toBe(201);
    const path = `/bookings/${body.id}`;
    const requests: readonly (() => Promise<{ status: number }>)[] = [
      () => partner.patch(path, { description: `Again ${canary}`, customer: person.customer }),
      () =>
        partner.post('/bookings', {
          stops,
          product: 'van',
          ...window,
          customer: { name: canary, phone_number: canary },
        }),
      () => partner.post('/bookings', { stops, product: canary, ...window }),
      () => partner.post('/bookings', { [canary]: canary }),
      () => partner.post('/bookings', undefined, { raw: `{"customer": "${canary}` }),
      () =>
        partner.post('/quotes', {
          stops: [{ location: `${canary} nowhere street 5` }, { location: `${canary}` }],
          product: 'van',
        }),
      () => partner.get(`/bookings?order_number=${canary}-1&limit=2`),
      () => partner.get(`/bookings?${canary}=${canary}`),
      () => partner.get(`/bookings/${canary}`),
      () => partner.get(`/${canary}/${encodeURIComponent(email)}`),
      () => partner.patch('/account', { name: `${canary} Ltd`, contact_email: email }),
      () =>
        partner.post(`${path}/stops`, {
          location: '30-30 47th Ave, Long Island City, NY 11101',
          instructions: canary,
        }),
      () =>
        test.anonymous.post('/oauth/token', {
          grant_type: 'password',
          client_id: canary,
          username: email,
          password: canary,
        }),
      () => test.anonymous.post('/oauth/token', { grant_type: canary }),
      () =>
        test.anonymous.get(`/bookings?token=${canary}`, { headers: { authorization: `Bearer ${canary}` } }),
      () => partner.post(`${path}/cancel`, { cancel_reason: canary }),
    ];
    for (const attempt of requests) expect((await attempt()).status).toBeLessThan(500);
  }

  it('do not appear in logs or metrics, whatever is sent or refused', async () => {
    const days = rounds(3, 120);
    for (let number = 0; number < days; number += 1) await sendAll(number);
    const operator = await OperatorClient.enter(test, 'admin');
    await operator.get(`/bookings?search=${canary}`);
    await operator.post('/people/search', { phone_number: phone, email });
    await operator.post(`/${canary}`, { name: canary });
    const visitor = await PortalClient.enter(partner);
    await visitor.post('/endpoints', { url: `http://127.0.0.1:9/${canary}`, description: canary });
    await visitor.post('/endpoints', { url: canary });
    await fetch(`${test.baseUrl}/track/${canary}`);
    // By then, the background work for the bookings is done and logged.
    await until(
      () => partner.get('/events?limit=1'),
      ({ body }) => body.data.length > 0,
    );
    expect(logged().length).toBeGreaterThan(1_000);
    expect(linesWith(logged().toLowerCase(), personalCanaries).slice(0, 5)).toEqual([]);
    expect(linesWith((await test.metrics.metrics()).toLowerCase(), personalCanaries)).toEqual([]);
    measured(
      `${days * 17} calls with canaries in every field, ${logged().split('\n').length} log lines, none with a canary`,
    );
  });

  it('that are secrets do not appear in logs, metrics, error responses or tables', async () => {
    const endpoint = (await partner.post('/webhooks', { url: 'http://127.0.0.1:9/secret' })).body;
    const account = await newOperator(test, 'admin');
    const operator = await OperatorClient.signIn(test, account);
    const link = await requestPortalLink(partner);
    const visitor = await PortalClient.enter(partner);
    const user = await test.user(`${canary}@users.example`, 'correct horse battery');
    const generated = [
      String(endpoint.secret),
      String(endpoint.secret).replace('whsec_', ''),
      account.password,
      operator.headers['authorization']?.replace('Bearer ', '') ?? '',
      link,
      visitor.cookie?.split('=')[1] ?? '',
      visitor.csrfToken ?? '',
      'correct horse battery',
    ];
    expect(user.id).toBeTruthy();
    expect(generated.filter((secret) => secret.length < 12)).toEqual([]);
    const all = [...secrets, ...generated];
    // A request with a secret in the wrong field is refused without repeating it.
    const refusal = await test.anonymous.post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: secrets[0],
      client_secret: secrets[0],
    });
    expect(refusal.status).toBe(400);
    expect(linesWith(refusal.text, all)).toEqual([]);
    expect(linesWith(logged(), all).slice(0, 3)).toEqual([]);
    expect(linesWith(await test.metrics.metrics(), all)).toEqual([]);
    const rows = await dumpOf(test.connection);
    expect(rows.length).toBeGreaterThan(5_000);
    expect(linesWith(rows, all).map((line) => line.slice(0, 200))).toEqual([]);
    const bytes = all.map((secret) => Buffer.from(secret).toString('hex'));
    expect(
      linesWith(rows, bytes).map((line) => line.slice(0, 200)),
      'as bytes',
    ).toEqual([]);
  });
});
