// Double-entry bookkeeping. Every billing record becomes postings to ledger accounts that sum to zero: debits are
// positive, credits are negative. `receivable` holds what a partner owes, the other accounts hold what it is for.
import { type BillingLine, type LineKind, sumOfLines } from './billing-line.ts';

const LEDGER_ACCOUNTS = [
  /** What the partner owes. One per account; the ledger entry names the account. */
  'receivable',
  'revenue',
  'cancellation_fees',
  /** Contra-revenue, kept apart from revenue so that it stays visible. */
  'refunds',
  'credits',
  'discounts',
  /** Tips belong to the crew: a liability. */
  'tips_payable',
  /** Money in transit between the partner and the bank. */
  'payment_clearing',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export interface Posting {
  readonly ledgerAccount: LedgerAccount;
  readonly amountCents: number;
}

const COUNTERPARTS: Readonly<Record<LineKind, LedgerAccount>> = {
  base: 'revenue',
  labor: 'revenue',
  travel_distance: 'revenue',
  travel_duration: 'revenue',
  stops: 'revenue',
  addon: 'revenue',
  surcharge: 'revenue',
  wait_time: 'revenue',
  toll: 'revenue',
  tip: 'tips_payable',
  refund: 'refunds',
  credit: 'credits',
  discount: 'discounts',
  cancellation_fee: 'cancellation_fees',
  payment: 'payment_clearing',
  payment_refund: 'payment_clearing',
};

/** One posting per ledger account with a non-zero sum, in the order of LEDGER_ACCOUNTS. */
export function postingsFor(lines: readonly BillingLine[]): Posting[] {
  const sums = new Map<LedgerAccount, number>([['receivable', sumOfLines(lines)]]);
  for (const { kind, amountCents } of lines) {
    const account = COUNTERPARTS[kind];
    sums.set(account, (sums.get(account) ?? 0) - amountCents);
  }
  return LEDGER_ACCOUNTS.flatMap((ledgerAccount) => {
    const amountCents = sums.get(ledgerAccount) ?? 0;
    return amountCents === 0 ? [] : [{ ledgerAccount, amountCents }];
  });
}

/** The balance of a ledger account. */
export function balanceOf(postings: readonly Posting[], ledgerAccount: LedgerAccount): number {
  return postings.reduce(
    (sum, posting) => (posting.ledgerAccount === ledgerAccount ? sum + posting.amountCents : sum),
    0,
  );
}
