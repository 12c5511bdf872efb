// Which OpenStreetMap elements the base map shows, in which layer, and from which zoom on. The tags are explained at
// https://wiki.openstreetmap.org/wiki/Map_features
import type { OsmTags } from '../../../integrations/osm/osm-elements.ts';

/** Part of the version in the URL of a tile. Must be increased when tiles of the same data change. */
export const TILE_FORMAT = 2;
export const MIN_ZOOM = 6;
/** Deeper zoom levels are drawn from these tiles. */
export const MAX_ZOOM = 14;
/** Units of a tile's side. */
export const EXTENT = 4_096;

export const layerNames = [
  'land',
  'water',
  'building',
  'waterway',
  'road',
  'rail',
  'boundary',
  'place',
] as const;
export type LayerName = (typeof layerNames)[number];

export interface LayerEntry {
  readonly layer: LayerName;
  readonly minZoom: number;
  /** What the renderer needs to know. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

const LAND: Readonly<Record<string, Readonly<Record<string, 'green' | 'wood' | 'built' | 'sand'>>>> = {
  leisure: {
    park: 'green',
    garden: 'green',
    golf_course: 'green',
    pitch: 'green',
    playground: 'green',
    nature_reserve: 'wood',
  },
  landuse: {
    grass: 'green',
    meadow: 'green',
    recreation_ground: 'green',
    village_green: 'green',
    cemetery: 'green',
    forest: 'wood',
    residential: 'built',
    commercial: 'built',
    retail: 'built',
    industrial: 'built',
    railway: 'built',
  },
  natural: { wood: 'wood', scrub: 'wood', grassland: 'green', heath: 'green', beach: 'sand', sand: 'sand' },
  aeroway: { aerodrome: 'built' },
  amenity: { university: 'built', school: 'built', hospital: 'built', grave_yard: 'green' },
};

/** Class of a road, as drawn, and the zoom from which it is shown. */
const ROADS: Readonly<Record<string, readonly [kind: string, minZoom: number]>> = {
  motorway: ['motorway', 6],
  motorway_link: ['link', 10],
  trunk: ['trunk', 7],
  trunk_link: ['link', 11],
  primary: ['primary', 8],
  primary_link: ['link', 12],
  secondary: ['secondary', 10],
  secondary_link: ['link', 12],
  tertiary: ['tertiary', 11],
  tertiary_link: ['link', 13],
  unclassified: ['street', 12],
  residential: ['street', 12],
  living_street: ['street', 13],
  pedestrian: ['path', 13],
  service: ['service', 14],
  track: ['path', 14],
  footway: ['path', 14],
  cycleway: ['path', 14],
  path: ['path', 14],
  steps: ['path', 14],
};

const RAILS: Readonly<Record<string, number>> = { rail: 10, light_rail: 12, subway: 12, tram: 13 };
const WATERWAYS: Readonly<Record<string, number>> = { river: 8, canal: 11, stream: 13 };
const PLACES: Readonly<Record<string, number>> = {
  city: 6,
  town: 9,
  village: 11,
  suburb: 11,
  quarter: 13,
  neighbourhood: 13,
  hamlet: 13,
  locality: 14,
};

/** Names of streets are placed from this zoom on. */
const STREET_NAME_ZOOM = 12;

export function pointEntry(tags: OsmTags): LayerEntry | null {
  const { place = '', name } = tags;
  const minZoom = PLACES[place];
  if (minZoom === undefined || name === undefined) return null;
  const population = Number.parseInt(tags['population'] ?? '', 10) || 0;
  return { layer: 'place', minZoom, attributes: { kind: place, name, rank: population } };
}

export function lineEntry(tags: OsmTags): LayerEntry | null {
  const [kind, roadZoom] = ROADS[tags['highway'] ?? ''] ?? [];
  if (kind !== undefined && roadZoom !== undefined && tags['area'] !== 'yes')
    return { layer: 'road', minZoom: roadZoom, attributes: { kind, ...roadAttributes(tags, kind) } };
  const railZoom = RAILS[tags['railway'] ?? ''];
  // Sidings and yards would darken whole districts.
  if (railZoom !== undefined && tags['tunnel'] !== 'yes')
    return { layer: 'rail', minZoom: tags['service'] === undefined ? railZoom : MAX_ZOOM, attributes: {} };
  if (tags['aeroway'] === 'runway') return { layer: 'road', minZoom: 11, attributes: { kind: 'runway' } };
  const waterZoom = WATERWAYS[tags['waterway'] ?? ''];
  if (waterZoom !== undefined && tags['tunnel'] === undefined)
    return { layer: 'waterway', minZoom: waterZoom, attributes: {} };
  const level = tags['boundary'] === 'administrative' ? tags['admin_level'] : undefined;
  if (level === '2' || level === '4')
    return { layer: 'boundary', minZoom: MIN_ZOOM, attributes: { level: Number(level) } };
  return null;
}

function roadAttributes(tags: OsmTags, kind: string): Record<string, string | number> {
  const { name } = tags;
  return name === undefined || kind === 'link' ? {} : { name };
}

/** Attributes that only deep tiles need. */
export function attributesAt({ layer, attributes }: LayerEntry, z: number): LayerEntry['attributes'] {
  if (layer !== 'road' || z >= STREET_NAME_ZOOM) return attributes;
  const { name: _name, ...rest } = attributes;
  return rest;
}

export function areaEntry(tags: OsmTags): LayerEntry | null {
  if (isWater(tags)) return { layer: 'water', minZoom: MIN_ZOOM, attributes: {} };
  if (tags['building'] !== undefined && tags['building'] !== 'no')
    return { layer: 'building', minZoom: MAX_ZOOM, attributes: {} };
  if (tags['highway'] === 'pedestrian')
    return { layer: 'land', minZoom: MAX_ZOOM, attributes: { kind: 'built' } };
  for (const [key, kinds] of Object.entries(LAND)) {
    const kind = kinds[tags[key] ?? ''];
    if (kind !== undefined)
      return { layer: 'land', minZoom: kind === 'built' ? 10 : MIN_ZOOM, attributes: { kind } };
  }
  return null;
}

function isWater({ natural, waterway, landuse, intermittent }: OsmTags): boolean {
  const isWet = natural === 'water' || waterway === 'riverbank' || waterway === 'dock';
  return (isWet || landuse === 'reservoir' || landuse === 'basin') && intermittent !== 'yes';
}

/** Closed ways with these tags are areas; others, such as roundabouts, are lines. */
export function isAreaOf(tags: OsmTags): boolean {
  return areaEntry(tags) !== null && lineEntry(tags) === null;
}

export function isDrawn(tags: OsmTags): boolean {
  return (
    tags['natural'] === 'coastline' ||
    areaEntry(tags) !== null ||
    lineEntry(tags) !== null ||
    pointEntry(tags) !== null
  );
}
