// Lines of a billing record: the lines of a fare, a cancellation fee, or a payment. Amounts are signed whole cents:
// positive amounts increase what the account owes, negative amounts decrease it.
import type { AdjustmentKind } from './adjustment.ts';

const RIDE_LINES = ['base', 'labor', 'travel_distance', 'travel_duration', 'stops'] as const;
export type RideLine = (typeof RIDE_LINES)[number];
export type LineKind = RideLine | AdjustmentKind | 'cancellation_fee' | 'payment' | 'payment_refund';

export interface BillingLine {
  readonly kind: LineKind;
  readonly name: string;
  readonly amountCents: number;
}

/** A final fare as billing needs it: the ride and its adjustments, in the order in which they were added. */
export interface BilledFare {
  readonly ride: Readonly<Record<RideLine, number>>;
  readonly adjustments: readonly {
    readonly kind: AdjustmentKind;
    readonly name: string;
    readonly amountCents: number;
  }[];
}

const RIDE_NAMES: Readonly<Record<RideLine, string>> = {
  base: 'Base fare',
  labor: 'Labor',
  travel_distance: 'Distance',
  travel_duration: 'Travel time',
  stops: 'Additional stops',
};

/** Omits lines of 0 cents. */
export function linesOfFare({ ride, adjustments }: BilledFare): BillingLine[] {
  const lines: BillingLine[] = [
    ...RIDE_LINES.map((kind) => ({ kind, name: RIDE_NAMES[kind], amountCents: ride[kind] })),
    ...adjustments.map(({ kind, name, amountCents }) => ({ kind, name, amountCents })),
  ];
  return lines.filter(({ amountCents }) => amountCents !== 0);
}

/**
 * The lines that turn `before` into `after`. A line that was removed is reversed by a line with the opposite amount,
 * so that the sum of `before` and the result always equals the sum of `after`.
 */
export function lineDifference(before: readonly BillingLine[], after: readonly BillingLine[]): BillingLine[] {
  const remaining = [...before];
  const added = after.filter((line) => {
    const index = remaining.findIndex((old) => isSame(old, line));
    if (index >= 0) remaining.splice(index, 1);
    return index < 0;
  });
  return [...remaining.map((line) => ({ ...line, amountCents: -line.amountCents })), ...added];
}

export function sumOfLines(lines: readonly BillingLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function isSame(one: BillingLine, other: BillingLine): boolean {
  return one.kind === other.kind && one.name === other.name && one.amountCents === other.amountCents;
}
