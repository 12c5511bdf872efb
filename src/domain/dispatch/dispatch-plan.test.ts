import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CrewSlot } from './crew-fit.ts';
import { type OpenJob, type PlanningCrew, planRound } from './dispatch-plan.ts';

const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 2, 10, 16);
const at = (minutes: number) => NOW + minutes * MINUTE_MS;
const place = (east: number) => ({ longitude: -74 + east / 100, latitude: 40.7 });

const job = (bookingId: string, change: Partial<OpenJob> = {}): OpenJob => ({
  bookingId,
  accountId: 'a',
  product: 'van',
  areaSlug: 'new-york',
  origin: place(0),
  destination: place(0),
  earliestMs: at(0),
  latestMs: at(60),
  durationMs: 40 * MINUTE_MS,
  failsAtMs: at(60),
  declinedBy: new Set(),
  expiredOffersBy: new Map(),
  planned: null,
  ...change,
});
const crew = (id: string, change: Partial<PlanningCrew> = {}): PlanningCrew => ({
  id,
  isRetired: false,
  vehicleType: 'van',
  memberCount: 2,
  homeAreas: [],
  shifts: [{ startsMs: at(-60), endsMs: at(600) }],
  commitments: [],
  position: place(0),
  rating: 4,
  autoAccept: false,
  openOffers: 0,
  plannedSlots: [],
  ...change,
});
const plan = (jobs: OpenJob[], crews: PlanningCrew[]) =>
  planRound(jobs, crews, NOW).map(({ job: { bookingId }, crewId }) => `${bookingId} → ${crewId}`);

describe('a round of automatic dispatch', () => {
  it('offers a job to the crew that arrives first, then to the one with the higher rating', () => {
    expect(plan([job('b')], [crew('far', { position: place(9) }), crew('near')])).toEqual(['b → near']);
    expect(plan([job('b')], [crew('a'), crew('c', { rating: 4.9 })])).toEqual(['b → c']);
  });

  it('lets the most urgent job choose first', () => {
    const jobs = [job('later', { latestMs: at(90) }), job('sooner', { latestMs: at(30) })];
    expect(plan(jobs, [crew('only')])).toEqual(['sooner → only']);
  });

  it('makes one offer at a time to a crew with a phone, and several to a crew that accepts automatically', () => {
    const jobs = [
      job('a', { latestMs: at(500) }),
      job('b', { latestMs: at(501) }),
      job('c', { latestMs: at(502) }),
    ];
    expect(plan(jobs, [crew('phone')])).toEqual(['a → phone']);
    expect(plan(jobs, [crew('asked', { openOffers: 1 })])).toEqual([]);
    expect(plan(jobs, [crew('auto', { autoAccept: true, openOffers: 1 })])).toHaveLength(3);
  });

  it('skips crews that declined, and asks crews with expired offers only if no other crew is left', () => {
    const crews = [crew('best'), crew('next', { position: place(5) })];
    expect(plan([job('b', { declinedBy: new Set(['best']) })], crews)).toEqual(['b → next']);
    expect(plan([job('b', { expiredOffersBy: new Map([['best', 1]]) })], crews)).toEqual(['b → next']);
    const both = new Map([
      ['best', 1],
      ['next', 2],
    ]);
    expect(plan([job('b', { expiredOffersBy: both })], crews)).toEqual(['b → best']);
    expect(plan([job('b', { declinedBy: new Set(['best', 'next']) })], crews)).toEqual([]);
  });

  it('never gives a crew overlapping jobs', () => {
    const jobs = fc.array(
      fc.record({
        from: fc.integer({ min: -30, max: 300 }),
        wide: fc.integer({ min: 1, max: 200 }),
        east: fc.integer({ min: -20, max: 20 }),
        long: fc.integer({ min: 5, max: 120 }),
      }),
      { maxLength: 25 },
    );
    const crews = fc.array(fc.record({ east: fc.integer({ min: -20, max: 20 }), autoAccept: fc.boolean() }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(jobs, crews, (wanted, available) => {
        const offers = planRound(
          wanted.map(({ from, wide, east, long }, nth) =>
            job(`b${nth}`, {
              earliestMs: at(from),
              latestMs: at(from + wide),
              origin: place(east),
              durationMs: long * MINUTE_MS,
            }),
          ),
          available.map(({ east, autoAccept }, nth) =>
            crew(`c${nth}`, { position: place(east), autoAccept }),
          ),
          NOW,
        );
        expect(new Set(offers.map(({ job: { bookingId } }) => bookingId)).size).toBe(offers.length);
        for (const {
          job: { earliestMs, latestMs },
          slot,
        } of offers) {
          expect(slot.arrivesMs).toBeGreaterThanOrEqual(earliestMs);
          expect(slot.arrivesMs).toBeLessThanOrEqual(latestMs);
          expect(slot.startsMs).toBeGreaterThanOrEqual(NOW);
        }
        for (const nth of available.keys())
          expectApart(offers.filter(({ crewId }) => crewId === `c${nth}`).map(({ slot }) => slot));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a round with an applied plan', () => {
  const slot = (from: number, arrives: number, to: number): CrewSlot => ({
    startsMs: at(from),
    arrivesMs: at(arrives),
    endsMs: at(to),
    from: place(0),
    to: place(0),
  });
  const planned = (crewId: string, ...times: Parameters<typeof slot>) => ({ crewId, slot: slot(...times) });
  const round = (jobs: OpenJob[], crews: PlanningCrew[]) =>
    planRound(jobs, crews, NOW).map(
      ({ job: { bookingId }, crewId, slot: { arrivesMs }, plan: how }) =>
        `${bookingId} → ${crewId} at ${(arrivesMs - NOW) / MINUTE_MS}: ${how}`,
    );
  const far = crew('far', { position: place(9) });

  it('offers a job to its planned crew at the planned time, although another crew arrives first', () => {
    expect(round([job('b', { planned: planned('far', 10, 45, 85) })], [far, crew('near')])).toEqual([
      'b → far at 45: followed',
    ]);
  });

  it('offers planned jobs in the order of their times, whatever their urgency', () => {
    const jobs = [
      job('second', { latestMs: at(100), planned: planned('one', 45, 60, 100) }),
      job('first', { latestMs: at(200), planned: planned('one', 5, 15, 45) }),
    ];
    expect(round(jobs, [crew('one', { autoAccept: true })])).toEqual([
      'first → one at 15: followed',
      'second → one at 60: followed',
    ]);
  });

  it.each([
    ['retired', {}, [crew('near')]],
    ['declined', { declinedBy: new Set(['far']) }, [far, crew('near')]],
    ['no_answer', { expiredOffersBy: new Map([['far', 1]]) }, [far, crew('near')]],
    ['vehicle', {}, [{ ...far, vehicleType: 'pickup_truck' as const }, crew('near')]],
    ['shift', {}, [{ ...far, shifts: [] }, crew('near')]],
    ['busy', {}, [{ ...far, commitments: [slot(0, 0, 300)] }, crew('near')]],
  ])(
    'offers it to another crew if the planned one does not fit, with the reason: %s',
    (why, change, crews) => {
      const open = job('b', { planned: planned('far', 10, 45, 85), ...change });
      expect(round([open], crews)).toEqual([`b → near at 0: ${why}`]);
    },
  );

  it('takes the next free time of the planned crew if the planned one has passed', () => {
    const open = job('b', { planned: planned('near', -20, -10, 30) });
    expect(round([open], [crew('near')])).toEqual(['b → near at 0: followed']);
  });

  it('waits for a planned crew that decides about another offer', () => {
    const open = job('b', { planned: planned('asked', 10, 45, 85) });
    expect(round([open], [crew('asked', { openOffers: 1 }), crew('near')])).toEqual([]);
  });

  it('keeps planned times free of other jobs', () => {
    const busy = crew('one', { plannedSlots: [{ bookingId: 'later', ...slot(20, 30, 80) }] });
    expect(round([job('unplanned')], [busy])).toEqual([]);
    expect(round([job('unplanned', { latestMs: at(200) })], [busy])).toEqual(['unplanned → one at 80: null']);
  });
});

function expectApart(slots: readonly CrewSlot[]): void {
  const sorted = [...slots].sort((a, b) => a.startsMs - b.startsMs);
  for (const [nth, { endsMs }] of sorted.entries())
    expect(endsMs).toBeLessThanOrEqual(sorted[nth + 1]?.startsMs ?? Number.POSITIVE_INFINITY);
}
