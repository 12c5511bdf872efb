// Billing records: a completed booking is charged its fare, a later change of the fare is billed as the difference, a
// cancellation is billed its fee. Records are append-only; a correction is a further record.
import {
  type BilledFare,
  type BillingLine,
  lineDifference,
  linesOfFare,
  sumOfLines,
} from './billing-line.ts';

export const BILLING_KINDS = [
  'charge',
  'adjustment',
  'refund',
  'credit',
  'cancellation_fee',
  'payment',
  'payment_refund',
] as const;
export type BillingKind = (typeof BILLING_KINDS)[number];

/** Kinds that record payments. All other kinds record amounts owed. */
const PAYMENT_KINDS: ReadonlySet<BillingKind> = new Set(['payment', 'payment_refund']);

export function isPayment(kind: BillingKind): boolean {
  return PAYMENT_KINDS.has(kind);
}

export interface RecordContent {
  readonly kind: BillingKind;
  /** Change of the amount that the account owes. */
  readonly amountCents: number;
  readonly lines: readonly BillingLine[];
}

export type BillableTransition =
  | { readonly kind: 'fare'; readonly fare: BilledFare }
  | { readonly kind: 'cancellation'; readonly feeCents: number };

/**
 * The record that a transition of a booking adds to the records so far; null if there is nothing to bill. The first
 * fare is always a charge, even of 0 cents, so that every completed booking has exactly one charge.
 */
export function billTransition(
  move: BillableTransition,
  billed: readonly RecordContent[],
): RecordContent | null {
  const owed = billed.filter(({ kind }) => !isPayment(kind));
  if (move.kind === 'cancellation') {
    if (move.feeCents <= 0 || owed.length > 0) return null;
    const name = 'Cancellation fee';
    return recordOf('cancellation_fee', [{ kind: 'cancellation_fee', name, amountCents: move.feeCents }]);
  }
  const lines = linesOfFare(move.fare);
  if (owed.length === 0) return recordOf('charge', lines);
  const difference = lineDifference(
    owed.flatMap((record) => record.lines),
    lines,
  );
  return difference.length === 0 ? null : recordOf(kindOfChange(difference), difference);
}

/** A payment received, or a payment refunded. */
export function billPayment(
  kind: 'payment' | 'payment_refund',
  name: string,
  movedCents: number,
): RecordContent {
  const amountCents = kind === 'payment' ? -movedCents : movedCents;
  return recordOf(kind, [{ kind, name, amountCents }]);
}

function recordOf(kind: BillingKind, lines: readonly BillingLine[]): RecordContent {
  return { kind, amountCents: sumOfLines(lines), lines };
}

function kindOfChange(lines: readonly BillingLine[]): BillingKind {
  const [first] = lines;
  const isOfOneKind = lines.every(({ kind, amountCents }) => kind === first?.kind && amountCents < 0);
  return isOfOneKind && (first?.kind === 'refund' || first?.kind === 'credit') ? first.kind : 'adjustment';
}
