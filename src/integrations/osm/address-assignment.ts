// Assigns house numbers to streets: each house belongs to the nearest street of its name within 2 km. Houses whose street
// the map does not contain form a street of their own.
import type { StreetName } from '../geocoder/street-name.ts';
import type { AddressMap, MapPostcode, MapStreet } from './address-map.ts';
import { HouseTable, type NewHouse } from './house-table.ts';
import { LineBuffer } from './line-buffer.ts';
import { type MapPoint, metersBetween } from './map-grid.ts';
import { cellDistance, fineCell, groupWays, type StreetWay, streetKey, streetOf } from './street-groups.ts';

/** 2 km in fine cells. */
const MAX_CELLS = 6;
/** The name of the street may lack a direction or the type: then it must be close. */
const MAX_CELLS_OF_SIMILAR = 1;
const SAME_STREET_METERS = 2_000;
/** Elements of the same house number within this distance are one house. */
const SAME_HOUSE_METERS = 150;

/** The streets of one name, by the fine cells that they touch. */
interface StreetCells {
  readonly name: StreetName;
  readonly cells: number[];
  readonly ids: number[];
}

export class AddressAssignment {
  readonly #lines = new LineBuffer();
  readonly #ways = new Map<string, StreetWay[]>();
  readonly #houses = new HouseTable();
  readonly #streets: MapStreet[] = [];
  readonly #byKey = new Map<string, StreetCells>();
  readonly #byBase = new Map<string, StreetCells[]>();
  /** Index of the first house by street and house number. */
  readonly #known = new Map<number, number>();

  addWay(name: string, names: readonly StreetName[], line: Float64Array): void {
    const [own] = names;
    if (own) addTo(this.#ways, streetKey(own), { name, names, line: this.#lines.add(line) });
  }

  addHouse(house: NewHouse, nodeId?: number): void {
    this.#houses.add(house, nodeId);
  }

  houseOfNode(nodeId: number): NewHouse | undefined {
    return this.#houses.houseOfNode(nodeId);
  }

  finish(): Pick<AddressMap, 'streets' | 'addresses' | 'postcodes'> {
    for (const ways of this.#ways.values())
      for (const group of groupWays(ways)) this.#addStreet(group.ways, group.cells);
    this.#ways.clear();
    const unassigned = new Map<string, number[]>();
    for (let index = 0; index < this.#houses.size; index += 1) {
      const house = this.#houses.house(index);
      if (!house.name) continue;
      const key = streetKey(house.name);
      const own = this.#byKey.get(key);
      const streetId =
        (own && nearestStreet(own, house, MAX_CELLS)) ?? this.#similarStreet(house, house.name);
      if (streetId === undefined) addTo(unassigned, key, index);
      else this.#assignUnlessDuplicate(index, house, streetId);
    }
    for (const houses of unassigned.values()) this.#addUnmappedStreets(houses);
    return { streets: this.#streets, addresses: this.#houses, postcodes: postcodesOf(this.#houses) };
  }

  #addStreet(ways: readonly StreetWay[], cells: Iterable<number>): number {
    const street = streetOf(this.#streets.length + 1, ways);
    this.#streets.push(street);
    for (const name of street.names) {
      const key = streetKey(name);
      const known = this.#byKey.get(key);
      const all = known ?? { name, cells: [], ids: [] };
      for (const cell of cells) {
        all.cells.push(cell);
        all.ids.push(street.id);
      }
      if (known) continue;
      this.#byKey.set(key, all);
      addTo(this.#byBase, name.base, all);
    }
    return street.id;
  }

  #assignUnlessDuplicate(index: number, house: NewHouse, streetId: number): void {
    const key = this.#houses.labelKey(index, streetId);
    const first = this.#known.get(key);
    if (first === undefined) this.#known.set(key, index);
    else if (house.isInterpolated || metersBetween(this.#houses.house(first), house) < SAME_HOUSE_METERS)
      return;
    this.#houses.assign(index, streetId);
  }

  /** A street whose name differs only by a direction or a type that one of both names lacks. */
  #similarStreet(house: MapPoint, name: StreetName): number | undefined {
    const isCompatible = (a: string, b: string) => a === b || a === '' || b === '';
    const ids = (this.#byBase.get(name.base) ?? []).flatMap((street) =>
      isCompatible(street.name.type, name.type) &&
      isCompatible(street.name.leading, name.leading) &&
      isCompatible(street.name.trailing, name.trailing)
        ? (nearestStreet(street, house, MAX_CELLS_OF_SIMILAR) ?? [])
        : [],
    );
    return new Set(ids).size === 1 ? ids[0] : undefined;
  }

  /** Houses of one street name; those more than 2 km apart are on different streets. */
  #addUnmappedStreets(indexes: readonly number[]): void {
    const clusters: { index: number; house: NewHouse }[][] = [];
    for (const index of indexes) {
      const house = this.#houses.house(index);
      const near = clusters.find((cluster) =>
        cluster.some((other) => metersBetween(other.house, house) <= SAME_STREET_METERS),
      );
      if (near) near.push({ index, house });
      else clusters.push([{ index, house }]);
    }
    for (const cluster of clusters) {
      const ways = cluster.map(({ house: { street, name, longitude, latitude } }) => ({
        name: street,
        names: name ? [name] : [],
        line: this.#lines.add(Float64Array.of(longitude, latitude)),
      }));
      const id = this.#addStreet(ways, []);
      for (const { index, house } of cluster) this.#assignUnlessDuplicate(index, house, id);
    }
  }
}

function nearestStreet(
  { cells, ids }: StreetCells,
  { longitude, latitude }: MapPoint,
  maxCells: number,
): number | undefined {
  const cell = fineCell(longitude, latitude);
  let nearest: number | undefined;
  let limit = maxCells;
  for (const [index, other] of cells.entries()) {
    const distance = cellDistance(cell, other);
    if (distance < limit || (distance === limit && nearest === undefined)) {
      nearest = ids[index];
      limit = distance;
    }
  }
  return nearest;
}

/** The middle of the addresses of each ZIP code, by the median: some addresses have the wrong code. */
function postcodesOf(addresses: AddressMap['addresses']): MapPostcode[] {
  const byCode = new Map<string, { longitudes: number[]; latitudes: number[] }>();
  for (const { postcode, longitude, latitude } of addresses) {
    if (postcode === null) continue;
    const points = byCode.get(postcode) ?? { longitudes: [], latitudes: [] };
    points.longitudes.push(longitude);
    points.latitudes.push(latitude);
    byCode.set(postcode, points);
  }
  return [...byCode].map(([postcode, { longitudes, latitudes }]) => ({
    postcode,
    longitude: median(longitudes),
    latitude: median(latitudes),
  }));
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function addTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
