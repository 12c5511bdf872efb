// Re-planning by insertion: after any change, jobs keep their windows and do not overlap, and only what must move moves.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTravel } from '../place/travel-estimate.ts';
import { InsertionReplan, type Replanned } from './insertion-replan.ts';
import { presentInsertions } from './insertion-result.ts';
import type { PlanBooking, PlanCrew, PlanInput, PlannedJob } from './plan-input.ts';
import { overlappingJobs } from './planned-overlaps.ts';
import { DEFAULT_PLANNING } from './planning-settings.ts';

const HOUR_MS = 3_600_000;
const DAY_START = Date.UTC(2027, 2, 10, 5);
const at = (hours: number) => DAY_START + hours * HOUR_MS;
const idOf = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const place = (east: number, north: number) => ({
  longitude: -74 + east / 100,
  latitude: 40.7 + north / 100,
});

const booking = (nth: number, hour: number, east = nth, change: Partial<PlanBooking> = {}): PlanBooking => ({
  id: idOf(nth),
  hid: `B${nth}`,
  accountId: idOf(999),
  product: 'van',
  areaSlug: 'new-york',
  window: {
    kind: 'custom',
    id: 'w',
    timeZone: 'America/New_York',
    startMs: at(hour),
    endMs: at(hour + 1),
    label: '',
    bucketStartMs: at(hour),
  },
  windowRef: 'origin',
  windowTakenAtMs: at(-24),
  travelMinutes: 20,
  travelMiles: 6,
  labor: { kind: 'fixed', minutesPerStop: 10 },
  stops: [
    { id: idOf(nth * 10 + 5_001), ...place(east, 0) },
    { id: idOf(nth * 10 + 5_002), ...place(east, 3) },
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
const dayOf = (bookings: readonly PlanBooking[], crews: readonly PlanCrew[]): PlanInput => ({
  areaSlug: 'new-york',
  day: { startMs: DAY_START, endMs: DAY_START + 24 * HOUR_MS },
  nowMs: at(7),
  bookings,
  crews,
  planned: [],
  locks: { bookings: [], crews: [] },
  settings: DEFAULT_PLANNING,
  learned: null,
});
const replan = (input: PlanInput, leftOut: readonly string[] = []): Replanned => {
  const options = { suspects: new Set(input.crews.map(({ id }) => id)), leftOut: new Set(leftOut) };
  return new InsertionReplan(input, (from, to) => estimateTravel([from, to]), options).run();
};
const applied = (input: PlanInput, { changes }: Replanned): PlannedJob[] => {
  const jobs = new Map(input.planned.map((job) => [job.bookingId, job]));
  for (const { bookingId, after } of changes)
    if (after) jobs.set(bookingId, after);
    else jobs.delete(bookingId);
  return [...jobs.values()];
};
const planned = (input: PlanInput): PlanInput => ({ ...input, planned: applied(input, replan(input)) });

describe('re-planning by insertion', () => {
  it('keeps windows, and gives a crew one job at a time, after any loss of crews', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 9, max: 16 }), fc.integer({ min: 0, max: 20 })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (places, size, isLate) => {
          const bookings = places.map(([hour, east], nth) => booking(nth + 1, hour, east));
          const crews = Array.from({ length: size }, (_, nth) => crew(nth + 1));
          const before = planned(dayOf(bookings, crews));
          const slot = {
            startsMs: at(7),
            arrivesMs: at(8),
            endsMs: at(12),
            from: place(0, 0),
            to: place(9, 9),
          };
          const late = { ...slot, bookingId: idOf(700), kind: 'engaged' as const, isStarted: true };
          const [first, ...others] = crews;
          const changed = {
            ...before,
            crews: isLate && first ? [{ ...first, commitments: [late] }, ...others] : others,
          };
          const found = replan(changed);
          const jobs = applied(changed, found);
          expect(overlappingJobs(jobs)).toEqual([]);
          expect(jobs.length + found.unserved.length).toBe(bookings.length);
          for (const { bookingId, arrivesMs } of jobs) {
            const { window } = bookings.find(({ id }) => id === bookingId) ?? booking(0, 0);
            expect(arrivesMs).toBeGreaterThanOrEqual(window.startMs ?? 0);
            expect(arrivesMs).toBeLessThanOrEqual(window.endMs ?? 0);
          }
          // Jobs of crews without a change stay with them.
          for (const job of before.planned)
            if (job.crewId !== first?.id)
              expect(jobs.find(({ bookingId }) => bookingId === job.bookingId)?.crewId).toBe(job.crewId);
          expect(presentInsertions(changed, found).after.served).toBe(jobs.length);
          // Nothing is left to do.
          expect(replan({ ...changed, planned: jobs }).changes).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('does not plan a booking for a crew that declined it', () => {
    const [ana, bo] = [crew(1), crew(2)];
    const before = planned(dayOf([booking(1, 9)], [ana]));
    const declined = booking(1, 9, 1, { declinedBy: [ana.id] });
    const alone = { ...before, bookings: [declined] };
    expect(replan(alone)).toMatchObject({
      changes: [{ bookingId: declined.id, after: null }],
      unserved: [{ bookingId: declined.id, reason: 'no_suitable_crew' }],
    });
    expect(applied(alone, replan({ ...alone, crews: [ana, bo] }))).toMatchObject([{ crewId: bo.id }]);
  });

  it('leaves locked jobs, and bookings that a dispatcher has left out', () => {
    const [ana, bo] = [crew(1), crew(2)];
    const before = planned(dayOf([booking(1, 9)], [ana]));
    const locked = {
      ...before,
      crews: [bo],
      planned: before.planned.map((job) => ({ ...job, isLocked: true })),
    };
    expect(replan(locked).changes).toEqual([]);
    expect(replan(dayOf([booking(1, 9)], [ana]), [idOf(1)])).toEqual({ changes: [], unserved: [] });
  });

  it('says why a booking has no place', () => {
    const reasonOf = (input: PlanInput) => replan(input).unserved.map(({ reason }) => reason);
    expect(
      reasonOf(
        dayOf(
          [1, 2, 3].map((nth) => booking(nth, 9)),
          [crew(1)],
        ),
      ),
    ).toEqual(['crews_full']);
    expect(reasonOf(dayOf([booking(1, 9)], [crew(1, { vehicleType: null })]))).toEqual(['no_suitable_crew']);
    expect(reasonOf(dayOf([booking(1, 5)], [crew(1)]))).toEqual(['window_passed']);
    const afternoon = crew(1, { shifts: [{ startsMs: at(14), endsMs: at(20) }] });
    expect(reasonOf(dayOf([booking(1, 9)], [afternoon]))).toEqual(['window_unreachable']);
  });
});
