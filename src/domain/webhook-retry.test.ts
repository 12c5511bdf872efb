import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './webhook-retry.ts';

const retrySeconds = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const after = (tries: number, random = 0, retryAfterSeconds: number | null = null) =>
  retryDelayMs({ retrySeconds, tries, retryAfterSeconds, random });

describe('the retry schedule', () => {
  it('follows its steps to the millisecond and ends after the last', () => {
    const waits = Array.from({ length: 12 }, (_, index) => after(index + 1));
    expect(waits).toEqual([...retrySeconds.map((seconds) => seconds * 1000), null]);
  });

  it('adds up to a fifth of the step, and is never early', () => {
    expect(after(1, 0.5)).toBe(5_500);
    expect(after(1, 1)).toBe(6_000);
    expect(after(11, 1)).toBe(86_400_000 * 1.2);
  });

  it('waits longer where the receiver asks for it, up to six hours', () => {
    expect(after(1, 0, 90)).toBe(90_000);
    expect(after(1, 0, 7 * 3600)).toBe(6 * 3_600_000);
    expect(after(1, 1, 100)).toBe(120_000);
  });

  it('does not come sooner because the receiver asks for less than the step', () => {
    expect(after(4, 0, 1)).toBe(600_000);
  });

  it('is not prolonged beyond its last step by a receiver that keeps asking', () => {
    expect(after(12, 0, 60)).toBeNull();
  });
});
