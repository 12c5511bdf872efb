// A copy of the routes that the search can go back to.
import type { CompiledProblem } from './compiled-problem.ts';
import type { Routes } from './routes.ts';

export class KeptRoutes {
  readonly #compiled: CompiledProblem;
  readonly #routes: Routes;
  readonly #next: Int32Array;

  constructor(compiled: CompiledProblem, routes: Routes) {
    this.#compiled = compiled;
    this.#routes = routes;
    this.#next = new Int32Array(compiled.nodeCount);
  }

  /** Copies the current routes. */
  keep(): void {
    this.#next.set(this.#routes.next);
  }

  /** Stops and breaks of each vehicle, in order. */
  nodes(): number[][] {
    const { vehicleCount, firstStart, firstEnd } = this.#compiled;
    return Array.from({ length: vehicleCount }, (_, vehicle) => {
      const nodes: number[] = [];
      let node = this.#next[firstStart + vehicle] as number;
      for (; node !== firstEnd + vehicle; node = this.#next[node] as number) nodes.push(node);
      return nodes;
    });
  }

  /** Makes the copy the current routes. */
  restore(): void {
    this.#routes.replaceAll(this.nodes());
  }
}
