import { describe, expect, it } from 'vitest';
import { decideDisabling } from './webhook-disable-policy.ts';

const DAY_MS = 86_400_000;
const decision = (days: number, failuresInARow = 100, warnedDays = 0) =>
  decideDisabling({ failingSinceMs: 0, failuresInARow, warnedDays }, days * DAY_MS);

describe('an endpoint that keeps failing', () => {
  it('causes nothing while it succeeds', () => {
    const well = { failingSinceMs: null, failuresInARow: 0, warnedDays: 0 };
    expect(decideDisabling(well, 9 * DAY_MS)).toBeNull();
  });

  it('causes one warning after one day and one after three days', () => {
    expect(decision(0.99)).toBeNull();
    expect(decision(1)).toEqual({ kind: 'warn', days: 1 });
    expect(decision(2, 100, 1)).toBeNull();
    expect(decision(3, 100, 1)).toEqual({ kind: 'warn', days: 3 });
    expect(decision(4, 100, 3)).toBeNull();
  });

  it('causes only the second warning if the first was missed', () => {
    expect(decision(3.5)).toEqual({ kind: 'warn', days: 3 });
  });

  it('is disabled after five days and twenty failures, not before both', () => {
    expect(decision(4.99, 1_000, 3)).toBeNull();
    expect(decision(5, 19, 3)).toBeNull();
    expect(decision(5, 20, 3)).toEqual({ kind: 'disable' });
  });
});
