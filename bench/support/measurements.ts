// Measurements for one side of a benchmark.
import type { Measurement } from './benchmark.ts';
import { median } from './statistics.ts';

/** Median time of a call, repeated by one caller. */
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

/** Operations per second, and CPU time per operation. `cpuMicros` reads a counter; null if it cannot be read. */
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

/** Adds the CPU time per operation to a measurement. */
export function withCpuTime(measure: Measurement, cpuMicros: () => number | null): Measurement {
  return async (forMs) => {
    const before = cpuMicros();
    const sample = await measure(forMs);
    const after = cpuMicros();
    if (before === null || after === null) return sample;
    return { ...sample, cpuMicros: (after - before) / sample.operations };
  };
}
