// The imported map regions of an environment. The list of regions is cached until a switch or removal is announced;
// while the listener is disconnected, every lookup reads it from the database.
import type { AccountDatabase, Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import type { MapRegion, StreetIndex } from '../../integrations/geocoder/street-index.ts';
import {
  findHousesAround,
  findHousesWithin,
  findLinesOf,
  findLinesWithin,
  findPlacesNamed,
  findPostcode,
  findStreetsNamed,
  findStreetsSpelledLike,
  loadRegions,
} from './map-store.ts';
import { mapsChannel } from './maps-channel.ts';

/** Maps belong to no account: with this id, row-level security shows no rows of accounts. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

export function createMapIndex(
  database: Database,
  listener: Pick<Listener, 'listening' | 'on' | 'onLost'>,
): StreetIndex {
  const db = database.forAccount(NO_ACCOUNT);
  const regions = new RegionCache(db, listener);
  return {
    regions: () => regions.current(),
    streetsNamed: (area, bases) => findStreetsNamed(db, area, bases),
    streetsSpelledLike: (area, keys) => findStreetsSpelledLike(db, area, keys),
    housesAround: (streets, house) => findHousesAround(db, streets, house),
    linesOf: (streets) => findLinesOf(db, streets),
    placesNamed: (area, key) => findPlacesNamed(db, area, key),
    postcode: (versions, postcode) => findPostcode(db, versions, postcode),
    housesWithin: (versions, bounds) => findHousesWithin(db, versions, bounds),
    linesWithin: (versions, bounds) => findLinesWithin(db, versions, bounds),
  };
}

class RegionCache {
  readonly #db: AccountDatabase;
  readonly #listener: Pick<Listener, 'listening'>;
  #cached: readonly MapRegion[] | null = null;
  #generation = 0;

  constructor(db: AccountDatabase, listener: Pick<Listener, 'listening' | 'on' | 'onLost'>) {
    this.#db = db;
    this.#listener = listener;
    listener.on(mapsChannel, () => this.#invalidate());
    listener.onLost(() => this.#invalidate());
  }

  async current(): Promise<readonly MapRegion[]> {
    if (this.#cached && this.#listener.listening) return this.#cached;
    const generation = this.#generation;
    const loaded = await loadRegions(this.#db);
    if (generation === this.#generation) this.#cached = loaded;
    return loaded;
  }

  #invalidate(): void {
    this.#generation += 1;
    this.#cached = null;
  }
}
