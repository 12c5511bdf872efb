// Monthly billing statement: opening balance, amounts billed and paid in the month, closing balance.
import type { BillingLine } from './billing-line.ts';
import { isPayment, type RecordContent } from './billing-record.ts';
import { balanceOf, type LedgerAccount, postingsFor } from './ledger.ts';

export interface StatementTotals {
  readonly openingCents: number;
  /** Breakdown of `billedCents` by purpose. */
  readonly faresCents: number;
  readonly tipsCents: number;
  readonly discountsCents: number;
  readonly refundsCents: number;
  readonly creditsCents: number;
  readonly cancellationFeesCents: number;
  readonly billedCents: number;
  /** Payments minus payment refunds; positive amounts lower the balance. */
  readonly paidCents: number;
  readonly closingCents: number;
}

export function statementTotals(openingCents: number, records: readonly RecordContent[]): StatementTotals {
  const lines: BillingLine[] = records.flatMap((record) => record.lines);
  const postings = postingsFor(lines);
  // Credits are negative in the ledger and positive on a statement.
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
