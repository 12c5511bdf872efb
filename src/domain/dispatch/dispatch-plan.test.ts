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

function expectApart(slots: readonly CrewSlot[]): void {
  const sorted = [...slots].sort((a, b) => a.startsMs - b.startsMs);
  for (const [nth, { endsMs }] of sorted.entries())
    expect(endsMs).toBeLessThanOrEqual(sorted[nth + 1]?.startsMs ?? Number.POSITIVE_INFINITY);
}
