// Remembers what a service said, so that quoting and booking the same address asks once. Answers are kept for a while,
// failures never, and the same question asked twice at once is one request.
import { LRUCache } from 'lru-cache';
import type { GeocodeOutcome, Geocoder } from './geocoder.ts';

interface CacheOptions {
  readonly entries: number;
  readonly foundMilliseconds: number;
  /** Shorter: an address that is unknown today may be a typing error noticed tomorrow, or a new street. */
  readonly refusedMilliseconds: number;
  readonly now: () => number;
}

export function createCachedGeocoder(geocoder: Geocoder, options: CacheOptions): Geocoder {
  const kept = new LRUCache<string, GeocodeOutcome>({
    max: options.entries,
    perf: { now: options.now },
    // Ask the clock each time instead of holding its answer for a moment.
    ttlResolution: 0,
  });
  const underWay = new Map<string, Promise<GeocodeOutcome>>();

  async function lookUp(key: string, ask: () => Promise<GeocodeOutcome>): Promise<GeocodeOutcome> {
    const present = kept.get(key);
    if (present) return present;
    const pending = underWay.get(key) ?? ask().finally(() => underWay.delete(key));
    underWay.set(key, pending);
    const outcome = await pending;
    if (outcome.kind !== 'unavailable') {
      kept.set(key, outcome, {
        ttl: outcome.kind === 'found' ? options.foundMilliseconds : options.refusedMilliseconds,
      });
    }
    return outcome;
  }

  return {
    // Letters keep their case: the address line is given back as it was written.
    forward: (address) =>
      lookUp(`forward ${address.trim().replace(/\s+/g, ' ')}`, () => geocoder.forward(address)),
    reverse: (longitude, latitude) =>
      lookUp(`reverse ${longitude} ${latitude}`, () => geocoder.reverse(longitude, latitude)),
  };
}
