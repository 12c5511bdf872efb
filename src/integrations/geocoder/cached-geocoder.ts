// Caches results of a geocoding service, so that a quote and the booking of the same address cause one request.
// Failures are not cached. Concurrent lookups of the same key share one request.
import { LRUCache } from 'lru-cache';
import type { GeocodeOutcome, Geocoder } from './geocoder.ts';

interface CacheOptions {
  readonly entries: number;
  readonly foundMilliseconds: number;
  /** Shorter than for hits: an unknown address may be a new street that the service adds later. */
  readonly refusedMilliseconds: number;
  readonly now: () => number;
}

export function createCachedGeocoder(geocoder: Geocoder, options: CacheOptions): Geocoder {
  const cache = new LRUCache<string, GeocodeOutcome>({
    max: options.entries,
    perf: { now: options.now },
    // Read the clock on every access instead of caching its value.
    ttlResolution: 0,
  });
  const inFlight = new Map<string, Promise<GeocodeOutcome>>();

  async function lookUp(key: string, fetchOutcome: () => Promise<GeocodeOutcome>): Promise<GeocodeOutcome> {
    const present = cache.get(key);
    if (present) return present;
    const pending = inFlight.get(key) ?? fetchOutcome().finally(() => inFlight.delete(key));
    inFlight.set(key, pending);
    const outcome = await pending;
    if (outcome.kind !== 'unavailable') {
      cache.set(key, outcome, {
        ttl: outcome.kind === 'found' ? options.foundMilliseconds : options.refusedMilliseconds,
      });
    }
    return outcome;
  }

  return {
    // Case-sensitive key, because the result contains the address line as written.
    forward: (address) =>
      lookUp(`forward ${address.trim().replace(/\s+/g, ' ')}`, () => geocoder.forward(address)),
    reverse: (longitude, latitude) =>
      lookUp(`reverse ${longitude} ${latitude}`, () => geocoder.reverse(longitude, latitude)),
  };
}
