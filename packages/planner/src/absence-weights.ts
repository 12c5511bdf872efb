// How hard requests are to serve: the weight of a request grows with every iteration in which it is absent, by its penalty.
// The search prefers solutions whose absent requests weigh less, so that hard requests are served first.
import type { CompiledProblem } from './compiled-problem.ts';

export class AbsenceWeights {
  /** By request. */
  readonly of: Float64Array;
  readonly #penalty: Float64Array;

  constructor({ requestCount, penalty }: CompiledProblem) {
    this.of = new Float64Array(requestCount);
    this.#penalty = penalty;
  }

  /** Counts one more iteration for the first `count` absent requests. */
  grow(absent: Int32Array, count: number): void {
    for (let index = 0; index < count; index += 1) {
      const request = absent[index] as number;
      this.of[request] = (this.of[request] as number) + (this.#penalty[request] as number);
    }
  }

  sum(absent: Int32Array, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += this.of[absent[index] as number] as number;
    return sum;
  }

  forget(): void {
    this.of.fill(0);
  }
}
