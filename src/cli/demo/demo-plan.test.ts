import { describe, expect, it } from 'vitest';
import { demoActionsOf } from './demo-actions.ts';
import { DAY_MS, DEMO_BOOKINGS, type DemoOutcome, HOUR_MS, planDemo } from './demo-plan.ts';

const noon = Date.parse('2027-03-10T17:00:00Z');
const outcomesInEveryEnvironment: DemoOutcome[] = [
  'completed',
  'refunded',
  'stop_skipped',
  'crew_replaced',
  'cancelled_by_partner',
  'cancelled_by_operator',
  'waiting',
  'assigned',
  'driving_to_pickup',
  'at_pickup',
  'driving_to_dropoff',
  'failed_at_dropoff',
  'late',
];

describe('planDemo', () => {
  it('returns the same plan for the same seed and time, and another plan for another seed', () => {
    const plan = (seed: number) => planDemo({ seed, nowMs: noon, isSandbox: false });
    expect(plan(1)).toEqual(plan(1));
    expect(plan(1)).not.toEqual(plan(2));
  });

  it.each([0, 3, 6, 9, 12, 15, 18, 21])(
    'plans 200 bookings with every outcome %s hours after noon',
    (hours) => {
      const { bookings, nowMs } = planDemo({ seed: hours, nowMs: noon + hours * HOUR_MS, isSandbox: true });
      expect(bookings).toHaveLength(DEMO_BOOKINGS);
      const outcomes = new Set(bookings.map(({ outcome }) => outcome));
      expect(outcomes).toEqual(new Set([...outcomesInEveryEnvironment, 'no_crew', 'payment_refused']));
      const days = bookings.map(({ windowMs }) => Math.round((windowMs - nowMs) / DAY_MS));
      expect(Math.min(...days)).toBeLessThanOrEqual(-7);
      expect(Math.max(...days)).toBeGreaterThanOrEqual(7);
    },
  );

  it('does not plan overlapping jobs for a crew', () => {
    const { bookings } = planDemo({ seed: 5, nowMs: noon, isSandbox: false });
    const assigned = bookings.filter(({ outcome }) => outcome !== 'waiting');
    for (const [index, one] of assigned.entries())
      for (const other of assigned.slice(index + 1))
        if (one.crew === other.crew)
          expect(Math.abs(one.windowMs - other.windowMs)).toBeGreaterThanOrEqual(2.5 * HOUR_MS);
  });

  it('orders the actions of a booking from its creation to the reference time', () => {
    const plan = planDemo({ seed: 5, nowMs: noon, isSandbox: false });
    for (const booking of plan.bookings) {
      const times = demoActionsOf(plan, booking, 2).map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times[0]).toBe(booking.createdMs);
      expect(times.at(-1)).toBeLessThanOrEqual(plan.nowMs);
    }
  });
});
