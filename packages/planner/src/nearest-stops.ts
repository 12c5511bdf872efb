// For each stop, the stops with the shortest travel time in either direction; the stop itself comes first. Lists are
// sorted when they are first asked for: sorting all of them took half a second for 1,000 stops, before the search began.
import type { CompiledProblem } from './compiled-problem.ts';

/** Longest list per stop. */
const MAX_NEIGHBOURS = 300;

export class NearestStops {
  readonly #compiled: CompiledProblem;
  readonly #lists: (Int32Array | null)[];
  readonly #keys: Float64Array;

  constructor(compiled: CompiledProblem) {
    this.#compiled = compiled;
    this.#lists = Array.from({ length: compiled.stopCount }, () => null);
    this.#keys = new Float64Array(compiled.stopCount);
  }

  of(stop: number): Int32Array {
    const known = this.#lists[stop];
    if (known) return known;
    const list = this.#sorted(stop);
    this.#lists[stop] = list;
    return list;
  }

  #sorted(stop: number): Int32Array {
    const { stopCount, place, travel, travelTo, columns } = this.#compiled;
    const row = (place[stop] as number) * columns;
    const keys = this.#keys;
    let longest = 0;
    for (let other = 0; other < stopCount; other += 1) {
      const there = place[other] as number;
      keys[other] = Math.min(travel[row + there] as number, travelTo[row + there] as number);
      longest = Math.max(longest, keys[other] as number);
    }
    // Travel time and number in one integer below 2^53: sorting plain numbers is much faster than with a function.
    const scale = longest > 0 ? 2 ** 52 / stopCount / longest : 0;
    for (let other = 0; other < stopCount; other += 1)
      keys[other] = (1 + Math.floor((keys[other] as number) * scale)) * stopCount + other;
    keys[stop] = stop;
    keys.sort();
    const list = new Int32Array(Math.min(MAX_NEIGHBOURS, stopCount));
    for (let index = 0; index < list.length; index += 1) list[index] = (keys[index] as number) % stopCount;
    return list;
  }
}
