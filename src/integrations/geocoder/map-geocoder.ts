// Embedded geocoder with imported map regions: street addresses, streets, intersections and places where a region covers
// them, ZIP codes and cities elsewhere. The answer depends on the address and the imported versions only, so it is the
// same in every process.
import { LRUCache } from 'lru-cache';
import { metersBetween } from '../osm/map-grid.ts';
import { isImpossibleNumber, oneStreetTwice } from './address-refusals.ts';
import { findCrossing } from './find-crossing.ts';
import { findHouse } from './find-house.ts';
import type { GeocodeOutcome, Geocoder } from './geocoder.ts';
import { mapRefusal, refuseNumber } from './map-refusal.ts';
import { type MapSearch, searchAround } from './map-search.ts';
import { type AddressReading, readAddress } from './match-address.ts';
import { nearestName } from './nearest-name.ts';
import type { StreetIndex } from './street-index.ts';
import { placeKey } from './street-name.ts';
import { loadUsPlaces } from './us-places.ts';
import { centreOfMatch, createZipGeocoder, placeOf, type Spot } from './zip-geocoder.ts';

const CACHED_ANSWERS = 10_000;

export function createMapGeocoder(index: StreetIndex): Geocoder {
  const zips = createZipGeocoder();
  const cache = new LRUCache<string, GeocodeOutcome>({ max: CACHED_ANSWERS });

  return {
    async forward(address) {
      const places = await loadUsPlaces();
      const reading = readAddress(places, address);
      if (reading.kind !== 'match') return reading;
      const search = await searchAround(index, places, reading);
      if (!search) return reading.incomplete ?? centreOfMatch(reading);
      // Without the versions, an answer would outlive its region.
      const key = `${search.area.versions.join(' ')} ${address}`;
      const known = cache.get(key);
      if (known) return known;
      const outcome = await answer(search, reading);
      cache.set(key, outcome);
      return outcome;
    },

    async reverse(longitude, latitude) {
      const outcome = await zips.reverse(longitude, latitude);
      if (outcome.kind !== 'found') return outcome;
      const name = await nearestName(index, { longitude, latitude });
      return name === undefined ? outcome : { ...outcome, place: { ...outcome.place, name: `near ${name}` } };
    },
  };
}

async function answer(search: MapSearch, reading: AddressReading): Promise<GeocodeOutcome> {
  const { line, incomplete } = reading;
  if (isImpossibleNumber(line.number)) return refuseNumber(search, reading, line.number);
  if (incomplete) {
    const spot = line.street === undefined ? undefined : await findPlace(search, line.street);
    return (spot && (await foundAt(reading, spot))) ?? incomplete;
  }
  if (line.isCrossing) {
    const crossing = await findCrossing(search, line.street ?? '');
    if (crossing === 'one street') return oneStreetTwice(line);
    return (
      (crossing && (await foundAt(reading, { ...crossing, locationType: 'intersection' }))) ?? coarse(reading)
    );
  }
  const result = await findHouse(search, reading);
  if (result.kind === 'suggested') return mapRefusal(reading, result);
  if (result.kind === 'unknown') return coarse(reading);
  const postalCode = result.postcode ?? reading.postalCode;
  return (await foundAt({ ...reading, postalCode }, result.spot)) ?? coarse(reading);
}

async function foundAt(reading: AddressReading, spot: Spot): Promise<GeocodeOutcome | undefined> {
  const place = await placeOf(reading, spot);
  return place && { kind: 'found', place };
}

function coarse(reading: AddressReading): Promise<GeocodeOutcome> {
  return centreOfMatch(reading);
}

/** A named place instead of a street: a square, a park, a station. Localities only if nothing else has the name. */
async function findPlace(search: MapSearch, name: string): Promise<Spot | undefined> {
  const places = (await search.index.placesNamed(search.area, placeKey(name)))
    .map((place) => ({ ...place, meters: metersBetween(place, search.centre) }))
    .filter(({ meters }) => meters <= search.radiusMeters);
  const [place] = places.toSorted(
    (a, b) => Number(a.kind === 'locality') - Number(b.kind === 'locality') || a.meters - b.meters,
  );
  return place && { longitude: place.longitude, latitude: place.latitude, locationType: place.kind };
}
