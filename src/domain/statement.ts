// A monthly statement: what the account owed before, what was billed and paid in the month, what it owes after.
import type { BillingLine } from './billing-line.ts';
import { isPayment, type RecordContent } from './billing-record.ts';
import { balanceOf, type LedgerAccount, postingsFor } from './ledger.ts';

export interface StatementTotals {
  readonly openingCents: number;
  /** By what it was for; together they are what was billed. */
  readonly faresCents: number;
  readonly tipsCents: number;
  readonly discountsCents: number;
  readonly refundsCents: number;
  readonly creditsCents: number;
  readonly cancellationFeesCents: number;
  readonly billedCents: number;
  /** What came in less what went back; a positive number lowers the balance. */
  readonly paidCents: number;
  readonly closingCents: number;
}

export function statementTotals(openingCents: number, records: readonly RecordContent[]): StatementTotals {
  const lines: BillingLine[] = records.flatMap((record) => record.lines);
  const postings = postingsFor(lines);
  // Credits are negative in the ledger; on a statement they are what the partner is billed.
  const billedFor = (account: LedgerAccount) => 0 - balanceOf(postings, account);
  const sum = (wanted: boolean) =>
    records.reduce(
      (cents, { kind, amountCents }) => (isPayment(kind) === wanted ? cents + amountCents : cents),
      0,
    );
  const [billedCents, paidCents] = [sum(false), 0 - sum(true)];
  return {
    openingCents,
    faresCents: billedFor('revenue'),
    tipsCents: billedFor('tips_payable'),
    discountsCents: billedFor('discounts'),
    refundsCents: billedFor('refunds'),
    creditsCents: billedFor('credits'),
    cancellationFeesCents: billedFor('cancellation_fees'),
    billedCents,
    paidCents,
    closingCents: openingCents + billedCents - paidCents,
  };
}
