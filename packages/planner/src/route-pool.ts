// Routes that the search has had in good solutions. With a minimal fleet, each round ends in another region, and hardly any
// is the best one everywhere; but good routes of several rounds together often make a better solution than each round.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';
import { type ClassColumn, choosePartition } from './set-partition.ts';

/** The oldest routes are forgotten where there are more. */
const MOST_ROUTES = 5_000;
/** Routes of solutions that cost at most so many times as much as the best one are added. */
const MOST_COST = 1.2;

interface PooledRoute extends ClassColumn {
  readonly vehicle: number;
  /** Stops and breaks, in order. */
  readonly nodes: readonly number[];
}

export class RoutePool {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  /** The cheapest route that was found for the same requests and class of vehicles. */
  readonly #pooled = new Map<string, PooledRoute>();
  /** Version of the route of each vehicle that was added last. */
  readonly #added: Float64Array;

  constructor(compiled: CompiledProblem, routes: Routes) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#added = new Float64Array(compiled.vehicleCount).fill(-1);
  }

  /** Adds the current routes, if they are good compared with the best cost. */
  add(best: number): void {
    const { size, version, totalCost } = this.#routes;
    if (totalCost > best * MOST_COST) return;
    for (let vehicle = 0; vehicle < size.length; vehicle += 1) {
      if (size[vehicle] === 0 || this.#added[vehicle] === version[vehicle]) continue;
      this.#added[vehicle] = version[vehicle] as number;
      this.#addRoute(vehicle);
    }
  }

  #addRoute(vehicle: number): void {
    const { requestOf, firstStop, classOf } = this.#compiled;
    const nodes = this.#routes.nodesOf(vehicle);
    const requests = nodes
      .map((node) => requestOf[node] as number)
      .filter((request, index) => request >= 0 && nodes[index] === firstStop[request])
      .sort((a, b) => a - b);
    const cost = this.#routes.cost[vehicle] as number;
    const name = `${classOf[vehicle]}:${requests.join(' ')}`;
    const known = this.#pooled.get(name);
    if (known && known.cost <= cost) return;
    // At its end again: the oldest route is the first one.
    this.#pooled.delete(name);
    this.#pooled.set(name, { requests, cost, class: classOf[vehicle] as number, vehicle, nodes });
    if (this.#pooled.size <= MOST_ROUTES) return;
    for (const oldest of this.#pooled.keys()) {
      this.#pooled.delete(oldest);
      return;
    }
  }

  /**
   * Looks for `count` routes that serve all requests at a cost below `known`, in short steps; returns the nodes of each
   * vehicle, or null if there are none.
   */
  *combine(count: number, known: number): Generator<undefined, number[][] | null, undefined> {
    const columns = [...this.#pooled.values()];
    if (columns.length === 0) return null;
    const vehicles = new Map<number, number>();
    for (const kind of this.#compiled.classOf) vehicles.set(kind, (vehicles.get(kind) ?? 0) + 1);
    const { requestCount } = this.#compiled;
    const chosen = yield* choosePartition(columns, { requestCount, count, vehicles, known });
    return chosen && this.#nodes(chosen.map((index) => columns[index] as PooledRoute));
  }

  #nodes(chosen: readonly PooledRoute[]): number[][] {
    const waiting = [...chosen];
    return Array.from(this.#compiled.classOf, (kind, vehicle) => {
      const index = waiting.findIndex((route) => route.class === kind);
      const [route] = index === -1 ? [] : waiting.splice(index, 1);
      return route ? this.#drivenBy(vehicle, route) : this.#breaksOf(vehicle);
    });
  }

  /** The route with the breaks of another vehicle of its class, which are equal. */
  #drivenBy(vehicle: number, route: PooledRoute): number[] {
    const { firstBreak, firstBreakOf } = this.#compiled;
    const shift = (firstBreakOf[vehicle] as number) - (firstBreakOf[route.vehicle] as number);
    return route.nodes.map((node) => (node >= firstBreak ? node + shift : node));
  }

  #breaksOf(vehicle: number): number[] {
    const { firstBreakOf } = this.#compiled;
    const first = firstBreakOf[vehicle] as number;
    return Array.from({ length: (firstBreakOf[vehicle + 1] as number) - first }, (_, index) => first + index);
  }
}
