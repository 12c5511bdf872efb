// Double-entry bookkeeping. Every record becomes postings to ledger accounts that sum to zero: debits are positive,
// credits negative. What a partner owes (`receivable`) is on one side, what it is owed for on the other.
import { type BillingLine, type LineKind, sumOfLines } from './billing-line.ts';

const LEDGER_ACCOUNTS = [
  /** What the partner owes us. One for each account: the entry names whose it is. */
  'receivable',
  'revenue',
  'cancellation_fees',
  /** What was given back or let off, kept apart from revenue so that it can be seen. */
  'refunds',
  'credits',
  'discounts',
  /** Tips are the crew's, not ours: owed on. */
  'tips_payable',
  /** Money on its way between the partner and our bank. */
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

/** One posting for each account that moves, in the order of the accounts. */
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

/** What an account of the ledger stands at. */
export function balanceOf(postings: readonly Posting[], ledgerAccount: LedgerAccount): number {
  return postings.reduce(
    (sum, posting) => (posting.ledgerAccount === ledgerAccount ? sum + posting.amountCents : sum),
    0,
  );
}
