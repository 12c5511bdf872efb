import { describe, expect, it } from 'vitest';
import { type CustomWindowRequest, customWindowTimes } from './custom-window-times.ts';

const NOW = Date.UTC(2026, 2, 10, 16);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const policy = { lengthMinutes: 90, customMaxDays: 30 };
const times = (request: Partial<CustomWindowRequest>) =>
  customWindowTimes(
    { fromMs: NOW + HOUR_MS, toMs: undefined, defaultLength: 'policy', ...request },
    policy,
    NOW,
  );
const faults = (request: Partial<CustomWindowRequest>) => {
  const result = times(request);
  return result.ok ? [] : result.faults.map(({ param, kind }) => `${param}: ${kind}`);
};

describe('a custom window', () => {
  it('has the requested times', () => {
    const [fromMs, toMs] = [NOW + 1, NOW + 3 * HOUR_MS];
    expect(times({ fromMs, toMs })).toEqual({ ok: true, value: { startMs: fromMs, endMs: toMs } });
  });

  it('has the length of the policy if a new booking gives no end', () => {
    expect(times({})).toMatchObject({ ok: true, value: { endMs: NOW + HOUR_MS + 90 * 60_000 } });
  });

  it('lasts 3,600 seconds if a change gives no end', () => {
    expect(times({ defaultLength: 'one_hour' })).toMatchObject({
      ok: true,
      value: { startMs: NOW + HOUR_MS, endMs: NOW + HOUR_MS + 3_600_000 },
    });
  });

  it('must start in the future', () => {
    expect(faults({ fromMs: NOW })).toEqual(['arrival_window_from: window_in_past']);
    expect(faults({ fromMs: NOW - 1 })).toEqual(['arrival_window_from: window_in_past']);
  });

  it('must start at most 30 days ahead', () => {
    expect(faults({ fromMs: NOW + 30 * DAY_MS })).toEqual([]);
    expect(faults({ fromMs: NOW + 30 * DAY_MS + 1 })).toEqual(['arrival_window_from: window_too_far']);
  });

  it('must end after it starts, and at most 12 hours later', () => {
    const fromMs = NOW + HOUR_MS;
    expect(faults({ toMs: fromMs })).toEqual(['arrival_window_to: window_ends_too_early']);
    expect(faults({ toMs: fromMs + 12 * HOUR_MS })).toEqual([]);
    expect(faults({ toMs: fromMs + 12 * HOUR_MS + 1 })).toEqual(['arrival_window_to: window_too_long']);
  });

  it('reports all faults at once', () => {
    expect(faults({ fromMs: NOW - 5, toMs: NOW - 6 })).toEqual([
      'arrival_window_from: window_in_past',
      'arrival_window_to: window_ends_too_early',
    ]);
  });
});
