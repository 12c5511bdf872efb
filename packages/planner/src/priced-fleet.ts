// How many vehicles rounds have while absent requests have a price. Prices serve all requests also where ejections do not,
// so that one vehicle less than in the best solution may do. The first round of a long run tries it, and later ones once a
// round has led to the best solution again: further rounds with as many vehicles would probably do the same.

interface Best {
  readonly vehicles: number;
  readonly cost: number;
}

/** Relative difference of costs of one and the same solution. */
const TOLERANCE = 1e-7;

export class PricedFleet {
  #isFirst = true;
  #costAtBegin = Infinity;
  /** With so many vehicles, a round has led to the best solution again. */
  #settledVehicles = Infinity;

  startRound(best: Best): void {
    this.#costAtBegin = best.cost;
  }

  /** `cost`: of the best solution of the round. */
  endRound(best: Best, cost: number): void {
    const isAsBefore = best.cost === this.#costAtBegin;
    if (isAsBefore && cost < best.cost * (1 + TOLERANCE)) this.#settledVehicles = best.vehicles;
  }

  /** Number of vehicles of this round; `mayTryFirst`: whether the run is long enough to try one less in its first round. */
  vehicles(best: Best, mayTryFirst: boolean): number {
    const triesSmaller = (this.#isFirst && mayTryFirst) || best.vehicles === this.#settledVehicles;
    this.#isFirst = false;
    return triesSmaller ? best.vehicles - 1 : best.vehicles;
  }
}
