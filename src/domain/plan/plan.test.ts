// From bookings and crews to planned jobs: every plan passes the checker of the planner, keeps windows, shifts and
// commitments, and gives a crew one job at a time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../../packages/planner/src/check.ts';
import { solve } from '../../../packages/planner/src/plan.ts';
import { PRODUCT_SPECS } from '../dispatch/product.ts';
import { estimateTravel } from '../place/travel-estimate.ts';
import { learnedFactors } from './learned-times.ts';
import {
  type Commitment,
  fingerprint,
  type PlanBooking,
  type PlanCrew,
  type PlanInput,
} from './plan-input.ts';
import { buildModel } from './plan-model.ts';
import { completeProblem } from './plan-problem.ts';
import { presentResult } from './plan-result.ts';
import { overlappingJobs } from './planned-overlaps.ts';
import { DEFAULT_PLANNING } from './planning-settings.ts';

const HOUR_MS = 3_600_000;
const DAY_START = Date.UTC(2027, 2, 10, 5);
const at = (hours: number) => DAY_START + hours * HOUR_MS;
const idOf = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const place = ([east, north]: readonly number[]) => ({
  longitude: -74 + (east ?? 0) / 100,
  latitude: 40.7 + (north ?? 0) / 100,
});

const booking = (nth: number, change: Partial<PlanBooking> = {}): PlanBooking => ({
  id: idOf(nth),
  hid: `B${nth}`,
  accountId: idOf(999),
  product: 'van',
  areaSlug: 'new-york',
  window: {
    kind: 'custom',
    id: 'w',
    timeZone: 'America/New_York',
    startMs: at(9),
    endMs: at(10),
    label: '',
    bucketStartMs: at(9),
  },
  windowRef: 'origin',
  windowTakenAtMs: at(-24),
  travelMinutes: 20,
  travelMiles: 6,
  labor: { kind: 'fixed', minutesPerStop: 10 },
  stops: [
    { id: idOf(nth * 10 + 5_001), ...place([nth, 0]) },
    { id: idOf(nth * 10 + 5_002), ...place([nth, 3]) },
  ],
  isDispatched: false,
  isStarted: false,
  ...change,
});
const crew = (nth: number, change: Partial<PlanCrew> = {}): PlanCrew => ({
  id: idOf(800 + nth),
  name: `Crew ${nth}`,
  isRetired: false,
  vehicleType: 'van',
  memberCount: 2,
  homeAreas: [],
  shifts: [{ startsMs: at(8), endsMs: at(20) }],
  commitments: [],
  position: null,
  ...change,
});
const input = (change: Partial<PlanInput>): PlanInput => ({
  areaSlug: 'new-york',
  day: { startMs: DAY_START, endMs: DAY_START + 24 * HOUR_MS },
  nowMs: at(0.5),
  bookings: [],
  crews: [],
  planned: [],
  locks: { bookings: [], crews: [] },
  settings: DEFAULT_PLANNING,
  learned: null,
  ...change,
});

function planOf(given: PlanInput) {
  const model = buildModel(given);
  const { sources, targets, places } = model;
  const travels = sources.flatMap((from) =>
    targets.map((to) => estimateTravel([places[from] ?? place([0, 0]), places[to] ?? place([0, 0])])),
  );
  const journeys = {
    seconds: travels.map(({ minutes }) => minutes * 60),
    miles: travels.map(({ miles }) => miles),
  };
  const problem = completeProblem(model, journeys, given);
  const solution = solve(problem, { iterations: 40, seed: 7 });
  expect(check(problem, solution).faults).toEqual([]);
  const result = presentResult({
    input: given,
    model,
    problem,
    solution,
    reasons: new Map(),
    late: { before: 0, after: 0 },
  });
  return { result, jobs: result.crews.flatMap(({ jobs }) => jobs) };
}
const assigned = (given: PlanInput) =>
  Object.fromEntries(planOf(given).jobs.map(({ hid, crewId, status }) => [hid, `${crewId} ${status}`]));

const anyBooking = fc.record({
  hour: fc.integer({ min: 8, max: 17 }),
  atDestination: fc.boolean(),
  product: fc.constantFrom('van' as const, 'pickup' as const),
  stops: fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 })), {
    minLength: 2,
    maxLength: 5,
  }),
});
const anyCrew = fc.record({
  from: fc.integer({ min: 6, max: 12 }),
  hours: fc.integer({ min: 3, max: 10 }),
  vehicleType: fc.constantFrom('van' as const, 'pickup_truck' as const),
  isHere: fc.boolean(),
  /** Hour at which it is engaged in a booking elsewhere. */
  engagedAt: fc.option(fc.integer({ min: 7, max: 18 }), { nil: null }),
});

describe('a plan', () => {
  it('is always valid, whatever the day looks like', () => {
    fc.assert(
      fc.property(
        fc.array(anyBooking, { maxLength: 10 }),
        fc.array(anyCrew, { maxLength: 4 }),
        fc.integer({ min: 0, max: 13 }),
        (wanted, working, nowHour) => {
          const bookings = wanted.map(({ hour, atDestination, product, stops }, nth) => {
            const base = booking(nth);
            return {
              ...base,
              product,
              windowRef: atDestination ? ('destination' as const) : ('origin' as const),
              window: { ...base.window, startMs: at(hour), endMs: at(hour + 1) } as PlanBooking['window'],
              stops: stops.map((point, index) => ({ id: idOf(nth * 10 + index + 5_000), ...place(point) })),
            };
          });
          const crews = working.map(({ from, hours, vehicleType, isHere, engagedAt }, nth) => {
            const engagement: Commitment[] =
              engagedAt === null
                ? []
                : [
                    {
                      bookingId: idOf(700 + nth),
                      kind: 'engaged',
                      isStarted: false,
                      startsMs: at(engagedAt - 0.5),
                      arrivesMs: at(engagedAt),
                      endsMs: at(engagedAt + 1),
                      from: place([5, 5]),
                      to: place([9, 9]),
                    },
                  ];
            return crew(nth, {
              vehicleType,
              shifts: [{ startsMs: at(from), endsMs: at(from + hours) }],
              position: isHere ? place([1, 1]) : null,
              commitments: engagement,
            });
          });
          const given = input({ bookings, crews, nowMs: at(nowHour) });
          const { result, jobs } = planOf(given);
          expect(jobs.length + result.unserved.length).toBe(bookings.length);
          expect(result.after).toMatchObject({ served: jobs.length, unserved: result.unserved.length });
          expect(overlappingJobs(jobs)).toEqual([]);
          for (const job of jobs) {
            const of = bookings.find(({ id }) => id === job.bookingId);
            const by = crews.find(({ id }) => id === job.crewId);
            expect(PRODUCT_SPECS[of?.product ?? 'box'].vehicleTypes).toContain(by?.vehicleType);
            const reference = job.stops.at(of?.windowRef === 'origin' ? 0 : -1);
            expect(reference?.startsMs).toBeGreaterThanOrEqual(of?.window.startMs ?? 0);
            expect(reference?.startsMs).toBeLessThanOrEqual((of?.window.endMs ?? 0) + 1_000);
            expect(job.startsMs).toBeGreaterThanOrEqual(
              Math.min(by?.shifts[0]?.startsMs ?? 0, job.arrivesMs),
            );
            expect(job.arrivesMs).toBeGreaterThanOrEqual(given.nowMs);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps assigned bookings with their crew at their time, also outside of its shift', () => {
    const engaged = booking(1, { isDispatched: true });
    const commitment: Commitment = {
      bookingId: engaged.id,
      kind: 'engaged',
      isStarted: false,
      startsMs: at(6),
      arrivesMs: at(6.5),
      endsMs: at(7.5),
      from: place([1, 0]),
      to: place([1, 3]),
    };
    const given = input({ bookings: [engaged], crews: [crew(1, { commitments: [commitment] }), crew(2)] });
    expect(assigned(given)).toEqual({ B1: `${idOf(801)} dispatched` });
    expect(planOf(given).jobs[0]).toMatchObject({ arrivesMs: at(6.5), endsMs: at(7.5) });
  });

  it('keeps an assigned booking whose crew is late and off its shift already', () => {
    const engaged = booking(1, { isDispatched: true });
    const span = { startsMs: at(8), arrivesMs: at(8.5), endsMs: at(9.5) };
    const commitment: Commitment = {
      bookingId: engaged.id,
      kind: 'engaged',
      isStarted: false,
      ...span,
      from: place([1, 0]),
      to: place([1, 3]),
    };
    const late = crew(1, { commitments: [commitment], shifts: [{ startsMs: at(7), endsMs: at(10) }] });
    const given = input({ nowMs: at(11), bookings: [engaged], crews: [late] });
    expect(assigned(given)).toEqual({ B1: `${idOf(801)} dispatched` });
  });

  it('leaves a crew with a started job where that job ends, when it ends', () => {
    const started = booking(1, { isDispatched: true, isStarted: true });
    const commitment: Commitment = {
      bookingId: started.id,
      kind: 'engaged',
      isStarted: true,
      startsMs: at(8),
      arrivesMs: at(8.5),
      endsMs: at(9.75),
      from: place([1, 0]),
      to: place([1, 3]),
    };
    const given = input({
      nowMs: at(9),
      bookings: [started, booking(2)],
      crews: [crew(1, { commitments: [commitment] })],
    });
    const { jobs } = planOf(given);
    expect(jobs.map(({ hid, status }) => `${hid} ${status}`)).toEqual(['B1 started', 'B2 planned']);
    expect(jobs[1]?.startsMs).toBeGreaterThanOrEqual(at(9.75));
  });

  it('prefers what is intended if nothing is better, and follows locks', () => {
    const first = input({ bookings: [booking(1)], crews: [crew(1), crew(2)] });
    const [job] = planOf(first).jobs;
    const other = job?.crewId === idOf(801) ? idOf(802) : idOf(801);
    const planned = job ? [{ ...job, crewId: other }] : [];
    expect(assigned({ ...first, planned })).toEqual({ B1: `${other} planned` });
    const locks = { bookings: [], crews: [idOf(801), idOf(802)] };
    expect(planOf({ ...first, planned, locks }).result.unserved).toEqual([]);
    expect(planOf({ ...first, locks }).result.unserved).toMatchObject([{ reason: 'crews_full' }]);
  });

  it('does not come hours before a window at the destination', () => {
    const { jobs } = planOf(
      input({ bookings: [booking(1, { windowRef: 'destination' })], crews: [crew(1)] }),
    );
    expect(jobs[0]?.arrivesMs).toBeGreaterThanOrEqual(at(8));
    expect(jobs[0]?.stops.at(-1)?.startsMs).toBeGreaterThanOrEqual(at(9));
  });

  it('plans longer journeys where they took longer', () => {
    const learned = learnedFactors([
      { kind: 'drive', product: '', hour: -1, observations: 50, median: 1.5, quantile: 1.9 },
    ]);
    const given = input({ bookings: [booking(1)], crews: [crew(1)] });
    const [usual, slow] = [planOf(given).jobs[0], planOf({ ...given, learned }).jobs[0]];
    expect((slow?.endsMs ?? 0) - (slow?.arrivesMs ?? 0)).toBeGreaterThan(
      (usual?.endsMs ?? 0) - (usual?.arrivesMs ?? 0),
    );
  });
});

describe('a fingerprint', () => {
  it('changes with the window, the stops and the state', () => {
    const one = booking(1);
    const texts = [one, { ...one, isDispatched: true }, { ...one, stops: one.stops.slice(0, 1) }].map(
      fingerprint,
    );
    expect(new Set(texts).size).toBe(3);
  });
});

describe('learned times', () => {
  const time = { kind: 'drive' as const, product: '', hour: -1, observations: 20, median: 3, quantile: 3.3 };

  it('are limited, and need enough observations', () => {
    expect(learnedFactors([{ ...time, observations: 19 }])).toBeNull();
    const factors = learnedFactors([time, { ...time, hour: 8, median: 0.1, quantile: 0.2 }]);
    expect([factors?.drive[7], factors?.drive[8]]).toEqual([1.6, 0.7]);
    expect(factors?.variation).toBeCloseTo(0.078, 3);
  });

  it('correct services by product', () => {
    const factors = learnedFactors([{ ...time, kind: 'service', product: 'van', median: 0.8 }]);
    expect(factors).toMatchObject({ service: { van: 0.8 }, variation: 0.12 });
    expect(factors?.drive[12]).toBe(1);
  });
});
