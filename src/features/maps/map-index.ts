// Street index of the geocoder: the imported map regions of an environment.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { MapRegion, StreetIndex } from '../../integrations/geocoder/street-index.ts';
import {
  findHousesAround,
  findHousesWithin,
  findLinesOf,
  findLinesWithin,
  findNumbersAtEnd,
  findPlacesNamed,
  findPostcode,
  findStreetsNamed,
  findStreetsSpelledLike,
} from './map-store.ts';

interface IndexedRegions {
  readonly db: AnyDatabase;
  current(): Promise<readonly MapRegion[]>;
}

export function createMapIndex(regions: IndexedRegions): StreetIndex {
  const { db } = regions;
  return {
    regions: () => regions.current(),
    streetsNamed: (area, bases) => findStreetsNamed(db, area, bases),
    streetsSpelledLike: (area, keys) => findStreetsSpelledLike(db, area, keys),
    housesAround: (streets, house) => findHousesAround(db, streets, house),
    numbersAtEnd: (street, end, limit) => findNumbersAtEnd(db, street, end, limit),
    linesOf: (streets) => findLinesOf(db, streets),
    placesNamed: (area, key) => findPlacesNamed(db, area, key),
    postcode: (versions, postcode) => findPostcode(db, versions, postcode),
    housesWithin: (versions, bounds) => findHousesWithin(db, versions, bounds),
    linesWithin: (versions, bounds) => findLinesWithin(db, versions, bounds),
  };
}
