// OWASP API10:2023 Unsafe consumption of APIs: a geocoder, an SMS provider and receivers of webhooks that answer garbage,
// too much, late, or with a redirect. Stripe: integrations/payments/stripe.test.ts. Unreachable providers:
// providers-down.test.ts. Receivers that hang: integrations/webhook-http/*.test.ts.
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient, TestResponse } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { TestClock } from '../../support/clock.ts';
import { queryAsOwner } from '../../support/database.ts';
import {
  type RecordedRequest,
  type StubResponse,
  type StubServer,
  startStubServer,
} from '../../support/stub-server.ts';
import { TWILIO_FROM, TWILIO_SID, TWILIO_TOKEN, TwilioServer } from '../../support/twilio-server.ts';
import { until } from '../../support/until.ts';

/** 10:30 in New York. */
const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
let geocoder: StubServer;
let inside: StubServer;
let twilio: TwilioServer;
let test: TestApp;
let partner: ApiClient;
beforeAll(async () => {
  [geocoder, inside] = [await startStubServer(), await startStubServer({ body: [match('1')] })];
  twilio = await TwilioServer.start(() => clock.now());
  const variables = {
    GEOCODER: 'nominatim',
    GEOCODER_URL: geocoder.url,
    TWILIO_ACCOUNT_SID: TWILIO_SID,
    TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
    TWILIO_FROM,
    TWILIO_URL: twilio.url,
  };
  test = await startTestApp({ clock, variables });
  test.app.worker.start();
  partner = await test.partner();
});
afterAll(async () => {
  await test.close();
  await Promise.all([geocoder.close(), inside.close(), twilio.close()]);
});

/** A place as Nominatim describes it. */
const match = (house_number: string) => ({
  display_name: `${house_number}, 5th Avenue, New York`,
  lat: '40.7484',
  lon: '-73.9857',
  category: 'place',
  type: 'house',
  address: { house_number, road: '5th Avenue', city: 'New York', 'ISO3166-2-lvl4': 'US-NY' },
});
/** Finds every address. */
const findAll = ({ path }: RecordedRequest, response: ServerResponse): void => {
  const query = new URL(path, 'http://geocoder').searchParams.get('q') ?? '';
  response.end(JSON.stringify([match(/^\d+/.exec(query)?.[0] ?? '')]));
};
let count = 100;
/** Addresses that no cache knows. */
const newStops = () => [1, 2].map(() => ({ location: `${++count} 5th Ave, New York, NY 10118` }));
const quote = (): Promise<TestResponse> => partner.post('/quotes', { stops: newStops(), product: 'van' });

const answers: readonly (readonly [string, StubResponse])[] = [
  ['text that is no JSON', { body: '<html>proxy error</html>' }],
  ['JSON of another shape', { body: { lat: {}, lon: [] } }],
  ['coordinates outside the world', { body: [{ ...match('1'), lat: '4000', lon: '-4000' }] }],
  ['coordinates that are no numbers', { body: [{ ...match('1'), lat: '4.0.0', lon: '.' }] }],
  [
    'the address in 2 MB',
    (request, response) => {
      response.write(' '.repeat(2_000_000));
      findAll(request, response);
    },
  ],
  ['a redirect to a service inside', (_request, response) => redirect(response)],
  ['an error with a secret', { status: 500, body: { error: 'key sk-very-secret is wrong' } }],
  // The request is given up after 2.5 s.
  ['one byte and then nothing', (_request, response) => void response.write('[')],
];

function redirect(response: ServerResponse): void {
  response.writeHead(302, { location: inside.url }).end();
}

it.each(answers)(
  'saves nothing and reveals nothing if the geocoder answers %s, and recovers',
  async (_name, hostile) => {
    const rows = () =>
      queryAsOwner(test.connection, 'select (select count(*) from location), (select count(*) from quote)');
    const before = await rows();
    geocoder.setResponse(hostile);
    const { status, text } = await quote();
    expect(status, text).toBe(503);
    for (const part of ['sk-very-secret', 'proxy error', new URL(geocoder.url).port])
      expect(text).not.toContain(part);
    expect(inside.seen).toEqual([]);
    expect(await rows()).toEqual(before);
    geocoder.setResponse(findAll);
    expect((await quote()).status).toBe(201);
  },
);

it('gives a slow geocoder up after its time limit, and refuses a long response by its size', () => {
  for (const reason of ['no complete response within 2500 ms', 'the response exceeds 1048576 bytes'])
    expect(test.logged()).toContain(reason);
});

it('sends an SMS once, although the provider answers garbage and too much first', async () => {
  geocoder.setResponse(findAll);
  twilio.respondOnce(201, {}, { sid: { $ne: null } });
  twilio.respondOnce(200, {}, { messages: 'x'.repeat(1_100_000) });
  twilio.respondOnce(200, {}, { messages: null });
  const { body, status, text } = await partner.post('/bookings', {
    stops: newStops(),
    product: 'van',
    arrival_window_from: '2027-03-11T15:30:00Z',
    contacts: [{ phone_number: '+13125550123' }],
  });
  expect(status, text).toBe(201);
  const message = () =>
    queryAsOwner<{ status: string; attempts: number; reference: string }>(
      test.connection,
      'select status, attempts, reference from message where booking_id = $1',
      [body.id],
    );
  // A failed job waits for its back-off on the test clock.
  const [sent] = await until(message, ([found]) => {
    clock.advance({ minutes: 5 });
    return found?.status === 'sent';
  });
  expect(twilio.sent).toHaveLength(1);
  expect(sent).toMatchObject({ attempts: 4, reference: twilio.sent[0]?.sid });
  expect(test.logged()).not.toContain(TWILIO_TOKEN);
});

it('follows no redirect of a receiver, keeps little of its response and none of its cookies, and serves others', async () => {
  const hostile = await startStubServer((request, response) => receivers[request.path]?.(response));
  const receivers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/redirect': redirect,
    '/flood': (response) => void response.end('x'.repeat(5_000_000)),
    '/cookie': (response) => void response.setHeader('set-cookie', 'session=secret').end('\u0000'),
    '/garbage': (response) => void response.socket?.end('this is no HTTP\r\n\r\n'),
    '/good': (response) => void response.end('thanks'),
  };
  try {
    for (const path of Object.keys(receivers)) {
      const created = await partner.post('/webhooks', { url: hostile.url + path });
      expect(created.status, created.text).toBe(201);
    }
    expect(
      (
        await partner.post('/bookings', {
          stops: newStops(),
          product: 'van',
          arrival_window_from: '2027-03-12T15:30:00Z',
        })
      ).status,
    ).toBe(201);
    const read = () =>
      queryAsOwner<{ path: string; status: number | null; bytes: number | null; headers: object }>(
        test.connection,
        `select distinct on (e.url) substring(e.url from '/\\w+$') as path, a.status_code as status,
           length(a.response_body) as bytes, a.response_headers as headers
         from webhook_attempt a join webhook_endpoint e on e.id = a.endpoint_id order by e.url, a.id`,
      );
    const attempts = await until(read, (found) => found.length === Object.keys(receivers).length);
    const seen = Object.fromEntries(attempts.map(({ path, status, bytes }) => [path, [status, bytes]]));
    expect(seen).toMatchObject({ '/redirect': [302, 0], '/flood': [200, 8_192], '/good': [200, 6] });
    expect(seen['/garbage']?.[0]).toBeNull();
    expect(seen['/cookie']?.[0]).toBe(200);
    expect(JSON.stringify(attempts)).not.toContain('session=secret');
    expect(inside.seen).toEqual([]);
  } finally {
    await hostile.close();
  }
});
