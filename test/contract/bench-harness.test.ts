// Tests of the benchmark harness: the order of measurements, and when a goal counts as met.
import { describe, expect, test } from 'vitest';
import { evaluateGoal, runBenchmark } from '../../bench/support/run-benchmark.ts';
import { median } from '../../bench/support/statistics.ts';

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
      { rounds: 3, roundMs: 1 },
    );
    expect(turns.join('')).toBe('sr' + 'srr' + 'rrs' + 'rsr');
    expect(outcome).toEqual({
      subject: 20,
      reference: 10,
      ratio: 2,
      ratioRange: [2, 2],
      control: 1,
      cpuMicros: { subject: 300, reference: 200 },
      verdict: 'met',
    });
  });

  test.each([
    [{ atMost: 3 }, 2.8, 1, 'met'],
    [{ atMost: 3 }, 2.8, 1.2, 'unclear'],
    [{ atMost: 3 }, 2.8, 0.8, 'unclear'],
    [{ atMost: 3 }, 3.2, 1, 'missed'],
    [{ atLeast: 0.8 }, 0.9, 1.02, 'met'],
    [{ atLeast: 0.8 }, 0.9, 0.8, 'unclear'],
    [{ atLeast: 0.8 }, 0.6, 1.1, 'missed'],
  ])('evaluates %j at a ratio of %f with a control of %f: %s', (goal, ratio, control, verdict) => {
    expect(evaluateGoal(goal, { ratio, control })).toBe(verdict);
  });

  test('calculates the median', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(() => median([])).toThrow('no values');
  });
});
