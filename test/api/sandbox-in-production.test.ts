// Production has no sandbox controls, no test clock and no magic values.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAGIC_LOCATIONS, MAGIC_ORDER_NUMBERS } from '../../src/domain/sandbox/magic-values.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bookTwoStops, twoStops } from '../support/sandbox-server.ts';

const calls = (id: string): readonly (readonly [string, string, object?])[] => [
  ['POST', `/sandbox/bookings/${id}/advance`],
  ['POST', `/sandbox/bookings/${id}/lose-crew`, {}],
  ['POST', `/sandbox/bookings/${id}/delay`, { minutes: 5 }],
  ['POST', `/sandbox/bookings/${id}/fail-stop`, { reason: 'x' }],
  ['POST', `/sandbox/bookings/${id}/cancel`, {}],
  ['POST', `/sandbox/bookings/${id}/refuse-payment`],
  ['GET', '/sandbox/clock'],
  ['DELETE', '/sandbox/clock'],
  ['POST', '/sandbox/clock/advance', { seconds: 60 }],
];

describe('in production', () => {
  let test: TestApp;
  let partner: ApiClient;
  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
  });
  afterAll(() => test?.close());

  it('sandbox routes return the same bytes as unknown routes', async () => {
    const { id } = await bookTwoStops(partner);
    const before = await partner.get(`/bookings/${id}`);
    for (const [method, path, body] of calls(id)) {
      for (const client of [partner, test.anonymous]) {
        const answer = await client.call(method, path, body);
        const unknown = await client.call(method, '/no-such-address', body);
        expect([answer.status, answer.text], path).toEqual([404, unknown.text]);
      }
      expect((await partner.call('PUT', path)).status).toBe(404);
    }
    expect((await partner.get(`/bookings/${id}`)).text).toBe(before.text);
  });

  it.each(Object.values(MAGIC_ORDER_NUMBERS))('$value is an ordinary order number', async ({ value }) => {
    const booking = await bookTwoStops(partner, { order_number: value });
    expect(booking).toMatchObject({ state: 'created', order_number: value, cancellation: null });
  });

  it.each(Object.values(MAGIC_LOCATIONS))('$value is an ordinary address', async ({ value }) => {
    const quote = (location: string) =>
      partner.post('/quotes', { stops: [twoStops[0], { location }], product: 'van' });
    const [magic, plain] = [await quote(value), await quote(value.replace('sandbox:', 'boxsand:'))];
    expectProblem(magic, 422, { code: 'address_not_found', param: 'stops[1].location' });
    expect([magic.status, magic.text]).toEqual([plain.status, plain.text]);
  });
});
