// Reads the tags of addresses, streets and places: https://wiki.openstreetmap.org/wiki/Key:addr
import type { MapPlace } from './address-map.ts';
import type { OsmTags } from './osm-elements.ts';

/** House numbers of an element: "12;14" are two, "100-104" also stands for its ends. At most 20. */
export function houseLabels(tags: OsmTags): string[] {
  const labels = (tags['addr:housenumber'] ?? '').split(/[;,]/).map(houseLabel).filter(Boolean);
  return labels.flatMap((label) => [label, ...rangeEnds(label)]).slice(0, 20);
}

/** A house number as it is stored and looked up: upper case, without spaces; "221 1/2" is "221+1/2". */
export function houseLabel(text: string): string {
  return text
    .trim()
    .toUpperCase()
    .replace(/\s+(?=\d\/\d)/, '+')
    .replace(/[\s#]+/g, '')
    .slice(0, 20);
}

// Three digits or more: "45-50" may be a house in Queens.
function rangeEnds(label: string): string[] {
  const [, from = '', to = ''] = /^(\d{3,})-(\d{3,})$/.exec(label) ?? [];
  const isRange = from.length === to.length && Number(from) < Number(to) && Number(to) - Number(from) <= 100;
  return isRange ? [from, to] : [];
}

/** Leading digits of a house number; null for Queens and Wisconsin numbers, which do not grow along a street. */
export function houseNumber(label: string): number | null {
  const digits = /^(\d{1,6})(?![-\d])/.exec(label)?.[1];
  return digits === undefined ? null : Number(digits);
}

export function zipOf(tags: OsmTags): string | null {
  return /^(\d{5})(?:-\d{4})?$/.exec(tags['addr:postcode']?.trim() ?? '')?.[1] ?? null;
}

/** Kinds of `highway` that are not a way which addresses name. */
const NO_STREET = new Set(
  'bus_stop construction corridor crossing elevator escape platform proposed raceway rest_area services street_lamp traffic_signals'.split(
    ' ',
  ),
);

export function isStreet(tags: OsmTags): boolean {
  const kind = tags['highway'];
  return kind !== undefined && !NO_STREET.has(kind) && tags['area'] !== 'yes' && hasStreetName(tags);
}

function hasStreetName(tags: OsmTags): boolean {
  return tags['name'] !== undefined || (tags['ref'] !== undefined && !tags['highway']?.endsWith('_link'));
}

/** The name first, then other names that addresses use. */
export function streetNames(tags: OsmTags): string[] {
  const ref = tags['highway']?.endsWith('_link') ? undefined : tags['ref'];
  return [tags['name'], tags['name_1'], tags['alt_name'], tags['official_name'], tags['old_name'], ref]
    .flatMap((names) => (names ?? '').split(';'))
    .map((name) => name.trim())
    .filter(Boolean);
}

const ESTABLISHMENTS: OsmTags = {
  amenity:
    'bank bus_station cinema college community_centre conference_centre courthouse events_venue fire_station hospital library marketplace place_of_worship police post_office school theatre townhall university arts_centre',
  shop: 'department_store furniture mall supermarket wholesale',
  tourism: 'apartment hostel hotel motel museum gallery',
  leisure: 'stadium sports_centre fitness_centre',
  building: 'office commercial hotel retail warehouse hospital university',
  office: 'government',
  industrial: 'warehouse distributor',
};
const POINTS_OF_INTEREST: OsmTags = {
  place: 'square',
  tourism: 'attraction aquarium theme_park zoo viewpoint artwork',
  leisure: 'park garden marina nature_reserve water_park',
  railway: 'station halt',
  public_transport: 'station',
  aeroway: 'aerodrome terminal',
  amenity: 'ferry_terminal',
  historic: 'monument memorial castle fort ship building',
  highway: 'pedestrian',
};
const LOCALITIES: OsmTags = {
  place: 'city town borough suburb quarter neighbourhood village hamlet locality island',
};

const KINDS = (
  [
    ['locality', LOCALITIES],
    ['point_of_interest', POINTS_OF_INTEREST],
    ['establishment', ESTABLISHMENTS],
  ] as const
).flatMap(([kind, keys]) =>
  Object.entries(keys).map(([key, values]) => ({ kind, key, values: new Set(values.split(' ')) })),
);

/** `undefined` for elements that are no named place. A named building is one. */
export function placeKind(tags: OsmTags): MapPlace['kind'] | undefined {
  if (tags['name'] === undefined) return undefined;
  const found = KINDS.find(({ key, values }) => values.has(tags[key] ?? ''));
  if (found) return found.kind;
  return tags['building'] === undefined ? undefined : 'establishment';
}

export function placeNames(tags: OsmTags): string[] {
  return [tags['name'], tags['alt_name'], tags['official_name'], tags['short_name']]
    .flatMap((names) => (names ?? '').split(';'))
    .map((name) => name.trim())
    .filter(Boolean);
}
