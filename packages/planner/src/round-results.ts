// The best results of the rounds so far, from which new solutions are recombined: with as few vehicles as possible, and
// different from each other. Without that, small variations of the best one would soon replace all others.
import type { Random } from './random.ts';

const MOST_RESULTS = 12;
/** Results that have a larger share of their journeys in common are variations of one. */
const SIMILAR = 0.9;

export interface RoundResult {
  readonly vehicles: number;
  readonly cost: number;
  /** Nodes of each vehicle. */
  readonly routes: readonly (readonly number[])[];
}

export class RoundResults {
  /** The cheapest one first. */
  #results: readonly RoundResult[] = [];

  get count(): number {
    return this.#results.length;
  }

  add(result: RoundResult): void {
    const fewest = this.#results[0]?.vehicles ?? result.vehicles;
    if (result.vehicles > fewest) return;
    if (result.vehicles < fewest) this.#results = [];
    const similar = this.#results.filter((other) => areSimilar(other, result));
    if (similar.some(({ cost }) => cost <= result.cost)) return;
    this.#results = [...this.#results.filter((other) => !similar.includes(other)), result]
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MOST_RESULTS);
  }

  /** Two different results. Call it only if there are two. */
  pair(random: Random): readonly [RoundResult, RoundResult] {
    const first = random.below(this.count);
    const second = (first + 1 + random.below(this.count - 1)) % this.count;
    return [this.#results[first] as RoundResult, this.#results[second] as RoundResult];
  }
}

function areSimilar(first: RoundResult, second: RoundResult): boolean {
  const [journeys, others] = [journeysOf(first), journeysOf(second)];
  let common = 0;
  for (const [from, to] of journeys) if (others.get(from) === to) common += 1;
  return common > SIMILAR * journeys.size;
}

/** Next node of each node within a route. */
function journeysOf({ routes }: RoundResult): ReadonlyMap<number, number> {
  const journeys = new Map<number, number>();
  for (const nodes of routes)
    for (const [index, node] of nodes.entries()) journeys.set(node, nodes[index + 1] ?? -1);
  return journeys;
}
