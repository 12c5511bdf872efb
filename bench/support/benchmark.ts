// A benchmark compares two measurements in the same unit and limits their ratio. Absolute numbers of a shared machine
// say little; ratios within one run are comparable.
import type { BenchEnvironment } from './bench-environment.ts';
import type { Estimate } from './statistics.ts';

export interface Benchmark {
  /** Names of the two sides, for the table. */
  readonly subject: string;
  readonly reference: string;
  readonly unit: 'ms' | 'MB' | 'requests/s';
  /** `elsewhere`: the server process runs no background work, unless `--with-worker` is given. Default: it does. */
  readonly worker?: 'elsewhere';
  /** Required ratio subject : reference. */
  readonly goal: Goal;
  /** Desired ratio, if the design names one. */
  readonly aim?: number;
  /** Operations of each side before measuring; far fewer if a benchmark measures many pairs on one server. */
  readonly warmUpOperations?: number;
  /** Several pairs, if one expensive setup serves several measurements. */
  readonly prepare: (environment: BenchEnvironment) => Promise<readonly Sides[]>;
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** Thrown by `prepare` if this machine lacks a requirement; the other benchmarks still run. */
export class BenchmarkUnavailable extends Error {}

export interface Sides {
  /** Name of this pair, if there are several. */
  readonly name?: string;
  /** Replace the goal and the aim of the benchmark for this pair. */
  readonly goal?: Goal;
  readonly aim?: number;
  readonly subject: Measurement;
  readonly reference: Measurement;
}

/** Runs for about `forMs` and returns what was measured. */
export type Measurement = (forMs: number) => Promise<Sample>;

export interface Sample {
  /** In the unit of the benchmark. */
  readonly value: number;
  readonly operations: number;
  /** CPU time per operation, server and database together; varies far less than elapsed time on a busy machine. */
  readonly cpuMicros?: number | undefined;
}

export interface Outcome {
  readonly subject: number;
  readonly reference: number;
  /** Subject : reference, per round. */
  readonly ratio: Estimate;
  /** Reference measured against itself (A/A), per round: shows a bias of the run. */
  readonly control: Estimate;
  /** CPU time per operation, if measured. */
  readonly cpuMicros: { readonly subject: number; readonly reference: number } | null;
  readonly verdict: 'met' | 'missed' | 'unclear';
}
