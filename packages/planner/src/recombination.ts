// Selective route exchange (SREX, Nagata and Kobayashi 2010): a solution takes over some routes of another one, in place of
// those of its own that serve nearly the same requests. Good routes of both come together; ruin and recreate would have to
// change several routes at once.
import type { CompiledProblem } from './compiled-problem.ts';
import { placeBreaks } from './load-current-plan.ts';
import type { Random } from './random.ts';
import type { Routes } from './routes.ts';

/** At most this share of the routes is exchanged. */
const LARGEST_SHARE = 0.3;
/** A request of a route that none of the routes to be matched serves counts so much against the route. */
const MISMATCH = 0.25;
/** Routes that match nearly equally well are chosen at random. */
const RANDOM_MATCH = 0.5;

type Nodes = readonly (readonly number[])[];
/** Requests of each vehicle. */
type Served = readonly ReadonlySet<number>[];

export class Recombination {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #random: Random;

  constructor(compiled: CompiledProblem, routes: Routes, random: Random) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#random = random;
  }

  /** Nodes of each vehicle; requests that neither the kept nor the new routes serve are missing. */
  child(receiver: Nodes, donor: Nodes): number[][] {
    const [served, offered] = [this.#served(receiver), this.#served(donor)];
    const [leaving, arriving] = this.#match(served, offered);
    const child = receiver.map((nodes, vehicle) => (leaving.has(vehicle) ? [] : [...nodes]));
    const kept = new Set(child.flat().map((node) => this.#compiled.requestOf[node] as number));
    const free = [...leaving];
    for (const from of arriving) {
      const index = free.findIndex((vehicle) => this.#areEqual(vehicle, from));
      const [vehicle] = free.splice(index === -1 ? free.length : index, 1);
      if (vehicle === undefined) continue;
      const stops = (donor[from] ?? []).filter((node) => this.#isNew(node, vehicle, kept));
      child[vehicle] = placeBreaks(this.#compiled, vehicle, stops);
    }
    for (const vehicle of free) child[vehicle] = placeBreaks(this.#compiled, vehicle, []);
    return child;
  }

  /** Without vehicles that have begun their route: it stays as it is. */
  #served(nodes: Nodes): Served {
    const { requestOf } = this.#compiled;
    const { pinned } = this.#routes;
    return nodes.map((route) => {
      const requests = route.map((node) => requestOf[node] as number).filter((request) => request >= 0);
      return new Set(requests.some((request) => pinned[request] === 1) ? [] : requests);
    });
  }

  /**
   * Vehicles of the receiver and of the donor, as many of each. They grow in turn around a random route of the donor that
   * the receiver does not have.
   */
  #match(served: Served, offered: Served): readonly [Set<number>, Set<number>] {
    const known = new Set(served.map(nameOf));
    const other = offered.flatMap((requests, vehicle) => (known.has(nameOf(requests)) ? [] : [vehicle]));
    const [leaving, arriving] = [new Set<number>(), new Set<number>()];
    if (other.length === 0) return [leaving, arriving];
    const used = offered.filter(({ size }) => size > 0).length;
    const count = 1 + this.#random.below(Math.max(1, used * LARGEST_SHARE));
    arriving.add(other[this.#random.below(other.length)] as number);
    while (leaving.size < count) {
      if (!this.#addBestMatch(leaving, served, requestsOf(arriving, offered))) break;
      if (leaving.size < count) this.#addBestMatch(arriving, offered, requestsOf(leaving, served));
    }
    return [leaving, arriving];
  }

  /** Adds the vehicle that serves most of the requests and few others; false if there is none. */
  #addBestMatch(chosen: Set<number>, routes: Served, requests: ReadonlySet<number>): boolean {
    let [best, highest] = [-1, -Infinity];
    for (const [vehicle, own] of routes.entries()) {
      if (own.size === 0 || chosen.has(vehicle)) continue;
      let match = this.#random.next() * RANDOM_MATCH;
      for (const request of own) match += requests.has(request) ? 1 : -MISMATCH;
      if (match > highest) [best, highest] = [vehicle, match];
    }
    if (best >= 0) chosen.add(best);
    return best >= 0;
  }

  #areEqual(vehicle: number, other: number): boolean {
    const { classOf } = this.#compiled;
    return vehicle === other || classOf[vehicle] === classOf[other];
  }

  #isNew(node: number, vehicle: number, kept: ReadonlySet<number>): boolean {
    const { requestOf, compatible, vehicleCount } = this.#compiled;
    const request = requestOf[node] as number;
    return request >= 0 && !kept.has(request) && compatible[request * vehicleCount + vehicle] === 1;
  }
}

/** Equal for routes with the same requests. */
function nameOf(requests: ReadonlySet<number>): string {
  return [...requests].sort((a, b) => a - b).join(' ');
}

function requestsOf(vehicles: ReadonlySet<number>, routes: Served): ReadonlySet<number> {
  return new Set([...vehicles].flatMap((vehicle) => [...(routes[vehicle] ?? [])]));
}
