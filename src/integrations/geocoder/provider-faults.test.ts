// Geocoding services that return another place than requested, fail, or are misconfigured.
import { describe, expect, test } from 'vitest';
import { freePort } from '../../../test/support/free-port.ts';
import * as answers from '../../../test/support/geocoder-answers.ts';
import { geocoderService, PROVIDER_KEY as KEY } from '../../../test/support/geocoder-service.ts';
import { timeGoal } from '../../../test/support/scale.ts';
import type { StubResponse } from '../../../test/support/stub-server.ts';
import type { GeocodeOutcome } from './geocoder.ts';

const server = geocoderService();
const { create } = server;

describe('refuses a result that does not match the request', () => {
  const requested = '151 3rd St, San Francisco, CA 94103';
  const [house] = answers.nominatim.search;
  const found = (change: object, address: object = {}) => ({
    body: [{ ...house, ...change, address: { ...house?.address, ...address } }],
  });

  test.each<[string, { body: unknown }, RegExp]>([
    [
      'only the city',
      found({ category: 'boundary', type: 'administrative' }),
      /street was not found, only the area/,
    ],
    [
      'only the ZIP code',
      found({ category: 'place', type: 'postcode' }),
      /street was not found, only the area/,
    ],
    ['another house', found({}, { house_number: '515' }), /house number was not found/],
    ['another state', found({}, { 'ISO3166-2-lvl4': 'US-NV', state: 'Nevada' }), /another state/],
    ['the same street 400 miles away', found({ lat: '33.9', lon: '-118.2' }), /far from San Francisco/],
  ])('%s', async (_, answer, reason) => {
    server.setResponse(answer);
    const outcome = await create('nominatim').forward(requested);
    expect(outcome).toMatchObject({ kind: 'not_found', suggestions: [house?.display_name] });
    expect(outcome.kind === 'not_found' && outcome.reason).toMatch(reason);
  });

  test('returns outside for a point abroad', async () => {
    server.setResponse(found({ lat: '42.31', lon: '-83.03' }));
    expect(await create('nominatim').forward(requested)).toMatchObject({ kind: 'outside' });
  });

  test('refuses a contradictory address even if the service returns a match', async () => {
    server.setResponse({ body: answers.nominatim.search });
    const outcome = await create('nominatim').forward('151 3rd St, Austin, TX 94103');
    expect(outcome).toMatchObject({
      kind: 'not_found',
      reason: expect.stringMatching(/94103 is in California/),
    });
  });

  test('keeps the written house number with the type route if only the street was found', async () => {
    const { house_number: _, ...address } = house?.address ?? {};
    server.setResponse({ body: [{ ...house, category: 'highway', type: 'primary', address }] });
    expect(await create('nominatim').forward(requested)).toMatchObject({
      kind: 'found',
      place: { locationType: 'route', address: { number: '151', street: '3rd Street' } },
    });
  });

  test('refuses a street for an intersection', async () => {
    server.setResponse(found({ category: 'highway', type: 'primary' }));
    const outcome = await create('nominatim').forward('3rd St & Mission St, San Francisco, CA');
    expect(outcome).toMatchObject({
      kind: 'not_found',
      reason: expect.stringMatching(/intersection was not found/),
    });
  });

  test('finds a named place if the service knows it', async () => {
    server.setResponse(
      found({
        category: 'tourism',
        type: 'museum',
        name: 'San Francisco Museum of Modern Art',
      }),
    );
    expect(await create('nominatim').forward('Museum of Modern Art, San Francisco, CA')).toMatchObject({
      kind: 'found',
      place: {
        name: 'San Francisco Museum of Modern Art',
        locationType: 'point_of_interest',
        address: { number: '151' },
      },
    });
  });

  test('suggests several equal matches of the Census geocoder instead of picking one', async () => {
    const [match] = answers.census.result.addressMatches;
    const other = {
      ...match,
      coordinates: { x: -122.45, y: 37.75 },
      matchedAddress: '151 3RD AVE, SAN FRANCISCO, CA, 94118',
    };
    server.setResponse({ body: { result: { addressMatches: [match, other] } } });
    expect(await create('census').forward('151 3rd, San Francisco, CA')).toMatchObject({
      kind: 'not_found',
      suggestions: ['151 3rd St, San Francisco, CA 94103', '151 3rd Ave, San Francisco, CA 94118'],
    });
  });

  test('treats Puerto Rico, a country for Google, as part of the United States', async () => {
    const [result] = answers.google.results;
    server.setResponse({
      body: {
        status: 'OK',
        results: [
          {
            ...result,
            address_components: [
              { long_name: '1055', short_name: '1055', types: ['street_number'] },
              { long_name: 'Ashford Avenue', short_name: 'Ashford Ave', types: ['route'] },
              { long_name: 'San Juan', short_name: 'San Juan', types: ['locality', 'political'] },
              { long_name: 'Puerto Rico', short_name: 'PR', types: ['country', 'political'] },
              { long_name: '00907', short_name: '00907', types: ['postal_code'] },
            ],
            geometry: { location: { lat: 18.4573, lng: -66.0737 }, location_type: 'ROOFTOP' },
          },
        ],
      },
    });
    expect(await create('google').forward('1055 Ashford Ave, San Juan, PR 00907')).toMatchObject({
      kind: 'found',
      place: { address: { region: 'PR', locality: 'San Juan' }, timeZone: 'America/Puerto_Rico' },
    });
  });
});

describe('failing service', () => {
  const address = '151 3rd St, San Francisco, CA 94103';

  test('returns the Retry-After of a rate-limited service', async () => {
    server.setResponse({ status: 429, headers: { 'retry-after': '42' }, body: {} });
    expect(await create('mapbox').forward(address)).toEqual({
      kind: 'unavailable',
      reason: 'The Mapbox geocoder responded with HTTP status 429',
      retryAfterSeconds: 42,
    });
  });

  test.each(['OVER_QUERY_LIMIT', 'OVER_DAILY_LIMIT', 'REQUEST_DENIED', 'UNKNOWN_ERROR'])(
    'is unavailable on %s with status 200',
    async (status) => {
      server.setResponse({ body: { status, results: [], error_message: `bad key ${KEY}` } });
      const outcome = await create('google').forward(address);
      expect(outcome).toEqual({
        kind: 'unavailable',
        reason: `The Google geocoder responded with ${status}`,
        retryAfterSeconds: 5,
      });
    },
  );

  test.each<[string, StubResponse]>([
    ['no response', () => {}],
    ['partial response', (_, response) => void response.writeHead(200).write('{"result":')],
  ])('is unavailable after the time limit (%s)', async (_, answer) => {
    server.setResponse(answer);
    const startedAt = performance.now();
    const outcome = await create('census', { timeoutMs: 150 }).forward(address);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: 'The US Census geocoder: no complete response within 150 ms',
    });
    expect(performance.now() - startedAt).toBeLessThan(timeGoal(1_500));
  });

  test('is unavailable on a response of more than 1 MiB', async () => {
    server.setResponse({ body: JSON.stringify(answers.census) + ' '.repeat(1_100_000) });
    expect(await create('census').forward(address)).toMatchObject({
      kind: 'unavailable',
      reason: 'The US Census geocoder: the response exceeds 1048576 bytes',
    });
  });

  test('is unavailable if the connection is refused', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const outcome = await create('photon', { url }).forward(address);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: 'The Photon geocoder: the request failed (ECONNREFUSED)',
    });
  });

  test('treats a rejected query as an unknown address', async () => {
    server.setResponse({
      status: 400,
      body: { errors: ['Specify House number and Street name'], status: '400' },
    });
    expect(await create('census').forward(address)).toMatchObject({ kind: 'not_found' });
  });

  test('pauses for 30 seconds after five failures, then sends one probe', async () => {
    const geocoder = create('census');
    server.setResponse({ status: 503, body: {} });
    for (let call = 0; call < 5; call += 1)
      expect((await geocoder.forward(address)).kind).toBe('unavailable');
    server.elapsedMs = 12_000;
    expect(await geocoder.forward(address)).toEqual({
      kind: 'unavailable',
      reason: 'The US Census geocoder is unavailable: circuit breaker open',
      retryAfterSeconds: 18,
    });
    expect(server.seen).toHaveLength(5);
    server.elapsedMs = 30_000;
    server.setResponse({ body: answers.census });
    expect((await geocoder.forward(address)).kind).toBe('found');
    expect(server.seen).toHaveLength(6);
  });
});

describe('cache', () => {
  const address = '151 3rd St, San Francisco, CA 94103';

  test('caches a match for a day, regardless of spacing', async () => {
    server.setResponse({ body: answers.census });
    const geocoder = create('census');
    const first = await geocoder.forward(address);
    expect(await geocoder.forward(`  ${address.replace(' ', '   ')} `)).toEqual(first);
    server.elapsedMs = 23 * 3_600_000;
    await geocoder.forward(address);
    expect(server.seen).toHaveLength(1);
    server.elapsedMs = 25 * 3_600_000;
    await geocoder.forward(address);
    expect(server.seen).toHaveLength(2);
  });

  test('caches a miss for ten minutes', async () => {
    server.setResponse({ body: { result: { addressMatches: [] } } });
    const geocoder = create('census');
    await geocoder.forward(address);
    await geocoder.forward(address);
    expect(server.seen).toHaveLength(1);
    server.elapsedMs = 11 * 60_000;
    server.setResponse({ body: answers.census });
    expect((await geocoder.forward(address)).kind).toBe('found');
  });

  test('does not cache failures', async () => {
    server.setResponse({ status: 500, body: {} });
    const geocoder = create('census');
    await geocoder.forward(address);
    server.setResponse({ body: answers.census });
    expect((await geocoder.forward(address)).kind).toBe('found');
  });

  test('sends one request for ten concurrent lookups of the same address', async () => {
    server.setResponse({ body: answers.census });
    const geocoder = create('census');
    const outcomes: GeocodeOutcome[] = await Promise.all(
      Array.from({ length: 10 }, () => geocoder.forward(address)),
    );
    expect(outcomes.every(({ kind }) => kind === 'found')).toBe(true);
    expect(server.seen).toHaveLength(1);
  });
});
