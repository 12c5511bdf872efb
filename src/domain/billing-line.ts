// The lines of what is billed: those of a fare one by one, a cancellation fee, or money that changed hands. Signed whole
// cents: what an account owes more is positive, what it owes less is negative.
import type { AdjustmentKind } from './adjustment.ts';

const RIDE_LINES = ['base', 'labor', 'travel_distance', 'travel_duration', 'stops'] as const;
export type RideLine = (typeof RIDE_LINES)[number];
export type LineKind = RideLine | AdjustmentKind | 'cancellation_fee' | 'payment' | 'payment_refund';

export interface BillingLine {
  readonly kind: LineKind;
  readonly name: string;
  readonly amountCents: number;
}

/** A final fare as billing sees it: the ride, and everything beside it in the order it was added. */
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

/** What costs nothing is no line. */
export function linesOfFare({ ride, adjustments }: BilledFare): BillingLine[] {
  const lines: BillingLine[] = [
    ...RIDE_LINES.map((kind) => ({ kind, name: RIDE_NAMES[kind], amountCents: ride[kind] })),
    ...adjustments.map(({ kind, name, amountCents }) => ({ kind, name, amountCents })),
  ];
  return lines.filter(({ amountCents }) => amountCents !== 0);
}

/**
 * The lines that lead from what was billed to what is now right. A line that is no longer there is taken back by its
 * opposite, so that both together always make the new sum, whatever was changed.
 */
export function lineDifference(before: readonly BillingLine[], after: readonly BillingLine[]): BillingLine[] {
  const left = [...before];
  const added = after.filter((line) => {
    const index = left.findIndex((old) => isSame(old, line));
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  return [...left.map((line) => ({ ...line, amountCents: -line.amountCents })), ...added];
}

export function sumOfLines(lines: readonly BillingLine[]): number {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function isSame(one: BillingLine, other: BillingLine): boolean {
  return one.kind === other.kind && one.name === other.name && one.amountCents === other.amountCents;
}
