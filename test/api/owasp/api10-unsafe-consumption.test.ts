// OWASP API10:2023 Unsafe consumption of APIs: a geocoder that answers garbage, too much, late or with a redirect.
// Unreachable providers: providers-down.test.ts.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { queryAsOwner } from '../../support/database.ts';
import { type StubResponse, type StubServer, startStubServer } from '../../support/stub-server.ts';

let provider: StubServer;
let inside: StubServer;
let test: TestApp;
let partner: ApiClient;
beforeAll(async () => {
  provider = await startStubServer();
  inside = await startStubServer({ status: 200, body: [{ lat: '40.7', lon: '-73.9' }] });
});
// A new app per test: the circuit breaker of the previous one is open.
beforeEach(async () => {
  await test?.close();
  test = await startTestApp({ variables: { GEOCODER: 'nominatim', GEOCODER_URL: provider.url } });
  partner = await test.partner();
});
afterAll(async () => {
  await test.close();
  await Promise.all([provider.close(), inside.close()]);
});

const place = { display_name: 'x', lat: '40.7484', lon: '-73.9857' };
const responses: readonly (readonly [string, () => StubResponse])[] = [
  ['text that is no JSON', () => ({ body: '<html>proxy error</html>' })],
  ['JSON of another shape', () => ({ body: { lat: {}, lon: [] } })],
  ['coordinates outside the world', () => ({ body: [{ ...place, lat: '4000', lon: 'NaN' }] })],
  ['30 MB', () => ({ body: `[${`${JSON.stringify(place)},`.repeat(300_000)}{}]` })],
  ['a redirect to a service inside', () => ({ status: 302, body: '', headers: { location: inside.url } })],
  ['an error with a secret', () => ({ status: 500, body: { error: 'key sk-very-secret is wrong' } })],
];

it.each(responses)('saves nothing and reveals nothing if a provider answers %s', async (_name, response) => {
  provider.setResponse(response());
  const stops = [
    { location: '350 5th Ave, New York, NY 10118' },
    { location: '1 Main St, Brooklyn, NY 11201' },
  ];
  const { status, text, body } = await partner.post('/quotes', { stops, product: 'van' });
  expect([400, 422, 503], text).toContain(status);
  expect(text).not.toMatch(/sk-very-secret|proxy error/);
  expect(body.message).not.toContain('127.0.0.1');
  expect(inside.seen).toEqual([]);
  const count = 'select (select count(*) from location) + (select count(*) from quote) as rows';
  expect(await queryAsOwner(test.connection, count)).toEqual([{ rows: '0' }]);
  expect(test.logged()).not.toContain('unexpected failure');
});
