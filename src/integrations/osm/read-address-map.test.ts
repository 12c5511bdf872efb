import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MapElements, osmExtract } from '../../../test/support/osm-extract.ts';
import type { AddressMap } from './address-map.ts';
import { readAddressMap } from './read-address-map.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-map-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(elements: MapElements): Promise<AddressMap> {
  const path = join(folder, 'map.osm.pbf');
  writeFileSync(path, osmExtract(elements));
  return readAddressMap(path);
}

const point = (id: number, longitude: number, latitude: number, tags?: Record<string, string>) => ({
  id,
  longitude: -76.6 + longitude / 100,
  latitude: 39.28 + latitude / 100,
  ...(tags && { tags }),
});
const house = (number: string, street: string, more: Record<string, string> = {}) => ({
  'addr:housenumber': number,
  'addr:street': street,
  ...more,
});

describe('the address map of an extract', () => {
  it('joins ways of one name that are close, and keeps distant namesakes apart', async () => {
    const { streets } = await read({
      nodes: [point(1, 0, 0), point(2, 0.5, 0), point(3, 0.7, 0), point(4, 5, 0), point(5, 5.5, 0)],
      ways: [
        { id: 1, nodeIds: [1, 2], tags: { highway: 'residential', name: 'Light Street' } },
        {
          id: 2,
          nodeIds: [2, 3],
          tags: { highway: 'residential', name: 'Light St', alt_name: 'Old Road;MD 2' },
        },
        { id: 3, nodeIds: [4, 5], tags: { highway: 'residential', name: 'Light Street' } },
        { id: 4, nodeIds: [4, 5], tags: { highway: 'proposed', name: 'Future Street' } },
      ],
    });
    expect(streets.map(({ name, parts }) => [name, parts.length])).toEqual([
      ['Light Street', 2],
      ['Light Street', 1],
    ]);
    expect(streets[0]?.names.map(({ base }) => base)).toEqual(['light', 'old', 'state2']);
  });

  it('assigns houses to the nearest street of their name, and makes a street where there is none', async () => {
    const { streets, addresses, postcodes } = await read({
      nodes: [
        point(1, 0, 0),
        point(2, 0.5, 0),
        point(3, 5, 0),
        point(4, 5.5, 0),
        point(5, 5.2, 0.05, house('12', 'Light St', { 'addr:postcode': '21230-1234' })),
        point(6, 0.2, 0.05, house('100-104', 'Light Street')),
        point(7, 0.3, 0.05, house('7;9', 'Nowhere Lane')),
        point(8, 9, 9, house('1', 'Light Street')),
      ],
      ways: [
        { id: 1, nodeIds: [1, 2], tags: { highway: 'residential', name: 'Light Street' } },
        { id: 2, nodeIds: [3, 4], tags: { highway: 'residential', name: 'North Light Street' } },
      ],
    });
    const byStreet = streets.map(({ id, name }) => [
      name,
      [...addresses].filter(({ streetId }) => streetId === id).map(({ label }) => label),
    ]);
    expect(byStreet).toEqual([
      ['Light Street', ['100-104', '100', '104']],
      ['North Light Street', ['12']],
      ['Nowhere Lane', ['7', '9']],
      ['Light Street', ['1']],
    ]);
    expect(postcodes.map(({ postcode }) => postcode)).toEqual(['21230']);
  });

  it('takes the centre of a building, and one of several elements of the same house', async () => {
    const { addresses, places } = await read({
      nodes: [
        point(1, 0, 0),
        point(2, 0.5, 0),
        point(11, 0.1, 0.1),
        point(12, 0.12, 0.1),
        point(13, 0.12, 0.12),
        point(14, 0.1, 0.12),
        point(15, 0.11, 0.1, house('20', 'Light Street', { name: 'Museum', tourism: 'museum' })),
      ],
      ways: [
        { id: 1, nodeIds: [1, 2], tags: { highway: 'residential', name: 'Light Street' } },
        {
          id: 2,
          nodeIds: [11, 12, 13, 14, 11],
          tags: { building: 'yes', ...house('22', 'Light Street'), name: 'Pier Tower' },
        },
        { id: 3, nodeIds: [11, 12, 13, 14, 11], tags: { building: 'yes', ...house('20', 'Light Street') } },
      ],
    });
    expect([...addresses].map(({ label }) => label)).toEqual(['20', '22']);
    const centre = [...addresses][1];
    expect([centre?.longitude.toFixed(4), centre?.latitude.toFixed(4)]).toEqual(['-76.5989', '39.2811']);
    expect(places.map(({ name, kind }) => [name, kind])).toEqual([
      ['Museum', 'establishment'],
      ['Pier Tower', 'establishment'],
    ]);
  });

  it('expands interpolation ways along their line, on their side of the street', async () => {
    const { addresses } = await read({
      nodes: [
        point(1, 0, 0),
        point(2, 0.5, 0),
        point(3, 0, 0.02, house('2', 'Light Street')),
        point(4, 0.1, 0.02),
        point(5, 0.1, 0.12, house('10', 'Light Street')),
      ],
      ways: [
        { id: 1, nodeIds: [1, 2], tags: { highway: 'residential', name: 'Light Street' } },
        { id: 2, nodeIds: [3, 4, 5], tags: { 'addr:interpolation': 'even' } },
      ],
    });
    expect([...addresses].map(({ label, isInterpolated }) => [label, isInterpolated])).toEqual([
      ['2', false],
      ['10', false],
      ['4', true],
      ['6', true],
      ['8', true],
    ]);
    // The middle number is a little beyond the bend: a degree of longitude is shorter than one of latitude.
    const middle = [...addresses].find(({ label }) => label === '6');
    expect(middle?.longitude).toBeCloseTo(-76.599, 6);
    expect(middle?.latitude).toBeGreaterThan(39.2802);
  });
});
