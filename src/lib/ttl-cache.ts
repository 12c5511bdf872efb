// Remembers values for a short while and no longer. The cache beneath would keep what has expired until it needs the room; here
// it goes by itself, also when nobody asks any more.
import { LRUCache } from 'lru-cache';

export interface BriefMemoryOptions<Value> {
  readonly lifetimeMillis: number;
  /** How long something may be there beyond its lifetime, though nobody is given it. */
  readonly tidyEveryMillis: number;
  readonly maxBytes: number;
  readonly bytesOf: (value: Value) => number;
}

export class BriefMemory<Value extends object> {
  readonly #cache: LRUCache<string, Value>;
  readonly #tidyEveryMillis: number;
  #isTidying = false;

  constructor({ lifetimeMillis, tidyEveryMillis, maxBytes, bytesOf }: BriefMemoryOptions<Value>) {
    this.#cache = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf, ttl: lifetimeMillis });
    this.#tidyEveryMillis = tidyEveryMillis;
  }

  get size(): number {
    return this.#cache.size;
  }

  get(key: string): Value | undefined {
    return this.#cache.get(key);
  }

  set(key: string, value: Value): void {
    this.#cache.set(key, value);
    this.#tidyLater();
  }

  #tidyLater(): void {
    if (this.#isTidying) return;
    this.#isTidying = true;
    setTimeout(() => {
      this.#isTidying = false;
      this.#cache.purgeStale();
      if (this.size > 0) this.#tidyLater();
    }, this.#tidyEveryMillis).unref();
  }
}
