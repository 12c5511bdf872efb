// In-memory cache with TTL and size limit that removes expired entries. The underlying LRU cache keeps them until it
// needs the room; here a timer purges them, also if the cache is no longer used.
import { LRUCache } from 'lru-cache';

export interface TtlCacheOptions<Value> {
  readonly lifetimeMillis: number;
  /** Purge interval: how long an expired entry may stay in memory. `get` never returns it. */
  readonly purgeIntervalMillis: number;
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
}

export class TtlCache<Value extends object> {
  readonly #cache: LRUCache<string, Value>;
  readonly #purgeEvery: number;
  #isPurgeScheduled = false;

  constructor({ lifetimeMillis, purgeIntervalMillis, maxBytes, bytesOf }: TtlCacheOptions<Value>) {
    this.#cache = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf, ttl: lifetimeMillis });
    this.#purgeEvery = purgeIntervalMillis;
  }

  get size(): number {
    return this.#cache.size;
  }

  get(key: string): Value | undefined {
    return this.#cache.get(key);
  }

  set(key: string, value: Value): void {
    this.#cache.set(key, value);
    this.#schedulePurge();
  }

  #schedulePurge(): void {
    if (this.#isPurgeScheduled) return;
    this.#isPurgeScheduled = true;
    setTimeout(() => {
      this.#isPurgeScheduled = false;
      this.#cache.purgeStale();
      if (this.size > 0) this.#schedulePurge();
    }, this.#purgeEvery).unref();
  }
}
