import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './webhook-retry.ts';

const retrySeconds = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const delayAfter = (tries: number, random = 0, retryAfterSeconds: number | null = null) =>
  retryDelayMs({ retrySeconds, tries, retryAfterSeconds, random });

describe('the retry schedule', () => {
  it('follows its delays to the millisecond and ends after the last', () => {
    const waits = Array.from({ length: 12 }, (_, index) => delayAfter(index + 1));
    expect(waits).toEqual([...retrySeconds.map((seconds) => seconds * 1000), null]);
  });

  it('adds up to 20 % of the delay, and is never early', () => {
    expect(delayAfter(1, 0.5)).toBe(5_500);
    expect(delayAfter(1, 1)).toBe(6_000);
    expect(delayAfter(11, 1)).toBe(86_400_000 * 1.2);
  });

  it('waits longer if the receiver requests it, up to six hours', () => {
    expect(delayAfter(1, 0, 90)).toBe(90_000);
    expect(delayAfter(1, 0, 7 * 3600)).toBe(6 * 3_600_000);
    expect(delayAfter(1, 1, 100)).toBe(120_000);
  });

  it('does not retry earlier if the receiver requests less than the delay', () => {
    expect(delayAfter(4, 0, 1)).toBe(600_000);
  });

  it('is not extended beyond its last attempt by Retry-After', () => {
    expect(delayAfter(12, 0, 60)).toBeNull();
  });
});
