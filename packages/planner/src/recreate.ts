// Greedy insertion with blinks (Christiaens and Vanden Berghe 2020). Absent requests are sorted by a random criterion and
// inserted where they are cheapest; a route is skipped now and then, which diversifies. The best insertion per request
// and route is cached until the route changes.
import type { CompiledProblem } from './compiled-problem.ts';
import { InsertionSearch } from './insertion.ts';
import type { Random } from './random.ts';
import type { Routes } from './routes.ts';

const BLINK_RATE = 0.01;
/** Weights of the orders below: random, large load, far, near, short windows, early and late windows. */
const ORDER_WEIGHTS = [4, 4, 2, 1, 2, 2, 2];
const SUM_OF_WEIGHTS = ORDER_WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/**
 * What a candidate must keep to be accepted: absent requests of less penalty, or of less weight, or of the same penalty and
 * a total cost below `cost`.
 */
export interface InsertionLimits {
  readonly penalty: number;
  readonly weight: number;
  readonly cost: number;
  /** By request; those of more weight are inserted first. null: weights do not count, and `weight` is 0. */
  readonly weights: Float64Array | null;
}

const NO_LIMITS: InsertionLimits = { penalty: Infinity, weight: Infinity, cost: Infinity, weights: null };

export class Recreate {
  /** 1 for vehicles that must stay empty, while the fleet is minimised. */
  readonly closed: Uint8Array;
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #random: Random;
  readonly #search: InsertionSearch;
  /** Two numbers per request and vehicle: version of the route, and cost of the best insertion. */
  readonly #cached: Float64Array;
  /** Positions of the best insertion. A first entry of -1 means: none was found below the cached cost. */
  readonly #cachedAfter: Int32Array;
  readonly #chosen: Int32Array;
  readonly #orders: readonly Float64Array[];
  readonly #keys: Float64Array;
  /** Vehicles that take part: used ones, and one of each class of interchangeable empty ones. */
  readonly #open: Int32Array;
  #openCount = 0;
  readonly #uncached: Int32Array;
  readonly #seenClass: Uint8Array;

  constructor(compiled: CompiledProblem, routes: Routes, random: Random) {
    const { requestCount, vehicleCount, maxStops } = compiled;
    this.#compiled = compiled;
    this.#routes = routes;
    this.#random = random;
    this.#search = new InsertionSearch(compiled, routes);
    this.closed = new Uint8Array(vehicleCount);
    this.#cached = new Float64Array(requestCount * vehicleCount * 2);
    this.#cachedAfter = new Int32Array(requestCount * vehicleCount * maxStops);
    this.#chosen = new Int32Array(maxStops);
    this.#orders = insertionOrders(compiled);
    this.#keys = new Float64Array(requestCount);
    this.#open = new Int32Array(vehicleCount);
    this.#uncached = new Int32Array(vehicleCount);
    this.#seenClass = new Uint8Array(vehicleCount);
  }

  /**
   * Inserts absent requests; moves those without a feasible insertion to the front and returns their number. Gives up and
   * returns -1 as soon as the limits cannot be kept any more.
   */
  insertAll(absent: Int32Array, count: number, limits: InsertionLimits = NO_LIMITS): number {
    const { penalty } = this.#compiled;
    const { weights } = limits;
    this.sort(absent, count, weights);
    this.openVehicles();
    let left = 0;
    let penalties = 0;
    let weight = 0;
    for (let index = 0; index < count; index += 1) {
      const request = absent[index] as number;
      let costLimit = Infinity;
      if (penalties >= limits.penalty && weight >= limits.weight) {
        costLimit = limits.cost - this.#routes.totalCost;
        if (penalties > limits.penalty || costLimit <= 0) return -1;
      }
      if (this.insert(request, costLimit)) continue;
      penalties += penalty[request] as number;
      if (weights) weight += weights[request] as number;
      absent[left] = request;
      left += 1;
    }
    return left;
  }

  /**
   * Inserts absent requests whose insertion costs less than their price; moves the others to the front and returns their
   * number. Gives up and returns -1 as soon as total cost and prices of absent requests are not below `limit` any more.
   */
  insertWorthwhile(absent: Int32Array, count: number, prices: Float64Array, limit: number): number {
    this.sort(absent, count);
    this.openVehicles();
    let left = 0;
    let unserved = 0;
    for (let index = 0; index < count; index += 1) {
      const request = absent[index] as number;
      const price = prices[request] as number;
      const rest = limit - this.#routes.totalCost - unserved;
      if (rest <= 0) return -1;
      if (this.insert(request, Math.min(price, rest))) continue;
      if (rest <= price) return -1;
      unserved += price;
      absent[left] = request;
      left += 1;
    }
    return left;
  }

  /** Inserts a request where it is cheapest; false if there is no feasible position below the cost `limit`. */
  insert(request: number, limit = Infinity): boolean {
    const vehicle = this.#cheapestVehicle(request, limit);
    if (vehicle < 0) return false;
    const wasEmpty = this.#routes.size[vehicle] === 0;
    this.#routes.insert(request, vehicle, this.#chosen);
    if (wasEmpty) this.openVehicles();
    return true;
  }

  /** Searches less thoroughly from now on, if true. */
  set isQuick(isQuick: boolean) {
    this.#search.isQuick = isQuick;
  }

  /** Lists the vehicles that take part. Call it after requests were removed or vehicles were closed. */
  openVehicles(): void {
    const { vehicleCount, classOf } = this.#compiled;
    const { size } = this.#routes;
    let count = 0;
    this.#seenClass.fill(0);
    for (let vehicle = 0; vehicle < vehicleCount; vehicle += 1) {
      if (this.closed[vehicle] === 1) continue;
      if (size[vehicle] === 0) {
        const kind = classOf[vehicle] as number;
        if (this.#seenClass[kind] === 1) continue;
        this.#seenClass[kind] = 1;
      }
      this.#open[count] = vehicle;
      count += 1;
    }
    this.#openCount = count;
  }

  /** First the routes with a cached insertion: its cost limits the search in the others. */
  #cheapestVehicle(request: number, limit: number): number {
    const { vehicleCount, maxStops, compatible } = this.#compiled;
    const { version, removedFrom } = this.#routes;
    const cached = this.#cached;
    const uncached = this.#uncached;
    const row = request * vehicleCount;
    const former = removedFrom[request] as number;
    let best = limit;
    let chosen = -1;
    let count = 0;
    for (let index = 0; index < this.#openCount; index += 1) {
      const vehicle = this.#open[index] as number;
      const entry = row + vehicle;
      if (compatible[entry] === 0) continue;
      if (cached[2 * entry] === version[vehicle]) {
        const cost = cached[2 * entry + 1] as number;
        if (cost >= best) continue;
        if (this.#cachedAfter[entry * maxStops] !== -1) {
          if (this.#random.next() >= BLINK_RATE) {
            best = cost;
            chosen = vehicle;
          }
          continue;
        }
      }
      uncached[count] = vehicle;
      // Its former route is tried first: it is often the best one.
      if (vehicle === former) {
        uncached[count] = uncached[0] as number;
        uncached[0] = vehicle;
      }
      count += 1;
    }
    if (chosen >= 0) this.#choose(this.#cachedAfter, (row + chosen) * maxStops);
    for (let index = 0; index < count; index += 1) {
      const vehicle = uncached[index] as number;
      const cost = this.#searchRoute(request, vehicle, best);
      if (cost < best && this.#random.next() >= BLINK_RATE) {
        best = cost;
        chosen = vehicle;
        this.#choose(this.#search.after, 0);
      }
    }
    return chosen;
  }

  #choose(after: Int32Array, from: number): void {
    for (let stop = 0; stop < this.#chosen.length; stop += 1)
      this.#chosen[stop] = after[from + stop] as number;
  }

  /** Cost of the best insertion if it is below `limit`, else infinite. */
  #searchRoute(request: number, vehicle: number, limit: number): number {
    const { maxStops, vehicleCount } = this.#compiled;
    const entry = request * vehicleCount + vehicle;
    const version = this.#routes.version[vehicle] as number;
    // A search below a higher cost has found nothing.
    if (this.#cached[2 * entry] === version && (this.#cached[2 * entry + 1] as number) >= limit)
      return Infinity;
    const isFound = this.#search.find(request, vehicle, limit);
    // A route that is being changed is seldom seen again as it is now; its old contents are, after a rollback.
    if (this.#routes.isTouched[vehicle] === 1) return this.#search.cost;
    this.#cached[2 * entry] = version;
    this.#cached[2 * entry + 1] = isFound ? this.#search.cost : limit;
    const from = entry * maxStops;
    if (isFound)
      for (let stop = 0; stop < maxStops; stop += 1)
        this.#cachedAfter[from + stop] = this.#search.after[stop] as number;
    else this.#cachedAfter[from] = -1;
    return this.#search.cost;
  }

  /** Sorts by priority, then by weight, then by a random criterion. Insertion sort: lists are short, except the first one. */
  sort(absent: Int32Array, count: number, weights: Float64Array | null = null): void {
    let choice = this.#random.below(SUM_OF_WEIGHTS);
    let order = 0;
    while (choice >= (ORDER_WEIGHTS[order] as number)) {
      choice -= ORDER_WEIGHTS[order] as number;
      order += 1;
    }
    const sorted = order === 0 ? null : (this.#orders[order - 1] as Float64Array);
    const keys = this.#keys;
    for (let index = 0; index < count; index += 1) {
      const request = absent[index] as number;
      keys[request] = sorted ? (sorted[request] as number) : this.#random.next();
    }
    for (let index = 1; index < count; index += 1) {
      const request = absent[index] as number;
      let slot = index;
      for (; slot > 0; slot -= 1) {
        const other = absent[slot - 1] as number;
        if (!this.#isBefore(request, other, weights)) break;
        absent[slot] = other;
      }
      absent[slot] = request;
    }
  }

  #isBefore(request: number, other: number, weights: Float64Array | null): boolean {
    const { penalty } = this.#compiled;
    if (penalty[request] !== penalty[other]) return (penalty[request] as number) > (penalty[other] as number);
    if (weights && weights[request] !== weights[other])
      return (weights[request] as number) > (weights[other] as number);
    return (this.#keys[request] as number) < (this.#keys[other] as number);
  }
}

/** Sort keys, ascending: large load, far from the starts, near to them, short windows, early and late windows. */
function insertionOrders(compiled: CompiledProblem): Float64Array[] {
  const { requestCount, firstStop, load, dimensions, earliest, latest, travel, columns, place } = compiled;
  const { firstStart, vehicleCount } = compiled;
  const keys = (keyOf: (first: number, last: number) => number) =>
    Float64Array.from({ length: requestCount }, (_, request) => {
      const key = keyOf(firstStop[request] as number, (firstStop[request + 1] as number) - 1);
      return Number.isFinite(key) ? key : Math.sign(key) * Number.MAX_VALUE;
    });
  const heaviest = (node: number) => {
    const loads = load.subarray(node * dimensions, (node + 1) * dimensions);
    return loads.length === 0 ? 0 : Math.max(...loads);
  };
  const fromStart = keys((first) => {
    let nearest = Infinity;
    for (let start = firstStart; start < firstStart + vehicleCount; start += 1)
      nearest = Math.min(
        nearest,
        travel[(place[start] as number) * columns + (place[first] as number)] as number,
      );
    return nearest;
  });
  const width = (node: number) => (latest[node] as number) - (earliest[node] as number);
  return [
    keys((first) => -heaviest(first)),
    fromStart.map((distance) => -distance),
    fromStart,
    keys((first, last) => width(first) + width(last)),
    keys((first) => earliest[first] as number),
    keys((_, last) => -(latest[last] as number)),
  ];
}
