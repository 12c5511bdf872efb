import { describe, expect, it } from 'vitest';
import type { BilledFare } from './billing-line.ts';
import { billPayment, billTransition, type RecordContent } from './billing-record.ts';
import { postingsFor } from './ledger.ts';

const ride = { base: 5_000, labor: 2_000, travel_distance: 0, travel_duration: 300, stops: 0 };
const fare = (...adjustments: BilledFare['adjustments']) =>
  ({ kind: 'fare', fare: { ride, adjustments } }) as const;
const tip = { kind: 'tip', name: 'Tip', amountCents: 500 } as const;
const refund = { kind: 'refund', name: 'Scratch', amountCents: -700 } as const;
const bill = (
  move: Parameters<typeof billTransition>[0],
  billed: readonly RecordContent[],
): RecordContent => {
  const record = billTransition(move, billed);
  if (!record) throw new Error('nothing was billed');
  return record;
};

describe('a billing record', () => {
  const charge = bill(fare(tip), []);

  it('has one line per fare line, without lines of 0 cents', () => {
    expect(charge).toEqual({
      kind: 'charge',
      amountCents: 7_800,
      lines: [
        { kind: 'base', name: 'Base fare', amountCents: 5_000 },
        { kind: 'labor', name: 'Labor', amountCents: 2_000 },
        { kind: 'travel_duration', name: 'Travel time', amountCents: 300 },
        tip,
      ],
    });
    expect(postingsFor(charge.lines)).toEqual([
      { ledgerAccount: 'receivable', amountCents: 7_800 },
      { ledgerAccount: 'revenue', amountCents: -7_300 },
      { ledgerAccount: 'tips_payable', amountCents: -500 },
    ]);
  });

  it('is a charge even for a fare of 0 cents, so that every completed booking has one', () => {
    const nothing = { base: 0, labor: 0, travel_distance: 0, travel_duration: 0, stops: 0 };
    const record = bill({ kind: 'fare', fare: { ride: nothing, adjustments: [] } }, []);
    expect(record).toEqual({ kind: 'charge', amountCents: 0, lines: [] });
  });

  it('contains only the lines that were added, repeated if added twice', () => {
    const first = bill(fare(tip, refund), [charge]);
    expect(first).toEqual({ kind: 'refund', amountCents: -700, lines: [refund] });
    expect(bill(fare(tip, refund, refund), [charge, first])).toEqual(first);
    expect(billTransition(fare(tip, refund), [charge, first])).toBeNull();
  });

  it('reverses lines that were removed', () => {
    const record = bill(fare(), [charge]);
    expect(record).toEqual({ kind: 'adjustment', amountCents: -500, lines: [{ ...tip, amountCents: -500 }] });
  });

  it('is not reduced by payments', () => {
    expect(billTransition(fare(tip), [charge, billPayment('payment', 'Card', 7_800)])).toBeNull();
  });

  it('charges a cancellation fee, and nothing for a free cancellation', () => {
    expect(bill({ kind: 'cancellation', feeCents: 2_500 }, [])).toMatchObject({
      kind: 'cancellation_fee',
      amountCents: 2_500,
    });
    expect(billTransition({ kind: 'cancellation', feeCents: 0 }, [])).toBeNull();
  });
});
