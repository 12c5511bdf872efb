// Street addresses from an imported map region, as partners see them.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseDemoStops, newYorkStops } from '../../src/cli/demo/demo-stops.ts';
import { checkRegions } from '../../src/features/maps/system/check-maps.ts';
import { importMap } from '../../src/features/maps/system/import-map.ts';
import { listUnusedVersions } from '../../src/features/maps/system/map-admin-store.ts';
import { TileArchive } from '../../src/features/maps/tiles/tile-archive.ts';
import { readAddressMap } from '../../src/integrations/osm/read-address-map.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { adminOf, importActor, importRegion, removeRegion } from '../support/import-region.ts';
import { houses, square, townExtract } from '../support/map-town.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const TOWN = 'Baltimore, MD 21230';
const notFound = { code: 'address_not_found', param: 'stops[0].location' };

describe('an imported map region', () => {
  let test: TestApp;
  let partner: ApiClient;
  let folder: string;

  const importBytes = (extract: Uint8Array | string, region?: string) => importRegion(test, extract, region);

  /** The first stop of a quote. */
  const quoteFrom = async (location: unknown) =>
    partner.post('/quotes', { stops: [{ location }, { location: manhattan }], product: 'van' });

  async function located(location: unknown) {
    const { status, body } = await quoteFrom(location);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.origin;
  }

  const pointOf = ({ longitude, latitude }: { longitude: number; latitude: number }) => [
    expect.closeTo(longitude, 6),
    expect.closeTo(latitude, 6),
  ];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-town-'));
    test = await startTestApp();
    partner = await test.partner();
    // Before the import, also so that the process has read the list of regions.
    expect((await located(`1220 Light St, ${TOWN}`)).location_type).toBe('postal_code');
    const range = { number: '3100-3110', street: 'Key Highway', longitude: -76.6192, latitude: 39.2651 };
    await importBytes(townExtract({ extraHouses: [range] }));
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const light = houses[1] ?? { longitude: 0, latitude: 0 };
  it.each([
    ['as mapped', `1220 Light Street, ${TOWN}`],
    ['abbreviated, upper case, with a unit', `1220 LIGHT ST APT 4, ${TOWN}`],
    ['without a ZIP code', '1220 Light St, Baltimore, MD'],
    ['with a neighbouring ZIP code', '1220 Light St, Baltimore, MD 21201'],
    ['misspelled', `1220 Lihgt Street, ${TOWN}`],
    ['with a misspelled type', `1220 Light Stret, ${TOWN}`],
    ['with another type', `1220 Light Ave, ${TOWN}`],
    ['without the type', `1220 Light, ${TOWN}`],
  ])('gives a street address its exact point: %s', async (_name, address) => {
    const origin = await located(address);
    expect(origin.location_type).toBe('street_address');
    expect(origin.coordinates).toEqual(pointOf(light));
    expect(origin.address).toMatchObject({ number: '1220', locality: 'Baltimore', postal_code: '21230' });
  });

  it('interpolates a number between its neighbours on the same side', async () => {
    const origin = await located(`1240 Light St, ${TOWN}`);
    expect(origin.location_type).toBe('street_address');
    const next = houses[2] ?? light;
    expect(origin.coordinates).toEqual(
      pointOf({ longitude: light.longitude, latitude: (light.latitude + next.latitude) / 2 }),
    );
  });

  it('gives the street if its number is unknown, with an uncertainty that the fare uses', async () => {
    const origin = await located(`9 Key Hwy, ${TOWN}`);
    expect(origin.location_type).toBe('route');
    expect(origin.address).toMatchObject({ number: '9', street: 'Key Hwy' });
    const [row] = await queryAsOwner<{ radius_miles: number }>(
      test.connection,
      'select radius_miles from location where id = $1',
      [origin.id],
    );
    // The street is 0.77 km long, which is half of it around the middle.
    expect(row?.radius_miles).toBeCloseTo(0.24, 1);
    // A quote from the stored location prices the same route.
    const byAddress = await quoteFrom(`9 Key Hwy, ${TOWN}`);
    const byId = await quoteFrom(origin.id);
    expect(byId.body.fare_estimate).toEqual(byAddress.body.fare_estimate);
  });

  it('tells streets apart by direction, Saint by position and ordinals by value', async () => {
    const [, , , , north, south, paul] = houses;
    expect((await located(`12 N Charles St, ${TOWN}`)).coordinates).toEqual(pointOf(north ?? light));
    expect((await located(`12 S Charles St, ${TOWN}`)).coordinates).toEqual(pointOf(south ?? light));
    expect((await located(`700 St Paul St, ${TOWN}`)).coordinates).toEqual(pointOf(paul ?? light));
    expect((await located(`3 E 5th St, ${TOWN}`)).location_type).toBe('route');
    const refused = await quoteFrom(`12 Charles St, ${TOWN}`);
    expectProblem(refused, 422, notFound);
    expect(refused.body.message).toMatch(
      /matches several places.*12 North Charles Street, Baltimore, MD 21230, or 12 South Charles Street/,
    );
  });

  it('refuses a street that resembles a known one without its number, and suggests that one', async () => {
    const refused = await quoteFrom(`8888 Lihgt St, ${TOWN}`);
    expectProblem(refused, 422, notFound);
    expect(refused.body.message).toBe(
      '"Lihgt St" is not a known street in Baltimore, MD 21230. Correct the street, or send coordinates. Did you mean 8888 Light Street, Baltimore, MD 21230?',
    );
  });

  it('answers an unknown street with the ZIP code, as without a map', async () => {
    expect((await located(`12 Whippoorwill Ln, ${TOWN}`)).location_type).toBe('postal_code');
    expect((await located('12 Market St, Philadelphia, PA 19106')).location_type).toBe('postal_code');
  });

  it('finds intersections and named places', async () => {
    const crossing = await located(`Light St & Key Hwy, ${TOWN}`);
    expect(crossing.location_type).toBe('intersection');
    expect(crossing.coordinates).toEqual(pointOf({ longitude: -76.618, latitude: 39.265 }));
    const place = await located(`Harbor Square, ${TOWN}`);
    expect(place).toMatchObject({ location_type: 'point_of_interest', name: 'Harbor Square' });
    expect(place.coordinates).toEqual(pointOf(square));
    const unknown = await quoteFrom(`Moon Square, ${TOWN}`);
    expectProblem(unknown, 422, notFound);
    expect(unknown.body.message).toContain('"Moon Square" has no house number');
  });

  it.each([
    ['as the map writes it', '3100-3110 Key Hwy', { longitude: -76.6192, latitude: 39.2651 }],
    ['by its first number, if the map has only that', '1220-1224 Light St', light],
    ['with spaces and a short end', '1220 – 24 Light St', light],
  ])('finds a range of house numbers %s', async (_name, address, point) => {
    const origin = await located(`${address}, ${TOWN}`);
    expect(origin.location_type).toBe('street_address');
    expect(origin.coordinates).toEqual(pointOf(point));
    expect(origin.address.number).toMatch(/^\d+-\d+$/);
  });

  it('refuses an impossible house number, and suggests numbers of the street', async () => {
    const suggested = (list: string) => `Correct the number, or send coordinates. Did you mean ${list}?`;
    for (const [number, numbers] of [
      ['0', ['1200', '1220', '1260']],
      ['9'.repeat(300), ['1260', '1220', '1200']],
    ] as const) {
      const refused = await quoteFrom(`${number} Light St, ${TOWN}`);
      expectProblem(refused, 422, notFound);
      const list = numbers.map((each) => `${each} Light Street, Baltimore, MD 21230`).join(', or ');
      expect(refused.body.message).toContain(suggested(list));
    }
    const unknown = await quoteFrom(`0 Harbor Square, ${TOWN}`);
    expect(unknown.body.message).toBe('"0" is not a house number. Correct the number, or send coordinates.');
  });

  it.each([
    ['of the same name', 'Light St & Light Street'],
    ['with and without its direction', 'E Fort Ave & Fort Ave'],
  ])('refuses an intersection of a street with itself: %s', async (_name, crossing) => {
    const refused = await quoteFrom(`${crossing}, ${TOWN}`);
    expectProblem(refused, 422, notFound);
    expect(refused.body.message).toContain(`"${crossing}" names one street twice. Name two streets`);
  });

  it('names coordinates after the nearest house or street, and keeps the point', async () => {
    const near = await located([light.longitude + 0.0001, light.latitude]);
    expect(near).toMatchObject({ name: 'near 1220 Light Street', location_type: 'coordinates' });
    expect(near.coordinates).toEqual([light.longitude + 0.0001, light.latitude]);
    expect((await located([-76.6136, 39.2652])).name).toBe('near Key Highway');
    expect((await located([-76.7, 39.3])).name).toContain('39.30000, -76.70000');
  });

  it('is replaced by the next import and removed as a whole, in every running process', async () => {
    const other = await startTestApp({ sharing: test });
    try {
      const otherPartner = await other.partner();
      const typeAt = async (client: ApiClient, address: string) =>
        (
          await client.post('/quotes', {
            stops: [{ location: address }, { location: manhattan }],
            product: 'van',
          })
        ).body.origin.location_type;
      const added = { number: '77', street: 'Key Highway', longitude: -76.617, latitude: 39.2651 };
      const before = await quoteFrom(`77 Key Hwy, ${TOWN}`);
      expect(await typeAt(otherPartner, `77 Key Hwy, ${TOWN}`)).toBe('route');

      await importBytes(townExtract({ extraHouses: [added] }));
      await expect
        .poll(async () => [
          await typeAt(partner, `77 Key Hwy, ${TOWN}`),
          await typeAt(otherPartner, `77 Key Hwy, ${TOWN}`),
        ])
        .toEqual(['street_address', 'street_address']);
      // A quote keeps the locations it was made with.
      const kept = await partner.get(`/quotes/${before.body.id}`);
      expect(kept.body.origin).toEqual(before.body.origin);

      // The third import drops the first version.
      await importBytes(townExtract());
      const versions = await queryAsOwner<{ id: string }>(test.connection, 'select id from map_version');
      expect(versions).toHaveLength(2);

      await removeRegion(test);
      await expect.poll(() => typeAt(otherPartner, `1220 Light St, ${TOWN}`)).toBe('postal_code');
      expect(await listUnusedVersions(test.system)).toEqual([]);
      const partitions = await queryAsOwner(
        test.connection,
        `select inhrelid from pg_inherits where inhparent = any(array['map_street', 'map_house']::regclass[])`,
      );
      expect(partitions).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('is replaced and removed while another program reads the tables, and blocks no lookup', async () => {
    const client = new Client(test.connection);
    await client.connect();
    const holding = async (table: string, work: () => Promise<void>) => {
      await client.query(`begin; lock table ${table} in access share mode`);
      try {
        await work();
      } finally {
        await client.query('rollback');
      }
    };
    try {
      await importBytes(townExtract());
      await importBytes(townExtract());
      const [first] = await queryAsOwner<{ name: string }>(
        test.connection,
        `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'map_house'::regclass order by name`,
      );
      // The version that the import should drop.
      await holding(first?.name ?? '', () => importBytes(townExtract()));
      expect(await listUnusedVersions(test.system)).toHaveLength(1);
      // As pg_dump does with all tables.
      await holding('map_house', async () => {
        const refused = importBytes(townExtract()).catch(String);
        let slowest = 0;
        for (let lookup = 0; lookup < 8; lookup += 1) {
          const began = performance.now();
          expect((await located(`1220 Light St, ${TOWN}`)).location_type).toBe('street_address');
          slowest = Math.max(slowest, performance.now() - began);
          await client.query('select pg_sleep(0.2)');
        }
        expect(await refused).toContain(
          'The map tables are in use by another program, for example pg_dump. Wait until it has finished, then import again.',
        );
        expect(slowest).toBeLessThan(1_500);
        await removeRegion(test);
        await expect
          .poll(async () => (await located(`1220 Light St, ${TOWN}`)).location_type)
          .toBe('postal_code');
      });
      await importBytes(townExtract());
      expect(await listUnusedVersions(test.system)).toEqual([]);
      await removeRegion(test);
    } finally {
      await client.end();
    }
  });

  it('gives the demo addresses at which the geocoder finds houses', async () => {
    await importBytes(townExtract());
    await expect(chooseDemoStops(test.system, 'elsewhere')).rejects.toThrow(
      'There is no map region "elsewhere"',
    );
    // One address per street: too few for two weeks of bookings.
    await expect(chooseDemoStops(test.system, 'town')).rejects.toThrow(
      'has 5 usable addresses; the demo needs 6',
    );
    expect(await chooseDemoStops(test.system, undefined)).toBe(newYorkStops);
    const at = { longitude: -76.617, latitude: 39.2651 };
    await importBytes(
      townExtract({
        extraHouses: [
          { number: '77', street: 'Key Highway', ...at },
          { number: '3', street: 'East Fifth Street', longitude: -76.617, latitude: 39.2671 },
        ],
      }),
    );
    const stops = await chooseDemoStops(test.system, undefined);
    expect(stops).toMatchObject({ region: 'town', pickups: { length: 4 }, dropoffs: { length: 3 } });
    expect([...stops.pickups, ...stops.dropoffs]).toContain('12 North Charles Street, Baltimore, MD 21230');
    await expect.poll(async () => (await located(stops.dropoffs[0])).location_type).toBe('street_address');
    await removeRegion(test);
  });

  it('is called damaged if rows of any of its tables are missing', async () => {
    const faults = async () => (await checkRegions(adminOf(test))).flatMap((region) => region.faults);
    const missing = (kind: string) =>
      expect.stringMatching(
        new RegExp(`^The region has 0 ${kind}; \\d+ were imported\\. Import it again\\.$`),
      );
    await importBytes(townExtract({ extraStreets: 20 }));
    expect(await checkRegions(adminOf(test))).toMatchObject([{ addresses: 7, lookups: 5, faults: [] }]);
    for (const [table, kind] of [
      ['map_place', 'place names'],
      ['map_postcode', 'ZIP codes'],
      ['map_street_part', 'street lines'],
      ['map_street_spelling', 'street spellings'],
    ] as const) {
      await queryAsOwner(test.connection, `delete from ${table}`);
      expect(await faults()).toContainEqual(missing(kind));
    }
    await queryAsOwner(test.connection, 'delete from map_street_name');
    expect(await faults()).toEqual(
      expect.arrayContaining([
        missing('street names'),
        'None of the 7 addresses can be looked up. Import the region again.',
      ]),
    );
    await queryAsOwner(test.connection, 'delete from map_street where name = $1', ['Light Street']);
    expect(await faults()).toContainEqual(expect.stringMatching(/^The region has 26 streets; 27 were/));
    // Imports of earlier versions recorded fewer counts.
    await queryAsOwner(test.connection, "update map_version set counts = (counts::jsonb - 'rows')::json");
    expect(await faults()).toEqual(
      expect.arrayContaining([
        'The region has 0 place names, but 1 places were imported. Import it again.',
        'The region has 0 street names, but 27 streets were imported. Import it again.',
      ]),
    );
    await removeRegion(test);
  });

  it('leaves no trace of an import that fails', async () => {
    const path = join(folder, 'town.osm.pbf');
    writeFileSync(path, townExtract());
    const map = await readAddressMap(path);
    const broken = { ...map, places: [{ ...map.places[0], name: null }] } as never;
    const tiles = new TileArchive(folder);
    const version = {
      id: '20310101000000-abcdef',
      region: 'town',
      fileName: 'town.osm.pbf',
      fileBytes: 1,
      fileSha256: '',
      dataTime: null,
      bounds: map.bounds,
      startedAt: new Date(),
    };
    await expect(
      importMap(
        adminOf(test),
        importActor,
        version,
        { map: broken, tiles, roads: null },
        { signal: new AbortController().signal, onProgress: () => {} },
      ),
    ).rejects.toThrow('null value in column "name"');
    tiles.close();
    expect(await queryAsOwner(test.connection, 'select id from map_version')).toEqual([]);
  });

  const baltimore = fileURLToPath(new URL('../../../shared/data/osm/baltimore.osm.pbf', import.meta.url));
  if (existsSync(baltimore))
    it('finds the addresses of a real extract', async () => {
      await importBytes(baltimore, 'baltimore');
      await expect
        .poll(async () => (await located(`1640 Thames St, Baltimore, MD 21231`)).location_type)
        .toBe('street_address');
      expect(
        (await located('Fort McHenry National Monument and Historic Shrine, Baltimore, MD 21230'))
          .location_type,
      ).toMatch(/point_of_interest|establishment/);
      await removeRegion(test, 'baltimore');
    });
});
