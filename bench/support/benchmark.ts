// What a benchmark is: two things that can be measured in the same unit, and how many times the first may be of the
// second. Absolute numbers of a shared machine mean little; ratios within one run mean something.
import type { Surroundings } from './surroundings.ts';

export interface Benchmark {
  /** What is compared with what, for the table. */
  readonly subject: string;
  readonly reference: string;
  readonly unit: 'ms' | 'requests/s';
  /** The ratio subject : reference that the design asks for. */
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
  readonly prepare: (surroundings: Surroundings) => Promise<Sides>;
}

export interface Sides {
  readonly subject: Measurement;
  readonly reference: Measurement;
  /** Ends what `prepare` began, if it began anything. */
  readonly close?: () => Promise<void>;
}

/** Works for about so long and says what it measured, in the unit of the benchmark. */
export type Measurement = (forMs: number) => Promise<number>;

export interface Outcome {
  readonly subject: number;
  readonly reference: number;
  readonly ratio: number;
  /** The smallest and the largest ratio of a round. */
  readonly ratioRange: readonly [number, number];
  /** The reference against itself: what it is away from 1 is the error of this run. */
  readonly control: number;
  readonly verdict: 'met' | 'missed' | 'unclear';
}
