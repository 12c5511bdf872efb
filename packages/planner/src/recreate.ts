// Greedy insertion with blinks (Christiaens and Vanden Berghe 2020). Absent requests are sorted by a random criterion and
// inserted where they are cheapest; a route is skipped now and then, which diversifies. The best insertion per request
// and route is cached until the route changes.
import type { CompiledProblem } from './compiled-problem.ts';
import { InsertionSearch } from './insertion.ts';
import type { Random } from './random.ts';
import type { Routes } from './routes.ts';

const BLINK_RATE = 0.01;
/** Weights of the orders below. */
const ORDER_WEIGHTS = [4, 3, 2, 1, 2, 2, 2];

export class Recreate {
  /** 1 for vehicles that must stay empty, while the fleet is minimised. */
  readonly closed: Uint8Array;
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #random: Random;
  readonly #search: InsertionSearch;
  readonly #cachedVersion: Float64Array;
  readonly #cachedCost: Float64Array;
  /** The cost below which an insertion was looked for. */
  readonly #cachedLimit: Float64Array;
  readonly #cachedAfter: Int32Array;
  readonly #chosen: Int32Array;
  readonly #orders: readonly Float64Array[];
  readonly #keys: Float64Array;
  readonly #seenClass: Int32Array;
  #classRound = 0;

  constructor(compiled: CompiledProblem, routes: Routes, random: Random) {
    const { requestCount, vehicleCount, maxStops } = compiled;
    this.#compiled = compiled;
    this.#routes = routes;
    this.#random = random;
    this.#search = new InsertionSearch(compiled, routes);
    this.closed = new Uint8Array(vehicleCount);
    this.#cachedVersion = new Float64Array(requestCount * vehicleCount);
    this.#cachedCost = new Float64Array(requestCount * vehicleCount);
    this.#cachedLimit = new Float64Array(requestCount * vehicleCount);
    this.#cachedAfter = new Int32Array(requestCount * vehicleCount * maxStops);
    this.#chosen = new Int32Array(maxStops);
    this.#orders = insertionOrders(compiled);
    this.#keys = new Float64Array(requestCount);
    this.#seenClass = new Int32Array(vehicleCount);
  }

  /** Inserts absent requests; moves those without a feasible insertion to the front and returns their number. */
  insertAll(absent: Int32Array, count: number): number {
    this.#sort(absent, count);
    let left = 0;
    for (let index = 0; index < count; index += 1) {
      const request = absent[index] as number;
      const vehicle = this.#cheapestVehicle(request);
      if (vehicle >= 0) this.#routes.insert(request, vehicle, this.#chosen);
      else {
        absent[left] = request;
        left += 1;
      }
    }
    return left;
  }

  #cheapestVehicle(request: number): number {
    const { vehicleCount, classOf, maxStops, compatible } = this.#compiled;
    const { size } = this.#routes;
    let best = Infinity;
    let chosen = -1;
    this.#classRound += 1;
    for (let vehicle = 0; vehicle < vehicleCount; vehicle += 1) {
      if (this.closed[vehicle] === 1 || compatible[request * vehicleCount + vehicle] === 0) continue;
      if (size[vehicle] === 0) {
        // Of interchangeable empty vehicles, one is enough.
        const kind = classOf[vehicle] as number;
        if (this.#seenClass[kind] === this.#classRound) continue;
        this.#seenClass[kind] = this.#classRound;
      }
      const cost = this.#insertionCost(request, vehicle, best);
      if (cost < best && this.#random.next() >= BLINK_RATE) {
        best = cost;
        chosen = vehicle;
      }
    }
    if (chosen >= 0) {
      const from = (request * vehicleCount + chosen) * maxStops;
      for (let stop = 0; stop < maxStops; stop += 1)
        this.#chosen[stop] = this.#cachedAfter[from + stop] as number;
    }
    return chosen;
  }

  /** Cost of the best insertion if it is below `limit`, else infinite. */
  #insertionCost(request: number, vehicle: number, limit: number): number {
    const entry = request * this.#compiled.vehicleCount + vehicle;
    const version = this.#routes.version[vehicle] as number;
    if (this.#cachedVersion[entry] === version) {
      const cost = this.#cachedCost[entry] as number;
      if (cost !== Infinity || limit <= (this.#cachedLimit[entry] as number)) return cost;
    }
    this.#search.find(request, vehicle, limit);
    this.#cachedVersion[entry] = version;
    this.#cachedCost[entry] = this.#search.cost;
    this.#cachedLimit[entry] = limit;
    if (this.#search.cost !== Infinity) {
      const { maxStops } = this.#compiled;
      for (let stop = 0; stop < maxStops; stop += 1)
        this.#cachedAfter[entry * maxStops + stop] = this.#search.after[stop] as number;
    }
    return this.#search.cost;
  }

  /** Insertion sort: lists are short, except the first one. */
  #sort(absent: Int32Array, count: number): void {
    let choice = this.#random.below(ORDER_WEIGHTS.reduce((sum, weight) => sum + weight, 0));
    let order = 0;
    while (choice >= (ORDER_WEIGHTS[order] as number)) {
      choice -= ORDER_WEIGHTS[order] as number;
      order += 1;
    }
    const { penalty } = this.#compiled;
    const keys = this.#keys;
    for (let index = 0; index < count; index += 1) {
      const request = absent[index] as number;
      // Order 0 is random.
      keys[request] = order === 0 ? this.#random.next() : (this.#orders[order - 1]?.[request] as number);
    }
    for (let index = 1; index < count; index += 1) {
      const request = absent[index] as number;
      let slot = index;
      for (; slot > 0; slot -= 1) {
        const other = absent[slot - 1] as number;
        const [mine, theirs] = [penalty[request] as number, penalty[other] as number];
        if (mine < theirs || (mine === theirs && (keys[other] as number) <= (keys[request] as number))) break;
        absent[slot] = other;
      }
      absent[slot] = request;
    }
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
