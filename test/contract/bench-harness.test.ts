// Tests of the benchmark harness: the order of measurements, confidence intervals, and when a goal counts as met.
import { describe, expect, test } from 'vitest';
import { evaluateGoal, runBenchmark } from '../../bench/support/run-benchmark.ts';
import { type Estimate, estimateMedian, median } from '../../bench/support/statistics.ts';

describe('the benchmark harness', () => {
  test('alternates the sides, rotates the order, and measures the reference twice', async () => {
    const turns: string[] = [];
    const side = (name: string, value: number, cpuMicros: number) => async () => {
      turns.push(name);
      // Enough operations to finish the warm-up at once.
      return { value, cpuMicros, operations: 5_000 };
    };
    const outcome = await runBenchmark(
      { goal: { atMost: 3 } },
      { subject: side('s', 20, 300), reference: side('r', 10, 200) },
      { rounds: 6, roundMs: 1 },
    );
    expect(turns.join('')).toBe(`sr${'srrrrsrsr'.repeat(2)}`);
    const same = (value: number): Estimate => ({
      median: value,
      interval: [value, value],
      confidence: 0.96875,
      range: [value, value],
    });
    expect(outcome).toEqual({
      subject: 20,
      reference: 10,
      ratio: same(2),
      control: same(1),
      cpuMicros: { subject: 300, reference: 200 },
      verdict: 'met',
    });
  });

  const estimate = (low: number, mid: number, high: number, confidence = 0.95): Estimate => ({
    median: mid,
    interval: [low, high],
    confidence,
    range: [low, high],
  });
  const unbiased = estimate(0.9, 1.05, 1.1);

  test.each([
    [{ atMost: 3 }, estimate(2.6, 2.8, 3), 'met'],
    [{ atMost: 3 }, estimate(2.6, 2.8, 3.01), 'unclear'],
    [{ atMost: 3 }, estimate(2.9, 3.2, 3.3), 'unclear'],
    [{ atMost: 3 }, estimate(3.01, 3.2, 3.3), 'missed'],
    [{ atLeast: 0.8 }, estimate(0.8, 0.9, 1), 'met'],
    [{ atLeast: 0.8 }, estimate(0.79, 0.9, 1), 'unclear'],
    [{ atLeast: 0.8 }, estimate(0.5, 0.6, 0.79), 'missed'],
    [{ atLeast: 0.8 }, estimate(0.85, 0.9, 1, 0.9375), 'unclear'],
  ])('decides %j by the whole interval of %j: %s', (goal, ratio, verdict) => {
    expect(evaluateGoal(goal, { ratio, control: unbiased })).toBe(verdict);
  });

  test.each([
    [{ atLeast: 0.8 }, estimate(0.9, 0.9, 0.9), estimate(1.01, 1.1, 1.2), 'met'],
    [{ atLeast: 0.8 }, estimate(0.9, 0.9, 0.9), estimate(1.01, 1.2, 1.3), 'unclear'],
    [{ atLeast: 0.8 }, estimate(0.9, 0.9, 0.9), estimate(0.7, 0.8, 0.99), 'unclear'],
    [{ atLeast: 0.8 }, estimate(0.7, 0.7, 0.7), estimate(0.7, 0.8, 0.99), 'unclear'],
    [{ atLeast: 0.8 }, estimate(0.7, 0.7, 0.7), estimate(0.9, 0.95, 0.99), 'missed'],
  ])('widens the interval by a control that excludes 1: %j, %j, %j: %s', (goal, ratio, control, verdict) => {
    expect(evaluateGoal(goal, { ratio, control })).toBe(verdict);
  });

  test('calculates the median', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(() => median([])).toThrow('no values');
  });

  // Ranks and confidence from a table of the binomial distribution with p = 1/2.
  test.each([
    [5, 1, 0.9375],
    [6, 1, 0.96875],
    [8, 1, 0.9922],
    [9, 2, 0.9609],
    [13, 3, 0.9775],
    [15, 4, 0.9648],
    [25, 8, 0.9567],
  ])('of %i rounds, takes the interval from rank %i', (count, rank, confidence) => {
    const values = Array.from({ length: count }, (_, index) => ((index * 7) % count) + 1);
    const result = estimateMedian(values);
    expect(result.interval).toEqual([rank, count + 1 - rank]);
    expect(result.confidence).toBeCloseTo(confidence, 4);
    expect(result.range).toEqual([1, count]);
  });

  test('contains the true median as often as the confidence says', () => {
    const random = seededRandom(42);
    const runs = 4_000;
    let hits = 0;
    for (let run = 0; run < runs; run += 1) {
      // A skewed distribution with the median ln 2.
      const { interval } = estimateMedian(Array.from({ length: 9 }, () => -Math.log(1 - random())));
      if (interval[0] <= Math.LN2 && Math.LN2 <= interval[1]) hits += 1;
    }
    // Three standard errors around 0.961.
    expect(hits / runs).toBeGreaterThan(0.951);
    expect(hits / runs).toBeLessThan(0.971);
  });
});

/** Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
