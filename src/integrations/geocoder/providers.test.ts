// Adapters against loopback servers that respond as the services document. Not tested against the live services.
import { describe, expect, test } from 'vitest';
import * as answers from '../../../test/support/geocoder-answers.ts';
import {
  geocoderService,
  PROVIDER_KEY as KEY,
  type ProviderName,
} from '../../../test/support/geocoder-service.ts';

const server = geocoderService();
const { create } = server;

function lastRequest(): { path: string; query: Record<string, string> } {
  const { pathname, searchParams } = new URL(server.seen.at(-1)?.path ?? '', server.url);
  return { path: pathname, query: Object.fromEntries(searchParams) };
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
  test('returns the point of the house, the address parts and the unit as written', async () => {
    server.setResponse({ body: forward });
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

  test('says what to check if the service does not know the address', async () => {
    server.setResponse({ body: empty });
    const outcome = await create(provider).forward('9999 3rd St, San Francisco, CA 94103');
    expect(outcome).toMatchObject({
      kind: 'not_found',
      reason: expect.stringMatching(/could not find this address.*house number/),
    });
  });

  test('explains what is wrong with an invalid address', async () => {
    server.setResponse({ body: empty });
    const outcome = await create(provider).forward('12 Oak St, Sacremento, CA');
    expect(outcome).toMatchObject({ kind: 'not_found', suggestions: ['Sacramento, CA'] });
  });

  test('keeps the requested coordinates and describes them', async () => {
    server.setResponse({ body: reverse });
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
    expect(server.seen).toHaveLength(reverse ? 1 : 0);
  });

  test('names the nearest city if the service finds nothing at the point', async () => {
    server.setResponse({ body: provider === 'nominatim' ? { error: 'Unable to geocode' } : empty });
    const outcome = await create(provider).reverse(-122.401, 37.7857);
    expect(outcome).toMatchObject({
      kind: 'found',
      place: { address: { locality: 'San Francisco', region: 'CA' } },
    });
  });

  test('refuses coordinates abroad and PO boxes without a request', async () => {
    const geocoder = create(provider);
    expect((await geocoder.reverse(-83.03, 42.31)).kind).toBe('outside');
    expect((await geocoder.forward('PO Box 12, Austin, TX 78767')).kind).toBe('not_found');
    expect(server.seen).toHaveLength(0);
  });

  test.each([
    ['an HTML page', { body: '<html>Welcome to the hotel network</html>' }],
    ['JSON of another format', { body: { hello: ['world'] } }],
    ['null', { body: 'null' }],
    ['an empty body', { body: '' }],
    ['an internal error', { status: 500, body: {} }],
    ['a gateway error', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
    ['a refused key', { status: 403, body: { error: 'forbidden' } }],
  ])('is unavailable if the service responds with %s, and does not disclose its key', async (_, answer) => {
    server.setResponse(answer);
    const outcome = await create(provider).forward('151 3rd St, San Francisco, CA 94103');
    expect(outcome).toEqual({
      kind: 'unavailable',
      reason: expect.stringMatching(/^The .* geocoder/),
      retryAfterSeconds: 5,
    });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
  });
});

describe('requests as documented by the services', () => {
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
    server.setResponse({ body });
    await create(provider).forward(`${address}, Unit 7`);
    expect(lastRequest()).toEqual({ path, query });
    expect(server.seen.at(-1)?.headers['user-agent']).toMatch(/^waybill/);
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
    server.setResponse({ body });
    await create(provider).reverse(-122.401, 37.7857);
    expect(lastRequest()).toEqual({ path, query });
  });

  test('keeps a path in the configured URL', async () => {
    server.setResponse({ body: answers.nominatim.search });
    await create('nominatim', { url: `${server.url}/maps/nominatim/` }).forward(address);
    expect(lastRequest().path).toBe('/maps/nominatim/search');
  });
});
