// Fare adjustments: the lines of a fare beside the ride itself (tips, add-ons, refunds …), each with its creation
// time.
import type { Addon } from './price-book.ts';

export const ADJUSTMENT_KINDS = [
  'tip',
  'addon',
  'refund',
  'credit',
  'discount',
  'surcharge',
  'wait_time',
  'toll',
] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

export interface Adjustment {
  readonly kind: AdjustmentKind;
  readonly name: string;
  /** Signed: refunds, credits and discounts are negative. */
  readonly amountCents: number;
  readonly createdAtMs: number;
}

/** Kinds whose amount must not be positive. All other kinds must not be negative. */
const NEGATIVE_KINDS: ReadonlySet<AdjustmentKind> = new Set(['refund', 'credit', 'discount']);
const MIN_TIP_CENTS = 100;
/** Largest value of the integer column. */
export const MAX_TIP_CENTS = 2_147_483_647;

/** A tip is 0 or at least 100 cents. */
export function isValidTip(tipCents: number): boolean {
  if (!Number.isSafeInteger(tipCents) || tipCents > MAX_TIP_CENTS) return false;
  return tipCents === 0 || tipCents >= MIN_TIP_CENTS;
}

/** Returns what is wrong with an amount of this kind, as a predicate for an error message, or null. */
export function amountFault(kind: AdjustmentKind, amountCents: number): string | null {
  if (!Number.isSafeInteger(amountCents)) return 'must be a whole number of cents';
  if (NEGATIVE_KINDS.has(kind) && amountCents > 0)
    return `of a ${kind} must not be positive: it lowers the fare`;
  if (!NEGATIVE_KINDS.has(kind) && amountCents < 0)
    return `of a ${kind} must not be negative: it raises the fare`;
  return null;
}

export function addonAdjustment(addon: Addon, createdAtMs: number): Adjustment {
  return { kind: 'addon', name: addon.name, amountCents: addon.amountCents, createdAtMs };
}

/** A tip of 0 produces no line. */
export function tipAdjustments(tipCents: number, createdAtMs: number): Adjustment[] {
  return tipCents === 0 ? [] : [{ kind: 'tip', name: 'Tip', amountCents: tipCents, createdAtMs }];
}
