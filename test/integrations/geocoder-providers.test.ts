// The adapters against servers on the loopback interface that answer in the shapes the services document. None of them
// was ever run against the live services.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGeocoder, type GeocoderConfig } from '../../src/integrations/geocoder/create-geocoder.ts';
import type { GeocodeOutcome } from '../../src/integrations/geocoder/geocoder.ts';
import * as answers from '../support/geocoder-answers.ts';
import { type LoopbackServer, startLoopbackServer } from '../support/loopback-server.ts';

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

function lastAsked(): { path: string; query: Record<string, string> } {
  const url = server.asked.at(-1);
  if (!url) throw new Error('the server was not asked');
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
}

const SHAPES: readonly {
  provider: ProviderName;
  forward: unknown;
  reverse?: unknown;
  empty: unknown;
  street: string;
}[] = [
  {
    provider: 'census',
    forward: answers.census,
    empty: { result: { addressMatches: [] } },
    street: '3rd St',
  },
  {
    provider: 'nominatim',
    forward: answers.nominatim.search,
    reverse: answers.nominatim.reverse,
    empty: [],
    street: '3rd Street',
  },
  {
    provider: 'photon',
    forward: answers.photon,
    reverse: answers.photon,
    empty: { type: 'FeatureCollection', features: [] },
    street: '3rd Street',
  },
  {
    provider: 'pelias',
    forward: answers.pelias,
    reverse: answers.pelias,
    empty: { type: 'FeatureCollection', features: [] },
    street: '3rd Street',
  },
  {
    provider: 'google',
    forward: answers.google,
    reverse: answers.google,
    empty: { status: 'ZERO_RESULTS', results: [] },
    street: '3rd Street',
  },
  {
    provider: 'mapbox',
    forward: answers.mapbox,
    reverse: answers.mapbox,
    empty: { type: 'FeatureCollection', features: [] },
    street: '3rd Street',
  },
];

describe.each(SHAPES)('$provider', ({ provider, forward, reverse, empty, street }) => {
  test('gives the point of the house, the parts of the address and the unit the caller wrote', async () => {
    server.answer = { body: forward };
    const outcome = await create(provider).forward('151 3rd St, Apt 4B, San Francisco, CA 94103');
    expect(outcome).toEqual({
      kind: 'found',
      place: {
        name: `151 ${street}`,
        address2: 'Apt 4B',
        longitude: -122.40105,
        latitude: 37.78568,
        address: {
          number: '151',
          street,
          street2: 'Apt 4B',
          locality: 'San Francisco',
          region: 'CA',
          postalCode: '94103',
        },
        locationType: 'street_address',
        timeZone: 'America/Los_Angeles',
      },
    });
  });

  test('says what to check when the service knows no such address', async () => {
    server.answer = { body: empty };
    const outcome = await create(provider).forward('9999 3rd St, San Francisco, CA 94103');
    expect(outcome).toMatchObject({
      kind: 'not_found',
      reason: expect.stringMatching(/knows no such address.*house number/),
    });
  });

  test('tells what is wrong with an address that is wrong in itself', async () => {
    server.answer = { body: empty };
    const outcome = await create(provider).forward('12 Oak St, Sacremento, CA');
    expect(outcome).toMatchObject({ kind: 'not_found', suggestions: ['Sacramento, CA'] });
  });

  test('keeps the coordinates it is asked about and describes them', async () => {
    server.answer = { body: reverse };
    const outcome = await create(provider).reverse(-122.401, 37.7857);
    const address = reverse
      ? { number: '151', street, locality: 'San Francisco', region: 'CA', postalCode: '94103' }
      : { locality: 'San Francisco', region: 'CA' };
    expect(outcome).toMatchObject({
      kind: 'found',
      place: {
        longitude: -122.401,
        latitude: 37.7857,
        locationType: 'coordinates',
        address,
        timeZone: 'America/Los_Angeles',
      },
    });
    expect(server.asked).toHaveLength(reverse ? 1 : 0);
  });

  test('names the nearest city when the service has nothing at the point', async () => {
    server.answer = { body: provider === 'nominatim' ? { error: 'Unable to geocode' } : empty };
    const outcome = await create(provider).reverse(-122.401, 37.7857);
    expect(outcome).toMatchObject({
      kind: 'found',
      place: { address: { locality: 'San Francisco', region: 'CA' } },
    });
  });

  test('refuses coordinates abroad and PO boxes without asking', async () => {
    const geocoder = create(provider);
    expect((await geocoder.reverse(-83.03, 42.31)).kind).toBe('outside');
    expect((await geocoder.forward('PO Box 12, Austin, TX 78767')).kind).toBe('not_found');
    expect(server.asked).toHaveLength(0);
  });

  test.each([
    ['an HTML page', { body: '<html>Welcome to the hotel network</html>' }],
    ['JSON of another shape', { body: { hello: ['world'] } }],
    ['null', { body: 'null' }],
    ['nothing at all', { body: '' }],
    ['an internal error', { status: 500, body: {} }],
    ['a gateway error', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    ['a refused key', { status: 403, body: { error: 'forbidden' } }],
  ])('is unavailable when the service answers with %s, and does not tell its key', async (_, answer) => {
    server.answer = answer;
    const outcome = await create(provider).forward('151 3rd St, San Francisco, CA 94103');
    expect(outcome).toEqual({
      kind: 'unavailable',
      reason: expect.stringMatching(/^The .* geocoder /),
      retryAfterSeconds: 10,
    });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
});

describe('the requests are those the services document', () => {
  const address = '151 3rd St, San Francisco, CA 94103';
  test.each<[ProviderName, unknown, string, Record<string, string>]>([
    [
      'census',
      answers.census,
      '/geocoder/locations/onelineaddress',
      { address, benchmark: 'Public_AR_Current', format: 'json' },
    ],
    [
      'nominatim',
      answers.nominatim.search,
      '/search',
      {
        q: address,
        format: 'jsonv2',
        addressdetails: '1',
        countrycodes: 'us,pr,vi,gu,as,mp',
        limit: '3',
        'accept-language': 'en',
      },
    ],
    ['photon', answers.photon, '/api', { q: address, limit: '5', lang: 'en' }],
    [
      'pelias',
      answers.pelias,
      '/v1/search',
      { text: address, 'boundary.country': 'USA,PRI,VIR,GUM,ASM,MNP', size: '3', api_key: KEY },
    ],
    ['google', answers.google, '/maps/api/geocode/json', { address, region: 'us', language: 'en', key: KEY }],
    [
      'mapbox',
      answers.mapbox,
      '/search/geocode/v6/forward',
      {
        q: address,
        autocomplete: 'false',
        limit: '3',
        country: 'us,pr,vi,gu,as,mp',
        language: 'en',
        permanent: 'true',
        access_token: KEY,
      },
    ],
  ])('%s, forward', async (provider, body, path, query) => {
    server.answer = { body };
    await create(provider).forward(`${address}, Unit 7`);
    expect(lastAsked()).toEqual({ path, query });
    expect(server.userAgents.at(-1)).toMatch(/^waybill/);
  });

  test.each<[ProviderName, unknown, string, Record<string, string>]>([
    [
      'nominatim',
      answers.nominatim.reverse,
      '/reverse',
      {
        lat: '37.7857',
        lon: '-122.401',
        zoom: '18',
        format: 'jsonv2',
        addressdetails: '1',
        'accept-language': 'en',
      },
    ],
    ['photon', answers.photon, '/reverse', { lon: '-122.401', lat: '37.7857', limit: '1', lang: 'en' }],
    [
      'pelias',
      answers.pelias,
      '/v1/reverse',
      {
        'point.lat': '37.7857',
        'point.lon': '-122.401',
        'boundary.country': 'USA,PRI,VIR,GUM,ASM,MNP',
        layers: 'address,street',
        size: '1',
        api_key: KEY,
      },
    ],
    [
      'google',
      answers.google,
      '/maps/api/geocode/json',
      { latlng: '37.7857,-122.401', language: 'en', key: KEY },
    ],
    [
      'mapbox',
      answers.mapbox,
      '/search/geocode/v6/reverse',
      {
        longitude: '-122.401',
        latitude: '37.7857',
        types: 'address',
        country: 'us,pr,vi,gu,as,mp',
        language: 'en',
        permanent: 'true',
        access_token: KEY,
      },
    ],
  ])('%s, reverse', async (provider, body, path, query) => {
    server.answer = { body };
    await create(provider).reverse(-122.401, 37.7857);
    expect(lastAsked()).toEqual({ path, query });
  });

  test('a path in the configured URL is kept', async () => {
    server.answer = { body: answers.nominatim.search };
    await create('nominatim', { url: `${server.url}/maps/nominatim/` }).forward(address);
    expect(lastAsked().path).toBe('/maps/nominatim/search');
  });
});

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
