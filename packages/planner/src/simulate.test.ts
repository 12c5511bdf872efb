// Simulated days of a plan.
import { describe, expect, it } from 'vitest';
import type { Problem } from './problem.ts';
import { simulate } from './simulate.ts';

/** One vehicle that leaves at 0 and drives 1,000 s to each of two requests, whose windows end at the given times. */
function twoRequests(latest: readonly number[]): Problem {
  const seconds = [0, 1000, 1000, 1000, 0, 1000, 1000, 1000, 0];
  return {
    vehicles: [{ id: 'van', capacity: [], shift: { start: 0, end: 9000 }, start: 0 }],
    requests: latest.map((each, index) => ({
      id: `r${index}`,
      stops: [{ place: index + 1, latest: each, service: 0 }],
    })),
    matrix: { size: 3, seconds, miles: seconds },
  };
}

const routes = [
  {
    vehicle: 'van',
    stops: [
      { request: 'r0', stop: 0 },
      { request: 'r1', stop: 0 },
    ],
    breaks: [],
  },
];

describe('simulated days', () => {
  it('have no late requests if the slack is longer than the variation', () => {
    const days = simulate(twoRequests([1200, 2400]), { routes });
    expect(days).toEqual({ lateRequests: 0, lateSeconds: 0, lateShare: new Map() });
  });

  it('count a request without slack on every second day', () => {
    const { lateShare, lateRequests } = simulate(twoRequests([1000, 2400]), { routes }, { days: 2000 });
    expect(lateShare.get('r0')).toBeCloseTo(0.5, 1);
    expect(lateRequests).toBeCloseTo(0.5, 1);
  });

  it('are equal for equal seeds, and exact without variation', () => {
    const tight = twoRequests([1000, 1900]);
    expect(simulate(tight, { routes }, { seed: 7 })).toEqual(simulate(tight, { routes }, { seed: 7 }));
    expect(simulate(tight, { routes }, { spread: 0 })).toEqual({
      lateRequests: 1,
      lateSeconds: 100,
      lateShare: new Map([['r1', 1]]),
    });
  });

  it('take the breaks of the vehicle', () => {
    const problem = twoRequests([1000, 2000]);
    const pause = { earliest: 0, latest: 5000, seconds: 300 };
    const rested = { ...problem, vehicles: problem.vehicles.map((each) => ({ ...each, breaks: [pause] })) };
    const resting = routes.map((route) => ({ ...route, breaks: [{ afterStops: 1 }] }));
    expect(simulate(rested, { routes: resting }, { spread: 0 }).lateShare).toEqual(new Map([['r1', 1]]));
  });
});
