// Ways to measure one side of a benchmark.
import type { Measurement } from './benchmark.ts';
import { median } from './statistics.ts';

/** The median time of a call, made over and over by one caller. */
export function timeOf(call: () => Promise<unknown>): Measurement {
  return async (forMs) => {
    const times: number[] = [];
    const untilMs = performance.now() + forMs;
    do {
      const startedAtMs = performance.now();
      await call();
      times.push(performance.now() - startedAtMs);
    } while (performance.now() < untilMs);
    return { value: median(times), operations: times.length };
  };
}

export interface Throughput {
  readonly operations: number;
  readonly elapsedMs: number;
}

/** Operations a second, and what one of them cost. `cpuMicros` is a counter; null where none can be read. */
export function rateOf(
  work: (forMs: number) => Promise<Throughput>,
  cpuMicros: () => number | null,
): Measurement {
  return async (forMs) => {
    const before = cpuMicros();
    const { operations, elapsedMs } = await work(forMs);
    const after = cpuMicros();
    return {
      value: (operations * 1000) / elapsedMs,
      operations,
      ...(before !== null && after !== null && { cpuMicros: (after - before) / operations }),
    };
  };
}

/** The same, with what an operation cost the processors. */
export function withProcessor(measure: Measurement, cpuMicros: () => number | null): Measurement {
  return async (forMs) => {
    const before = cpuMicros();
    const sample = await measure(forMs);
    const after = cpuMicros();
    if (before === null || after === null) return sample;
    return { ...sample, cpuMicros: (after - before) / sample.operations };
  };
}
