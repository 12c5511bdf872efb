// Ways to measure one side of a benchmark.
import type { Measurement } from './benchmark.ts';
import { median } from './statistics.ts';

/** The median time of a call, made over and over by one caller. */
export function timeOf(call: () => Promise<void>): Measurement {
  return async (forMs) => {
    const times: number[] = [];
    const untilMs = performance.now() + forMs;
    do {
      const startedAtMs = performance.now();
      await call();
      times.push(performance.now() - startedAtMs);
    } while (performance.now() < untilMs);
    return median(times);
  };
}
