// Addresses as partners write them, made from the addresses of a map: spellings, typing mistakes, and streets that do not
// exist. Reproducible: the same map gives the same addresses.

import { kmBetween } from '../../src/integrations/geocoder/place-search.ts';
import { parseStreetName } from '../../src/integrations/geocoder/street-name.ts';
import { STREET_TYPES } from '../../src/integrations/geocoder/street-words.ts';
import type { Point, UsPlaces, ZipArea } from '../../src/integrations/geocoder/us-places.ts';
import type { AddressMap, MapAddress } from '../../src/integrations/osm/address-map.ts';

export interface KnownAddress extends Point {
  readonly label: string;
  readonly street: string;
  readonly zip: ZipArea;
  /** Another ZIP code of the state, within 8 km. */
  readonly wrongZip: ZipArea | undefined;
}

/** Up to `limit` addresses of the map, evenly spread. */
export function knownAddresses(map: AddressMap, places: UsPlaces, limit: number): KnownAddress[] {
  const houses = [...map.addresses].filter(
    ({ isInterpolated, label }) => !isInterpolated && /^\d+[A-Z]?$/.test(label),
  );
  const step = Math.max(1, houses.length / limit);
  const areas = Array.from({ length: places.zips.size }, (_, index) => places.zips.at(index)).filter(
    ({ hasArea }) => hasArea,
  );
  return Array.from(
    { length: Math.min(limit, houses.length) },
    (_, index) => houses[Math.floor(index * step)],
  )
    .filter((house) => house !== undefined)
    .flatMap((house) => {
      const near = areas
        .filter((area) => Math.abs(area.latitude - house.latitude) < 0.15)
        .map((area) => ({ area, km: kmBetween(area, house) }))
        .toSorted((a, b) => a.km - b.km);
      const own = zipOf(house, places) ?? near[0]?.area;
      const wrong = near.find(({ area, km }) => area !== own && area.state === own?.state && km < 8);
      const street = map.streets[house.streetId - 1]?.name;
      if (!own || street === undefined) return [];
      const { label, longitude, latitude } = house;
      return [{ label, street, longitude, latitude, zip: own, wrongZip: wrong?.area }];
    });
}

function zipOf({ postcode }: MapAddress, places: UsPlaces): ZipArea | undefined {
  const area = postcode === null ? undefined : places.zips.get(postcode);
  return area?.hasArea ? area : undefined;
}

const shortType = (street: string) =>
  street.replace(/\b(\p{L}+)$/u, (word) => capitalized(STREET_TYPES.get(word.toLowerCase()) ?? word));
const shortDirections = (street: string) =>
  street.replace(/\b(North|South|East|West)\b(?=\s\S+\s)/g, (word) => word[0] ?? '');
const withoutDirection = (street: string) =>
  street.replace(/^(?:North|South|East|West|Northeast|Northwest|Southeast|Southwest)\s+(?=\S+\s)/, '');
const capitalized = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

export const SPELLINGS: Readonly<Record<string, (address: KnownAddress) => string | undefined>> = {
  'as mapped': ({ label, street, zip }) => `${label} ${street}, ${zip.name}, ${zip.state} ${zip.zip}`,
  abbreviated: ({ label, street, zip }) =>
    `${label} ${shortDirections(shortType(street))}, ${zip.name}, ${zip.state} ${zip.zip}`,
  'no ZIP code': ({ label, street, zip }) => `${label} ${street}, ${zip.name}, ${zip.state}`,
  'wrong ZIP code': ({ label, street, wrongZip }) =>
    wrongZip && `${label} ${street}, ${wrongZip.name}, ${wrongZip.state} ${wrongZip.zip}`,
  'upper case': ({ label, street, zip }) =>
    `${label} ${shortType(street)}, ${zip.name}, ${zip.state} ${zip.zip}`.toUpperCase(),
  'with unit': ({ label, street, zip }) =>
    `${label} ${shortType(street)} Apt 4B, ${zip.name}, ${zip.state} ${zip.zip}`,
  'no direction': ({ label, street, zip }) => {
    const plain = withoutDirection(street);
    return plain === street ? undefined : `${label} ${plain}, ${zip.name}, ${zip.state} ${zip.zip}`;
  },
};

/** The street with one wrong, missing, doubled or swapped letter; `undefined` for short and numbered names. */
export function withTypo(street: string, random: () => number): string | undefined {
  const letters = [...street.matchAll(/\p{L}/gu)].map(({ index }) => index);
  if (letters.length < 8 || /\d/.test(street)) return undefined;
  const at = letters[1 + Math.floor(random() * (letters.length - 2))] ?? 1;
  const letter = street[at] ?? '';
  const kind = Math.floor(random() * 4);
  const put = (text: string, length = 1) => street.slice(0, at) + text + street.slice(at + length);
  if (kind === 0) return put('');
  if (kind === 1) return put(letter + letter);
  if (kind === 2) return put(letter === 'e' ? 'a' : 'e');
  return /\p{L}/u.test(street[at + 1] ?? '') ? put(`${street[at + 1]}${letter}`, 2) : put('');
}

const NAMES =
  'Abernathy Bellweather Cottonwood Dunmore Elderberry Fairhaven Glenbrook Hawthorne Ironwood Juniper Kensington Larkspur Mulberry Northgate Oakmont Pinecrest Quailridge Rosewood Silverleaf Tamarack Underhill Vineyard Whippoorwill Yellowstone Zephyr Ashford Birchwood Cloverdale Driftwood Edgewater Foxglove Greenbriar Huntington Indigo Jasper Knollwood Lakeshore Meadowlark Nightingale Orchard Peachtree Ravenwood Stonegate Thistle Valencia Willowbrook Sycamore Magnolia Dogwood Chestnut'.split(
    ' ',
  );
const TYPES = ['Street', 'Avenue', 'Road', 'Drive', 'Court', 'Lane', 'Boulevard', 'Way', 'Circle', 'Terrace'];

/** Addresses on streets that the map does not contain: other names, and other types of existing names. */
export function inventedAddresses(
  map: AddressMap,
  known: readonly KnownAddress[],
  random: () => number,
): string[] {
  const names = map.streets.flatMap((street) => street.names);
  const isKnown = (street: string) => {
    const name = parseStreetName(street);
    return names.some(({ base, type }) => base === name?.base && (type === name.type || type === ''));
  };
  const own = [...new Set(known.map(({ street }) => street.replace(/\s\S+$/, '')))];
  const streets = [...NAMES, ...own]
    .flatMap((name) => TYPES.map((type) => `${name} ${type}`))
    .filter((street) => !isKnown(street));
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  return streets.flatMap((street) => {
    const zip = pick(known)?.zip;
    return zip ? [`${1 + Math.floor(random() * 3_000)} ${street}, ${zip.name}, ${zip.state} ${zip.zip}`] : [];
  });
}
