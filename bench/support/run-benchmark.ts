// Measures both sides of a benchmark alternately, so that other load on the machine affects both, and the reference
// twice in every round (A/A control): a difference from itself is a bias of the run.
import type { Benchmark, Goal, Measurement, Outcome, Sample, Sides } from './benchmark.ts';
import { estimateMedian, median, wantedConfidence } from './statistics.ts';

export interface RunOptions {
  readonly rounds: number;
  readonly roundMs: number;
}

/** Operations until V8 has optimized the hot code; measured for bookings, which take the longest. */
const defaultWarmUpOperations = 5_000;
const maxWarmUpMs = 45_000;
/** A side that appears in several pairs is warmed up once. */
const warmedUp = new WeakSet<Measurement>();

interface Round {
  readonly subject: Sample;
  readonly reference: Sample;
  readonly again: Sample;
}

export async function runBenchmark(
  { goal, warmUpOperations = defaultWarmUpOperations }: Pick<Benchmark, 'goal' | 'warmUpOperations'>,
  sides: Sides,
  { rounds, roundMs }: RunOptions,
): Promise<Outcome> {
  for (const side of [sides.subject, sides.reference]) await warmUp(side, roundMs, warmUpOperations);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await runRound(sides, roundMs, round));
  const ratios = measured.map(
    ({ subject, reference, again }) => subject.value / ((reference.value + again.value) / 2),
  );
  const ratio = estimateMedian(ratios);
  const control = estimateMedian(measured.map(({ reference, again }) => again.value / reference.value));
  const [subjects, references] = samplesOf(measured);
  return {
    subject: median(subjects.map(({ value }) => value)),
    reference: median(references.map(({ value }) => value)),
    ratio,
    control,
    cpuMicros: cpuOf(subjects, references),
    verdict: evaluateGoal(goal, { ratio, control }),
  };
}

async function warmUp(side: Measurement, roundMs: number, operations: number): Promise<void> {
  if (warmedUp.has(side)) return;
  warmedUp.add(side);
  const untilMs = performance.now() + maxWarmUpMs;
  for (let done = 0; done < operations && performance.now() < untilMs; )
    done += (await side(roundMs)).operations;
}

function samplesOf(rounds: readonly Round[]): [Sample[], Sample[]] {
  return [rounds.map(({ subject }) => subject), rounds.flatMap(({ reference, again }) => [reference, again])];
}

function cpuOf(subjects: readonly Sample[], references: readonly Sample[]): Outcome['cpuMicros'] {
  const costs = (samples: readonly Sample[]) => samples.flatMap(({ cpuMicros }) => cpuMicros ?? []);
  const [subject, reference] = [costs(subjects), costs(references)];
  if (subject.length === 0 || reference.length === 0) return null;
  return { subject: median(subject), reference: median(reference) };
}

/**
 * Rotates the order in every round, so that no side is always first, while the machine is still busy with the previous
 * one.
 */
async function runRound(sides: Sides, roundMs: number, round: number): Promise<Round> {
  const order = ['subject', 'reference', 'again'] as const;
  const measured: Record<(typeof order)[number], Sample> = {
    subject: { value: 0, operations: 0 },
    reference: { value: 0, operations: 0 },
    again: { value: 0, operations: 0 },
  };
  for (let turn = 0; turn < order.length; turn += 1) {
    const name = order[(round + turn) % order.length] ?? 'subject';
    measured[name] = await (name === 'subject' ? sides.subject : sides.reference)(roundMs);
  }
  return measured;
}

/**
 * A goal is met or missed only if that holds in the whole confidence interval of the ratio. If the A/A control differs
 * from 1 by more than chance, the run is biased, and the interval is widened by that bias in both directions.
 */
export function evaluateGoal(
  goal: Goal,
  { ratio, control }: Pick<Outcome, 'ratio' | 'control'>,
): Outcome['verdict'] {
  if (ratio.confidence < wantedConfidence) return 'unclear';
  const [leastControl, mostControl] = control.interval;
  const isBiased = leastControl > 1 || mostControl < 1;
  const bias = isBiased ? Math.max(control.median, 1 / control.median) : 1;
  const [least, most] = [ratio.interval[0] / bias, ratio.interval[1] * bias];
  if ('atMost' in goal) return most <= goal.atMost ? 'met' : least > goal.atMost ? 'missed' : 'unclear';
  return least >= goal.atLeast ? 'met' : most < goal.atLeast ? 'missed' : 'unclear';
}
