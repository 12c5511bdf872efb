// Ledger properties: random histories of bookings and random fares, billed event by event.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../../src/domain/booking/booking.ts';
import type { Adjustment } from '../../src/domain/money/adjustment.ts';
import { sumOfLines } from '../../src/domain/money/billing-line.ts';
import { billPayment, billTransition, type RecordContent } from '../../src/domain/money/billing-record.ts';
import { adjustFare, type Fare } from '../../src/domain/money/fare.ts';
import { balanceOf, postingsFor } from '../../src/domain/money/ledger.ts';
import { billedFare } from '../support/billed-fare.ts';
import { play, tries } from '../support/booking-histories.ts';
import { rounds } from '../support/scale.ts';

const cents = fc.nat({ max: 200_000 });
const kinds = ['tip', 'addon', 'refund', 'credit', 'discount', 'surcharge', 'wait_time', 'toll'] as const;
const lowering: ReadonlySet<string> = new Set(['refund', 'credit', 'discount']);
const adjustment: fc.Arbitrary<Adjustment> = fc
  .record({ kind: fc.constantFrom(...kinds), cents, name: fc.constantFrom('One', 'Other') })
  .map(({ kind, cents: amount, name }) => {
    const amountCents = lowering.has(kind) && amount > 0 ? -amount : amount;
    return { kind, name, amountCents, createdAtMs: 0 };
  });
const ride = fc.record({ base: cents, labor: cents, distance: cents, duration: cents, stops: cents });
const firstFare = fc.record({ ride, tip: cents, addon: cents }).map(({ ride: lines, tip, addon }): Fare => {
  const adjustments: Adjustment[] = [
    { kind: 'addon', name: 'Assembly', amountCents: addon, createdAtMs: 0 },
    { kind: 'tip', name: 'Tip', amountCents: tip, createdAtMs: 0 },
  ];
  const rideCents = lines.base + lines.labor + lines.distance + lines.duration + lines.stops;
  return {
    totalCents: rideCents + addon + tip,
    baseCents: lines.base,
    laborCents: lines.labor,
    travelDistanceCents: lines.distance,
    billedMiles: 0,
    travelDurationCents: lines.duration,
    stopsCents: lines.stops,
    adjustments,
  };
});

/** Half of the histories are cancelled at some point. */
const endingHistories = fc
  .record({ script: tries, at: fc.nat({ max: 60 }), a: fc.nat({ max: 5 }), b: fc.nat({ max: 5 }) })
  .map(({ script, at, a, b }) =>
    at > 30 ? script : script.toSpliced(at, 0, { name: 'cancel', a, b, minutes: 1 }),
  );

const owed = (records: readonly RecordContent[]) =>
  records.reduce((sum, { amountCents }) => sum + amountCents, 0);

function expectBalanced(records: readonly RecordContent[]): void {
  for (const { lines, amountCents } of records) {
    const postings = postingsFor(lines);
    expect(postings.reduce((sum, posting) => sum + posting.amountCents, 0)).toBe(0);
    expect(postings.every((posting) => Number.isSafeInteger(posting.amountCents))).toBe(true);
    expect(balanceOf(postings, 'receivable')).toBe(amountCents);
    expect(sumOfLines(lines)).toBe(amountCents);
  }
}

/** Bills a history like the billing follower: from the booking in each event. */
function billHistory(script: Parameters<typeof play>[0], stopCount: number) {
  const records: RecordContent[] = [];
  const booking = play(script, stopCount, (_before, step) => {
    for (const { type } of step.events) {
      const record = recordFor(type, step.booking, records);
      if (record) records.push(record);
    }
    expect(owed(records)).toBeGreaterThanOrEqual(0);
  });
  return { booking, records };
}

function recordFor(type: string, { fare, cancellation }: Booking, billed: readonly RecordContent[]) {
  if (type === 'booking.cancelled')
    return billTransition({ kind: 'cancellation', feeCents: cancellation?.feeCents ?? 0 }, billed);
  if ((type === 'booking.completed' || type === 'booking.fare_updated') && fare)
    return billTransition({ kind: 'fare', fare: billedFare(fare) }, billed);
  return null;
}

describe('the ledger', () => {
  it('balances to zero, and charges and refunds add up to the fare', () => {
    const property = fc.property(
      firstFare,
      fc.array(adjustment, { maxLength: 12 }),
      fc.array(cents, { maxLength: 4 }),
      (fare, changes, paid) => {
        const records: RecordContent[] = [];
        let current = fare;
        const bill = () => {
          const record = billTransition({ kind: 'fare', fare: billedFare(current) }, records);
          if (record) records.push(record);
          expect(owed(records)).toBe(current.totalCents);
          expect(owed(records)).toBeGreaterThanOrEqual(0);
        };
        bill();
        for (const change of changes) {
          const result = adjustFare(current, change);
          // No more than the fare can be refunded.
          if (!result.ok) continue;
          current = result.value;
          bill();
        }
        expect(records.filter(({ kind }) => kind === 'charge')).toHaveLength(1);
        const tips = current.adjustments.filter(({ kind }) => kind === 'tip');
        const postings = records.flatMap(({ lines }) => postingsFor(lines));
        expect(0 - balanceOf(postings, 'tips_payable')).toBe(
          tips.reduce((sum, { amountCents }) => sum + amountCents, 0),
        );
        const payments = paid.filter((amount) => amount > 0);
        records.push(...payments.map((amount) => billPayment('payment', 'Payment', amount)));
        expect(owed(records)).toBe(current.totalCents - payments.reduce((a, b) => a + b, 0));
        expectBalanced(records);
      },
    );
    fc.assert(property, { numRuns: rounds(300, 10_000) });
  });

  it('bills every history of a booking exactly: the fare, the fee, or nothing', () => {
    const seen = { charge: 0, cancellation_fee: 0, refund: 0 };
    const property = fc.property(endingHistories, fc.integer({ min: 2, max: 7 }), (script, stopCount) => {
      const { booking, records } = billHistory(script, stopCount);
      const dueCents = booking.fare?.totalCents ?? booking.cancellation?.feeCents ?? 0;
      expect(owed(records)).toBe(dueCents);
      expect(records.filter(({ kind }) => kind === 'charge')).toHaveLength(booking.fare ? 1 : 0);
      if (booking.cancellation) expect(records.length).toBe(dueCents > 0 ? 1 : 0);
      expectBalanced(records);
      for (const { kind } of records) if (kind in seen) seen[kind as keyof typeof seen]++;
    });
    fc.assert(property, { numRuns: rounds(200, 10_000) });
    // The result is meaningful only if many histories get that far.
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(2);
  });

  it('bills an event that is processed twice only once', () => {
    const property = fc.property(firstFare, (fare) => {
      const charge = billTransition({ kind: 'fare', fare: billedFare(fare) }, []);
      expect(charge && billTransition({ kind: 'fare', fare: billedFare(fare) }, [charge])).toBeNull();
    });
    fc.assert(property, { numRuns: rounds(100, 10_000) });
  });
});
