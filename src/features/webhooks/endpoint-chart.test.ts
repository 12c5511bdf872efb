import { describe, expect, it } from 'vitest';
import { chartOf, chartStart } from './endpoint-chart.ts';

const now = new Date('2030-03-10T12:34:56Z');
const sums = (hour: string, succeeded: number, failed: number) => ({
  hour: new Date(hour),
  succeeded,
  failed,
  durationCounts: [0, 0, 0, succeeded, 0, 0, 0, 0, 0, 0, 0, 0, 0, failed, 0],
});

describe('endpoint chart', () => {
  it('has 24 hours for a day, ends with the current hour and has no gaps', () => {
    const { points } = chartOf('day', now, [sums('2030-03-10T12:00:00Z', 3, 1)]);
    expect(points).toHaveLength(24);
    expect(points[0]).toEqual({
      from: '2030-03-09T13:00:00.000Z',
      succeeded: 0,
      failed: 0,
      p50_ms: null,
      p95_ms: null,
    });
    expect(points.at(-1)).toMatchObject({ from: '2030-03-10T12:00:00.000Z', succeeded: 3, failed: 1 });
  });

  it('has 168 hours for a week', () => {
    const { points } = chartOf('week', now, []);
    expect(points).toHaveLength(168);
    expect(points[0]?.from).toBe(chartStart('week', now).toISOString());
  });

  it('adds up the hours of each day for a month', () => {
    const { points } = chartOf('month', now, [
      sums('2030-03-09T00:00:00Z', 1, 0),
      sums('2030-03-09T23:00:00Z', 98, 1),
      sums('2030-03-10T00:00:00Z', 7, 0),
    ]);
    expect(points).toHaveLength(30);
    expect(points.at(-2)).toMatchObject({ from: '2030-03-09T00:00:00.000Z', succeeded: 99, failed: 1 });
    expect(points.at(-2)?.p95_ms).toBeLessThanOrEqual(10);
    expect(points.at(-1)).toMatchObject({ succeeded: 7, failed: 0 });
  });
});
