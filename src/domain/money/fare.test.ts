import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dollars } from '../../lib/format-dollars.ts';
import { ADJUSTMENT_KINDS, type Adjustment, amountFault, isValidTip } from './adjustment.ts';
import { adjustFare, estimateFare, type Fare, type FinishedJob, finalFare, type PlannedJob } from './fare.ts';
import type { Addon, FareTerms } from './price-book.ts';

const NOW = Date.UTC(2026, 2, 10, 16);
const vanTerms: FareTerms = {
  structure: {
    baseCents: 7_900,
    perMileCents: 220,
    includedMiles: 3,
    perMinuteLaborCents: 165,
    perMinuteTravelCents: 50,
    perStopCents: 2_600,
  },
  labor: { kind: 'variable', lowMinutesPerStop: 10, highMinutesPerStop: 25 },
  billsAllStops: false,
};
const liteTerms: FareTerms = { ...vanTerms, labor: { kind: 'fixed', minutesPerStop: 10 } };
const assembly: Addon = { slug: 'assembly', name: 'Assembly', description: 'With tools', amountCents: 4_900 };
const planned: PlannedJob = {
  stopCount: 3,
  travel: { miles: 10.5, minutes: 30 },
  addons: [],
  createdAtMs: NOW,
};
const finished: FinishedJob = {
  laborMinutesByStop: [12, 20.5, 7.5],
  travel: planned.travel,
  addons: [],
  tipCents: 0,
  adjustments: [],
  finishedAtMs: NOW,
};

const sumOfParts = (fare: Fare) =>
  fare.baseCents +
  fare.laborCents +
  fare.travelDistanceCents +
  fare.travelDurationCents +
  fare.stopsCents +
  fare.adjustments.reduce((sum, { amountCents }) => sum + amountCents, 0);

describe('the estimate of a quote', () => {
  it('is a range for variable labor', () => {
    const [low, high] = estimateFare(vanTerms, planned);
    expect(low).toEqual({
      totalCents: 7_900 + 4_950 + 1_650 + 1_500 + 2_600,
      baseCents: 7_900,
      laborCents: 30 * 165,
      travelDistanceCents: 1_650,
      billedMiles: 7.5,
      travelDurationCents: 1_500,
      stopsCents: 2_600,
      adjustments: [],
    });
    expect(high).toEqual({ ...low, laborCents: 75 * 165, totalCents: low.totalCents + 45 * 165 });
  });

  it('is one fare for fixed labor', () => {
    expect(estimateFare(liteTerms, planned)).toEqual([estimateFare(vanTerms, planned)[0]]);
  });

  it('bills every stop if the price book says so, otherwise only the stops between the ends', () => {
    const stops = (stopCount: number, billsAllStops: boolean) =>
      estimateFare({ ...vanTerms, billsAllStops }, { ...planned, stopCount })[0].stopsCents;
    expect([2, 3, 7].map((count) => stops(count, false))).toEqual([0, 2_600, 5 * 2_600]);
    expect([2, 3, 7].map((count) => stops(count, true))).toEqual([2 * 2_600, 3 * 2_600, 7 * 2_600]);
  });

  it.each([0, 1.5, 3])('charges no distance for %d of three included miles', (miles) => {
    const [low] = estimateFare(vanTerms, { ...planned, travel: { miles, minutes: 9 } });
    expect(low).toMatchObject({ billedMiles: 0, travelDistanceCents: 0 });
  });

  it('bills miles and minutes by the two published decimals', () => {
    const structure = { ...vanTerms.structure, perMileCents: 10_000, perMinuteTravelCents: 10_000 };
    const [low] = estimateFare(
      { ...vanTerms, structure },
      { ...planned, travel: { miles: 4.004, minutes: 1.006 } },
    );
    expect(low).toMatchObject({ billedMiles: 1, travelDistanceCents: 10_000, travelDurationCents: 10_100 });
    const uneven = { ...vanTerms, structure: { ...structure, includedMiles: 0.001 } };
    expect(estimateFare(uneven, { ...planned, travel: { miles: 1.005, minutes: 0 } })[0].billedMiles).toBe(
      1.01,
    );
  });

  it('has an adjustment for each add-on, with the time of the quote', () => {
    const [low] = estimateFare(vanTerms, { ...planned, addons: [assembly] });
    expect(low.adjustments).toEqual([
      { kind: 'addon', name: 'Assembly', amountCents: 4_900, createdAtMs: NOW },
    ]);
    expect(low.totalCents).toBe(18_600 + 4_900);
  });

  it('rounds every line half up, exactly', () => {
    const structure = {
      baseCents: 99.5,
      perMileCents: 100.5,
      includedMiles: 0.33,
      perMinuteLaborCents: 0.5,
      perMinuteTravelCents: 100,
      perStopCents: 0.5,
    };
    const job = { ...planned, travel: { miles: 1.33, minutes: 1.005 } };
    const [fare] = estimateFare(
      { structure, labor: { kind: 'fixed', minutesPerStop: 1 }, billsAllStops: false },
      job,
    );
    expect(fare).toMatchObject({
      baseCents: 100,
      travelDistanceCents: 101,
      billedMiles: 1,
      travelDurationCents: 101,
      laborCents: 2,
      stopsCents: 1,
      totalCents: 305,
    });
  });
});

describe('the final fare', () => {
  it('bills the minutes worked, even beyond the estimate', () => {
    expect(finalFare(vanTerms, finished).laborCents).toBe(40 * 165);
    expect(finalFare(vanTerms, { ...finished, laborMinutesByStop: [200, 0, 0] }).laborCents).toBe(200 * 165);
  });

  it('does not depend on the minutes worked for fixed labor', () => {
    const [quoted] = estimateFare(liteTerms, planned);
    expect(finalFare(liteTerms, { ...finished, laborMinutesByStop: [200, 200, 200] })).toEqual(quoted);
  });

  it('has a line for the tip, each add-on and each adjustment', () => {
    const toll: Adjustment = { kind: 'toll', name: 'Bay Bridge', amountCents: 800, createdAtMs: NOW - 5 };
    const discount: Adjustment = {
      kind: 'discount',
      name: 'Late',
      amountCents: -1_000,
      createdAtMs: NOW - 4,
    };
    const plain = finalFare(vanTerms, finished);
    const fare = finalFare(vanTerms, {
      ...finished,
      addons: [assembly],
      tipCents: 500,
      adjustments: [toll, discount],
    });
    expect(fare.adjustments).toEqual([
      { kind: 'addon', name: 'Assembly', amountCents: 4_900, createdAtMs: NOW },
      { kind: 'tip', name: 'Tip', amountCents: 500, createdAtMs: NOW },
      toll,
      discount,
    ]);
    expect(fare.totalCents).toBe(plain.totalCents + 4_900 + 500 + 800 - 1_000);
  });

  it('has no line for a tip of 0', () => {
    expect(finalFare(vanTerms, finished).adjustments).toEqual([]);
  });
});

describe('adjusting a fare', () => {
  const fare = finalFare(vanTerms, finished);
  const refund = (amountCents: number): Adjustment => ({
    kind: 'refund',
    name: 'Scratch',
    amountCents,
    createdAtMs: NOW,
  });

  it('adds the line and updates the total', () => {
    const result = adjustFare(fare, refund(-2_000));
    expect(result).toEqual({
      ok: true,
      value: { ...fare, totalCents: fare.totalCents - 2_000, adjustments: [refund(-2_000)] },
    });
  });

  it('allows a refund of the whole fare, but not one cent more', () => {
    expect(adjustFare(fare, refund(-fare.totalCents)).ok).toBe(true);
    expect(adjustFare(fare, refund(-fare.totalCents - 1))).toEqual({
      ok: false,
      faults: [`must not make the total negative: at most ${dollars(fare.totalCents)} can be deducted`],
    });
  });

  it('refuses amounts of the wrong sign and fractions of a cent', () => {
    expect(adjustFare(fare, refund(5)).ok).toBe(false);
    expect(adjustFare(fare, refund(0))).toEqual({
      ok: false,
      faults: ['must not be 0: nothing would change'],
    });
    expect(amountFault('refund', 5)).toBe('of a refund must not be positive: it lowers the fare');
    expect(amountFault('toll', -5)).toBe('of a toll must not be negative: it raises the fare');
    expect(amountFault('tip', 0.5)).toBe('must be a whole number of cents');
    expect(ADJUSTMENT_KINDS.filter((kind) => amountFault(kind, -1) === null)).toEqual([
      'refund',
      'credit',
      'discount',
    ]);
  });

  it('accepts a tip of 0 or at least 100 cents', () => {
    expect([0, 100, 2_500].map(isValidTip)).toEqual([true, true, true]);
    expect([-100, 1, 99, 100.5, Number.NaN].map(isValidTip)).toEqual([false, false, false, false, false]);
  });
});

describe('any fare', () => {
  const cents = fc.oneof(
    fc.integer({ min: 0, max: 100_000 }),
    fc.integer({ min: 0, max: 1_000_000 }).map((milli) => milli / 1_000),
  );
  const upTo = (max: number) =>
    fc.oneof(
      fc.integer({ min: 0, max: max * 1_000 }).map((milli) => milli / 1_000),
      fc.double({ min: 0, max, noNaN: true }),
    );
  const miles = upTo(500);
  const minutes = upTo(900);
  const labor = fc.oneof(
    minutes.map((minutesPerStop) => ({ kind: 'fixed' as const, minutesPerStop })),
    fc.tuple(minutes, minutes).map(([a, b]) => ({
      kind: 'variable' as const,
      lowMinutesPerStop: Math.min(a, b),
      highMinutesPerStop: Math.max(a, b),
    })),
  );
  const terms: fc.Arbitrary<FareTerms> = fc.record({
    structure: fc.record({
      baseCents: cents,
      perMileCents: cents,
      includedMiles: miles,
      perMinuteLaborCents: cents,
      perMinuteTravelCents: cents,
      perStopCents: cents,
    }),
    labor,
    billsAllStops: fc.boolean(),
  });
  const addon = fc.integer({ min: 0, max: 50_000 }).map((amountCents) => ({ ...assembly, amountCents }));
  const job: fc.Arbitrary<PlannedJob> = fc.record({
    stopCount: fc.integer({ min: 2, max: 7 }),
    travel: fc.record({ miles, minutes }),
    addons: fc.array(addon, { maxLength: 6 }),
    createdAtMs: fc.constant(NOW),
  });
  const moreJob = fc.record({ stops: fc.nat(5), miles, minutes, addons: fc.array(addon, { maxLength: 3 }) });
  const adjustment: fc.Arbitrary<Adjustment> = fc
    .record({
      kind: fc.constantFrom(...ADJUSTMENT_KINDS),
      amountCents: fc.integer({ min: -9_999, max: 9_999 }),
    })
    .filter(({ kind, amountCents }) => amountFault(kind, amountCents) === null)
    .map((line) => ({ ...line, name: line.kind, createdAtMs: NOW }));

  it('is the sum of its lines, in whole cents', () => {
    fc.assert(
      fc.property(
        terms,
        job,
        fc.array(adjustment, { maxLength: 5 }),
        fc.nat(10_000),
        (t, j, adjustments, tip) => {
          const laborMinutesByStop = Array.from(
            { length: j.stopCount },
            (_, stop) => j.travel.minutes / (stop + 1),
          );
          const final = finalFare(t, {
            ...j,
            laborMinutesByStop,
            tipCents: tip,
            adjustments,
            finishedAtMs: NOW,
          });
          return [...estimateFare(t, j), final].every((fare) => {
            const { adjustments: _lines, billedMiles, ...money } = fare;
            const whole = Object.values(money).every(Number.isSafeInteger);
            return (
              fare.totalCents === sumOfParts(fare) && whole && Number(billedMiles.toFixed(2)) === billedMiles
            );
          });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('has a low estimate that does not exceed the high estimate', () => {
    fc.assert(
      fc.property(terms, job, (t, j) => {
        const [low, high = low] = estimateFare(t, j);
        return low.totalCents <= high.totalCents;
      }),
      { numRuns: 1_000 },
    );
  });

  it('never decreases with more miles, minutes, stops or add-ons', () => {
    fc.assert(
      fc.property(terms, job, moreJob, (t, j, more) => {
        const before = estimateFare(t, j);
        const larger = estimateFare(t, {
          ...j,
          stopCount: j.stopCount + more.stops,
          travel: { miles: j.travel.miles + more.miles, minutes: j.travel.minutes + more.minutes },
          addons: [...j.addons, ...more.addons],
        });
        return before.every((fare, index) => (larger[index]?.totalCents ?? -1) >= fare.totalCents);
      }),
      { numRuns: 1_000 },
    );
  });

  it('equals the estimate if the job went as quoted', () => {
    fc.assert(
      fc.property(terms, job, (t, j) => {
        const [low, high = low] = estimateFare(t, j);
        const perStop = t.labor.kind === 'fixed' ? 0 : t.labor.highMinutesPerStop;
        const laborMinutesByStop = Array.from({ length: j.stopCount }, () => perStop);
        expect(
          finalFare(t, { ...j, laborMinutesByStop, tipCents: 0, adjustments: [], finishedAtMs: NOW }),
        ).toEqual(high);
      }),
      { numRuns: 1_000 },
    );
  });
});
