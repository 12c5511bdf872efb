// Services that answer something else than was asked, are in trouble, or are configured wrongly.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as answers from '../../../test/support/geocoder-answers.ts';
import { type LoopbackServer, startLoopbackServer } from '../../../test/support/loopback-server.ts';
import { createGeocoder, type GeocoderConfig } from './create-geocoder.ts';
import type { GeocodeOutcome } from './geocoder.ts';

let server: LoopbackServer;
let time = 0;
const STARTED_AT = 1000;
const now = () => STARTED_AT + time;

beforeAll(async () => {
  server = await startLoopbackServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  time = 0;
});

type ProviderName = Exclude<GeocoderConfig['provider'], 'embedded'>;
const KEY = 'sk-very-secret';

function create(provider: ProviderName, more: Partial<GeocoderConfig> = {}) {
  return createGeocoder({ provider, url: server.url, key: KEY, ...more }, now);
}

describe('an answer to another question is not taken', () => {
  const asked = '151 3rd St, San Francisco, CA 94103';
  const [house] = answers.nominatim.search;
  const found = (change: object, address: object = {}) => ({
    body: [{ ...house, ...change, address: { ...house?.address, ...address } }],
  });

  test.each<[string, { body: unknown }, RegExp]>([
    ['only the city', found({ category: 'boundary', type: 'administrative' }), /Only the area was found/],
    ['only the ZIP code', found({ category: 'place', type: 'postcode' }), /Only the area was found/],
    ['another house', found({}, { house_number: '515' }), /house number was not found/],
    ['another state', found({}, { 'ISO3166-2-lvl4': 'US-NV', state: 'Nevada' }), /another state/],
    ['the same street 400 miles away', found({ lat: '33.9', lon: '-118.2' }), /far from San Francisco/],
  ])('%s', async (_, answer, reason) => {
    server.answer = answer;
    const outcome = await create('nominatim').forward(asked);
    expect(outcome).toMatchObject({ kind: 'not_found', suggestions: [house?.display_name] });
    expect(outcome.kind === 'not_found' && outcome.reason).toMatch(reason);
  });

  test('a point abroad is outside', async () => {
    server.answer = found({ lat: '42.31', lon: '-83.03' });
    expect(await create('nominatim').forward(asked)).toMatchObject({ kind: 'outside' });
  });

  test('a contradiction in the address stays one, whatever the service makes of it', async () => {
    server.answer = { body: answers.nominatim.search };
    const outcome = await create('nominatim').forward('151 3rd St, Austin, TX 94103');
    expect(outcome).toMatchObject({
      kind: 'not_found',
      reason: expect.stringMatching(/94103 is in California/),
    });
  });

  test('a street without the house keeps the number that was written, and says it is only the street', async () => {
    const { house_number: _, ...address } = house?.address ?? {};
    server.answer = { body: [{ ...house, category: 'highway', type: 'primary', address }] };
    expect(await create('nominatim').forward(asked)).toMatchObject({
      kind: 'found',
      place: { locationType: 'route', address: { number: '151', street: '3rd Street' } },
    });
  });

  test('a street is no crossing', async () => {
    server.answer = found({ category: 'highway', type: 'primary' });
    const outcome = await create('nominatim').forward('3rd St & Mission St, San Francisco, CA');
    expect(outcome).toMatchObject({
      kind: 'not_found',
      reason: expect.stringMatching(/crossing was not found/),
    });
  });

  test('a place given by name is found by a service that knows it', async () => {
    server.answer = found({
      category: 'tourism',
      type: 'museum',
      name: 'San Francisco Museum of Modern Art',
    });
    expect(await create('nominatim').forward('Museum of Modern Art, San Francisco, CA')).toMatchObject({
      kind: 'found',
      place: {
        name: 'San Francisco Museum of Modern Art',
        locationType: 'point_of_interest',
        address: { number: '151' },
      },
    });
  });

  test('several equal matches of the Census geocoder are offered, none is picked', async () => {
    const [match] = answers.census.result.addressMatches;
    const other = {
      ...match,
      coordinates: { x: -122.45, y: 37.75 },
      matchedAddress: '151 3RD AVE, SAN FRANCISCO, CA, 94118',
    };
    server.answer = { body: { result: { addressMatches: [match, other] } } };
    expect(await create('census').forward('151 3rd, San Francisco, CA')).toMatchObject({
      kind: 'not_found',
      suggestions: ['151 3rd St, San Francisco, CA 94103', '151 3rd Ave, San Francisco, CA 94118'],
    });
  });

  test('Puerto Rico, which Google counts as a country, is in the United States', async () => {
    const [result] = answers.google.results;
    server.answer = {
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
    };
    expect(await create('google').forward('1055 Ashford Ave, San Juan, PR 00907')).toMatchObject({
      kind: 'found',
      place: { address: { region: 'PR', locality: 'San Juan' }, timeZone: 'America/Puerto_Rico' },
    });
  });
});

describe('a service in trouble', () => {
  const address = '151 3rd St, San Francisco, CA 94103';

  test('that is over its limit says when to come back', async () => {
    server.answer = { status: 429, headers: { 'retry-after': '42' }, body: {} };
    expect(await create('mapbox').forward(address)).toEqual({
      kind: 'unavailable',
      reason: 'The Mapbox geocoder is over its request limit.',
      retryAfterSeconds: 42,
    });
  });

  test.each(['OVER_QUERY_LIMIT', 'OVER_DAILY_LIMIT', 'REQUEST_DENIED', 'UNKNOWN_ERROR'])(
    'that answers %s with status 200',
    async (status) => {
      server.answer = { body: { status, results: [], error_message: `bad key ${KEY}` } };
      const outcome = await create('google').forward(address);
      expect(outcome).toEqual({
        kind: 'unavailable',
        reason: `The Google geocoder answered ${status}.`,
        retryAfterSeconds: 10,
      });
    },
  );

  test.each(['never', 'stalled'])('that does not answer in time (%s)', async (body) => {
    server.answer = { body };
    const startedAt = performance.now();
    const outcome = await create('census', { timeoutMilliseconds: 150 }).forward(address);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: 'The US Census geocoder did not answer within 150 ms.',
    });
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  test('that answers with more than a megabyte', async () => {
    server.answer = { body: JSON.stringify(answers.census) + ' '.repeat(1_100_000) };
    expect(await create('census').forward(address)).toMatchObject({
      kind: 'unavailable',
      reason: 'The US Census geocoder gave an answer that is too large.',
    });
  });

  test('that is not there', async () => {
    const gone = await startLoopbackServer();
    await gone.close();
    const outcome = await create('photon', { url: gone.url }).forward(address);
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      reason: 'The Photon geocoder cannot be reached (ECONNREFUSED).',
    });
  });

  test('that rejects the question leaves the address at fault', async () => {
    server.answer = {
      status: 400,
      body: { errors: ['Specify House number and Street name'], status: '400' },
    };
    expect(await create('census').forward(address)).toMatchObject({ kind: 'not_found' });
  });

  test('is not asked again for half a minute after five failures, then once', async () => {
    const geocoder = create('census');
    server.answer = { status: 503, body: {} };
    for (let call = 0; call < 5; call += 1)
      expect((await geocoder.forward(address)).kind).toBe('unavailable');
    time = 12_000;
    expect(await geocoder.forward(address)).toEqual({
      kind: 'unavailable',
      reason: 'The US Census geocoder is not answering and is given a pause.',
      retryAfterSeconds: 18,
    });
    expect(server.asked).toHaveLength(5);
    time = 30_000;
    server.answer = { body: answers.census };
    expect((await geocoder.forward(address)).kind).toBe('found');
    expect(server.asked).toHaveLength(6);
  });
});

describe('answers are remembered', () => {
  const address = '151 3rd St, San Francisco, CA 94103';

  test('for a day when found, whatever the spacing', async () => {
    server.answer = { body: answers.census };
    const geocoder = create('census');
    const first = await geocoder.forward(address);
    expect(await geocoder.forward(`  ${address.replace(' ', '   ')} `)).toEqual(first);
    time = 23 * 3_600_000;
    await geocoder.forward(address);
    expect(server.asked).toHaveLength(1);
    time = 25 * 3_600_000;
    await geocoder.forward(address);
    expect(server.asked).toHaveLength(2);
  });

  test('for ten minutes when not found', async () => {
    server.answer = { body: { result: { addressMatches: [] } } };
    const geocoder = create('census');
    await geocoder.forward(address);
    await geocoder.forward(address);
    expect(server.asked).toHaveLength(1);
    time = 11 * 60_000;
    server.answer = { body: answers.census };
    expect((await geocoder.forward(address)).kind).toBe('found');
  });

  test('but failures are not', async () => {
    server.answer = { status: 500, body: {} };
    const geocoder = create('census');
    await geocoder.forward(address);
    server.answer = { body: answers.census };
    expect((await geocoder.forward(address)).kind).toBe('found');
  });

  test('and the same question asked ten times at once is one request', async () => {
    server.answer = { body: answers.census };
    const geocoder = create('census');
    const outcomes: GeocodeOutcome[] = await Promise.all(
      Array.from({ length: 10 }, () => geocoder.forward(address)),
    );
    expect(outcomes.every(({ kind }) => kind === 'found')).toBe(true);
    expect(server.asked).toHaveLength(1);
  });
});

describe('a configuration that cannot work is refused at the start', () => {
  test.each<[GeocoderConfig, RegExp]>([
    [{ provider: 'nominatim' }, /"nominatim" needs the URL of your server/],
    [{ provider: 'photon' }, /needs the URL/],
    [{ provider: 'pelias' }, /needs the URL/],
    [{ provider: 'google' }, /"google" needs a key/],
    [{ provider: 'mapbox' }, /"mapbox" needs a key/],
    [{ provider: 'nominatim', url: 'geocoder.example.com' }, /http or https/],
    [{ provider: 'nominatim', url: 'file:///etc/passwd' }, /http or https/],
  ])('%j', (config, message) => {
    expect(() => createGeocoder(config)).toThrow(message);
  });

  test('the embedded and the Census geocoder need none', () => {
    expect(() => createGeocoder({ provider: 'embedded' })).not.toThrow();
    expect(() => createGeocoder({ provider: 'census' })).not.toThrow();
  });
});
