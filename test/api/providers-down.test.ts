// An unreachable geocoder or router: the API returns 503 and saves nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

describe.each([
  ['geocoder', { GEOCODER: 'nominatim' }, 'GEOCODER_URL', 'stops[0].location'],
  ['router', { ROUTER: 'osrm' }, 'ROUTER_URL', null],
] as const)('while the %s is unreachable', (what, choice, urlVariable, param) => {
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    const url = `http://127.0.0.1:${await freePort()}/?api_key=sk-very-secret`;
    test = await startTestApp({ variables: { ...choice, [urlVariable]: url } });
    partner = await test.partner();
  });
  afterAll(() => test.close());

  const saved = async () =>
    queryAsOwner(
      test.connection,
      'select (select count(*) from location) + (select count(*) from quote) as rows',
    );

  it('quotes are refused with 503 and Retry-After, and nothing is saved', async () => {
    for (const [path, body] of [
      ['/quotes', { stops, product: 'van' }],
      ['/quotes/batch', { stops }],
    ] as const) {
      const answer = await partner.post(path, body, { headers: { 'idempotency-key': path } });
      expectProblem(answer, 503, { code: 'service_unavailable', param });
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.body.message).toContain('Nothing was saved');
    }
    expect(await saved()).toEqual([{ rows: '0' }]);
  });

  it('the log contains the reason without the API key', async () => {
    await partner.post('/quotes', { stops, product: 'van' });
    expect(test.logged()).toContain('ECONNREFUSED');
    expect(test.logged()).not.toContain('sk-very-secret');
  });

  it('the circuit breaker pauses the requests, and callers get Retry-After', async () => {
    for (let call = 0; call < 8; call += 1) await partner.post('/quotes', { stops, product: 'van' });
    const answer = await partner.post('/quotes', { stops, product: 'van' });
    expectProblem(answer, 503, { code: 'service_unavailable', param });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(5);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(30);
  });

  it(`the schedule ${what === 'geocoder' ? 'is refused too' : 'is still available, because it needs no distances'}`, async () => {
    const answer = await partner.post('/schedule', {
      product: 'van',
      origin: stops[0]?.location,
      destination: stops[1]?.location,
    });
    if (what === 'router') expect(answer.status).toBe(200);
    else expectProblem(answer, 503, { code: 'service_unavailable', param: 'origin' });
  });
});

describe('an unexpected failure', () => {
  it('responds 500 with a general message and saves nothing; only the log has the details', async () => {
    const fail = () => Promise.reject(new Error('canary of the internals'));
    const test = await startTestApp({ geocoder: { forward: fail, reverse: fail } });
    try {
      const { token } = await test.partner();
      const response = await fetch(`${test.baseUrl}/quotes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ stops, product: 'van' }),
      });
      const text = await response.text();
      expect(response.status).toBe(500);
      expect(JSON.parse(text)).toMatchObject({ type: 'api_error', code: 'internal_error', param: null });
      expect(text).not.toMatch(/canary|\.ts|node_modules|at /);
      expect(test.logged()).toContain('canary of the internals');
      expect(await queryAsOwner(test.connection, 'select count(*) as rows from quote')).toEqual([
        { rows: '0' },
      ]);
    } finally {
      await test.close();
    }
  });
});
