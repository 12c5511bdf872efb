// Exchanges that were tried in vain: a request cannot be inserted into a route that one or two others leave. The result
// holds as long as the route has the same contents, which its version number says. Most trials of an exchange have been
// made before: without this memory, they take most of the time while vehicles are emptied.

/** The memory is cleared when it has more entries, which take about 20 MB. */
const MAX_ENTRIES = 300_000;

export class InfeasibleExchanges {
  readonly #versions = new Map<number, number>();
  readonly #requestCount: number;

  constructor(requestCount: number) {
    this.#requestCount = requestCount;
  }

  /** Whether the exchange was tried with this version of the route. */
  has(request: number, leaving: readonly number[], version: number): boolean {
    return this.#versions.get(this.#key(request, leaving)) === version;
  }

  add(request: number, leaving: readonly number[], version: number): void {
    if (this.#versions.size >= MAX_ENTRIES) this.#versions.clear();
    this.#versions.set(this.#key(request, leaving), version);
  }

  /** One request that leaves is its own pair. */
  #key(request: number, [first = 0, second = first]: readonly number[]): number {
    const lower = Math.min(first, second);
    return (request * this.#requestCount + lower) * this.#requestCount + Math.max(first, second);
  }
}
