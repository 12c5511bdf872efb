// Which vehicles may be used while the fleet is minimised: `closed` vehicles stay empty.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';

export class Fleet {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #closed: Uint8Array;

  constructor(compiled: CompiledProblem, routes: Routes, closed: Uint8Array) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#closed = closed;
  }

  get used(): number {
    const { size } = this.#routes;
    let used = 0;
    for (let vehicle = 0; vehicle < size.length; vehicle += 1) if (size[vehicle] !== 0) used += 1;
    return used;
  }

  close(vehicle: number): void {
    this.#closed[vehicle] = 1;
  }

  closeEmpty(): void {
    const { size } = this.#routes;
    for (let vehicle = 0; vehicle < size.length; vehicle += 1)
      if (size[vehicle] === 0) this.#closed[vehicle] = 1;
  }

  openAll(): void {
    this.#closed.fill(0);
  }

  openUsed(): void {
    this.openAll();
    this.closeEmpty();
  }

  /** Opens closed vehicles until `count` are open. */
  openUpTo(count: number): void {
    const closed = this.#closed;
    let open = closed.reduce((sum, each) => sum + 1 - each, 0);
    for (let vehicle = 0; vehicle < closed.length && open < count; vehicle += 1)
      if (closed[vehicle] === 1) {
        closed[vehicle] = 0;
        open += 1;
      }
  }

  /** The used vehicle whose requests weigh least; -1 if none can be emptied. */
  easiest(weights: Float64Array): number {
    const { requestOf, vehicleCount } = this.#compiled;
    let [easiest, least] = [-1, Infinity];
    for (let vehicle = 0; vehicle < vehicleCount; vehicle += 1) {
      if (this.#routes.size[vehicle] === 0) continue;
      let sum = 0;
      for (const node of this.#routes.nodesOf(vehicle)) {
        const request = requestOf[node] as number;
        if (request < 0) continue;
        sum += this.#routes.pinned[request] === 1 ? Infinity : (weights[request] as number);
      }
      if (sum < least) [easiest, least] = [vehicle, sum];
    }
    return this.used > 1 ? easiest : -1;
  }
}
