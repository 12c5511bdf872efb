// What a benchmark is: two things that can be measured in the same unit, and how many times the first may be of the
// second. Absolute numbers of a shared machine mean little; ratios within one run mean something.
import type { Surroundings } from './bench-environment.ts';

export interface Benchmark {
  /** What is compared with what, for the table. */
  readonly subject: string;
  readonly reference: string;
  readonly unit: 'ms' | 'requests/s';
  /** Whether the server process also does the background work; `--with-worker` makes it do so for all. Default: it does. */
  readonly worker?: 'elsewhere';
  /** The ratio subject : reference that the design asks for. */
  readonly goal: Goal;
  /** What it would like to be, where the design says so. */
  readonly aim?: number;
  /** How often each side is done before it is measured; far fewer where many questions are put to one server. */
  readonly warmUpOperations?: number;
  /** Several pairs where one arrangement, dear to make, answers several questions. */
  readonly prepare: (surroundings: Surroundings) => Promise<readonly Sides[]>;
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** Thrown by `prepare` where something is missing on this machine; the others are measured all the same. */
export class CannotRun extends Error {}

export interface Sides {
  /** Which of several questions this is. */
  readonly name?: string;
  readonly subject: Measurement;
  readonly reference: Measurement;
}

/** Works for about so long and says what it measured. */
export type Measurement = (forMs: number) => Promise<Sample>;

export interface Sample {
  /** In the unit of the benchmark. */
  readonly value: number;
  readonly operations: number;
  /** What one operation cost the processors, servers and database together; moves far less than time on a busy machine. */
  readonly cpuMicros?: number | undefined;
}

export interface Outcome {
  readonly subject: number;
  readonly reference: number;
  readonly ratio: number;
  /** The smallest and the largest ratio of a round. */
  readonly ratioRange: readonly [number, number];
  /** The reference against itself: what it is away from 1 is the error of this run. */
  readonly control: number;
  /** Processor time per operation, where it was measured. */
  readonly cpuMicros: { readonly subject: number; readonly reference: number } | null;
  readonly verdict: 'met' | 'missed' | 'unclear';
}
