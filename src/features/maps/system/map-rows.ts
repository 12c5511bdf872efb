// Rows of the tables of a map version, in the form of `insertRows`.
import { deletionKeys } from '../../../integrations/geocoder/deletion-keys.ts';
import type { AddressMap } from '../../../integrations/osm/address-map.ts';
import { cellOf, GrowingBounds } from '../../../integrations/osm/map-grid.ts';
import { pointsOf } from '../../../integrations/osm/street-groups.ts';
import type { MapTable } from './map-admin-store.ts';

interface TableRows {
  readonly table: MapTable;
  readonly rows: Iterable<object>;
}

export function mapRows(map: AddressMap): TableRows[] {
  return [
    { table: 'map_street', rows: streets(map) },
    { table: 'map_street_name', rows: streetNames(map) },
    { table: 'map_street_spelling', rows: spellings(map) },
    { table: 'map_street_part', rows: streetParts(map) },
    { table: 'map_house', rows: addresses(map) },
    { table: 'map_place', rows: places(map) },
    { table: 'map_postcode', rows: map.postcodes },
  ];
}

/** For progress: a street has about three rows in its tables. */
export function estimatedRowCount({ streets: all, addresses: houses, places: named }: AddressMap): number {
  return all.length * 3 + houses.length + named.length;
}

function* streets({ streets: all }: AddressMap): Generator<object> {
  for (const { id, name, longitude, latitude, bounds } of all)
    yield { id, name, longitude, latitude, ...bounds };
}

function* streetNames({ streets: all }: AddressMap): Generator<object> {
  for (const { id, names, cells } of all) for (const name of names) yield { id, cells, ...name };
}

function* spellings({ streets: all }: AddressMap): Generator<object> {
  const bases = new Set(all.flatMap(({ names }) => names.map(({ base }) => base)));
  for (const base of bases) yield { base, deletions: deletionKeys(base) };
}

function* streetParts({ streets: all }: AddressMap): Generator<object> {
  for (const { id, parts } of all)
    for (const part of parts) {
      const { west, south, east, north } = boundsOf(part);
      const line = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64');
      yield { id, west, south, east, north, line };
    }
}

function boundsOf(line: Int32Array): GrowingBounds {
  const bounds = new GrowingBounds();
  for (const { longitude, latitude } of pointsOf(line)) bounds.add(longitude, latitude);
  return bounds;
}

function* addresses({ addresses: all }: AddressMap): Generator<object> {
  for (const { streetId, number, label, longitude, latitude, postcode, isInterpolated } of all)
    yield { id: streetId, number, label, longitude, latitude, postcode, interpolated: isInterpolated };
}

function* places({ places: all }: AddressMap): Generator<object> {
  for (const { name, keys, kind, longitude, latitude } of all)
    for (const key of keys) yield { key, cell: cellOf(longitude, latitude), name, kind, longitude, latitude };
}
