// Checks of one position in a route that take constant time: loads on top of what is on board, and whether the rest of
// the route can still be driven after a delay.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';

const TOLERANCE = 1e-9;

export class RouteFeasibility {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;

  constructor(compiled: CompiledProblem, routes: Routes) {
    this.#compiled = compiled;
    this.#routes = routes;
  }

  /** Whether the load of the stops from `first` to `end` - 1 fits on top of the load after a node. */
  fits(vehicle: number, after: number, first: number, end: number): boolean {
    const { dimensions, load, capacity } = this.#compiled;
    const { onBoard } = this.#routes;
    if (dimensions === 1 && end === first + 1)
      return (
        (onBoard[after] as number) + (load[first] as number) <= (capacity[vehicle] as number) + TOLERANCE
      );
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      let amount = onBoard[after * dimensions + dimension] as number;
      const limit = (capacity[vehicle * dimensions + dimension] as number) + TOLERANCE;
      for (let node = first; node < end; node += 1) {
        amount += load[node * dimensions + dimension] as number;
        if (amount > limit) return false;
      }
    }
    return true;
  }

  /** Whether what the request leaves on board fits from the node `last` until the end of the route. */
  #fitsUntilEnd(request: number, vehicle: number, last: number): boolean {
    const { netLoad, dimensions, capacity } = this.#compiled;
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const peak = this.#routes.peakAfter[last * dimensions + dimension] as number;
      const net = netLoad[request * dimensions + dimension] as number;
      if (peak + net > (capacity[vehicle * dimensions + dimension] as number) + TOLERANCE) return false;
    }
    return true;
  }

  /** Whether the route stays feasible if the last stop of the request is behind `last`, and the vehicle leaves it then. */
  canContinue(request: number, vehicle: number, departure: number, from: number, last: number): boolean {
    const { next, place, latestAt } = this.#routes;
    const { travel, clock, columns, earliest, latest, service, firstBreak, hasNetLoad } = this.#compiled;
    if (hasNetLoad[request] === 1 && !this.#fitsUntilEnd(request, vehicle, last)) return false;
    let time = departure;
    let behind = next[last] as number;
    for (; behind >= firstBreak; behind = next[behind] as number) {
      if (time < (earliest[behind] as number)) time = earliest[behind] as number;
      if (time > (latest[behind] as number)) return false;
      time += service[behind] as number;
    }
    const seconds = travel[from * columns + (place[behind] as number)] as number;
    const arrival = clock === null ? time + seconds : clock.arrival(time, seconds);
    return arrival <= (latestAt[behind] as number);
  }
}
