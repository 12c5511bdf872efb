// Use cases of GET /billing/statements and /billing/statements/{month}: the monthly billing statement. A closed month
// never changes.
import type { BillingConfig } from '../../config/billing-config.ts';
import type { Context } from '../../context.ts';
import type { AccountDatabase } from '../../db/database.ts';
import { type StatementTotals, statementTotals } from '../../domain/money/statement.ts';
import { boundsOf, isClosed, isMonth, monthOf } from '../../domain/money/statement-month.ts';
import { Problem } from '../../lib/problem.ts';
import { type BillingRecord, balanceBefore, recordsOfMonth, sumMonths } from './record-store.ts';

export interface StatementAccount {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

export interface StatementContext extends Pick<Context, 'db' | 'clock' | 'environment'> {
  readonly billing: BillingConfig;
  readonly loadAccount: (db: AccountDatabase, accountId: string) => Promise<StatementAccount>;
}

export interface Statement {
  readonly month: string;
  readonly isFinal: boolean;
  readonly timeZone: string;
  readonly issuer: string;
  readonly issuerDetails: readonly string[];
  readonly fromMs: number;
  readonly untilMs: number;
  readonly account: StatementAccount;
  readonly isSandbox: boolean;
  /** The current ones; none in the sandbox, where nothing is charged. */
  readonly paymentInstructions: readonly string[];
  readonly totals: StatementTotals;
  readonly records: readonly BillingRecord[];
}

export async function readStatement(
  context: StatementContext,
  accountId: string,
  month: string,
): Promise<Statement> {
  if (!isMonth(month)) throw noSuchStatement();
  const db = context.db.forAccount(accountId);
  const account = await context.loadAccount(db, accountId);
  const records: BillingRecord[] = [];
  for await (const page of recordsOfMonth(db, accountId, month)) records.push(...page);
  const nowMs = context.clock.now().getTime();
  if (records.length === 0 && !couldHaveRecords(context, account, month, nowMs)) throw noSuchStatement();
  const { timeZone, issuer, issuerDetails, paymentInstructions } = context.billing;
  const isSandbox = context.environment.name === 'sandbox';
  return {
    month,
    issuer,
    issuerDetails,
    isFinal: isClosed(month, timeZone, nowMs),
    timeZone,
    ...boundsOf(month, timeZone),
    account,
    isSandbox,
    paymentInstructions: isSandbox ? [] : paymentInstructions,
    totals: statementTotals(await balanceBefore(db, accountId, month), records),
    records,
  };
}

export interface StatementSummary {
  readonly month: string;
  readonly isFinal: boolean;
  readonly records: number;
  readonly openingCents: number;
  readonly closingCents: number;
}

/** Months with billing records, newest first. */
export async function listStatements(
  { db, clock, billing: { timeZone } }: StatementContext,
  accountId: string,
): Promise<StatementSummary[]> {
  const nowMs = clock.now().getTime();
  let balanceCents = 0;
  const summaries = (await sumMonths(db.forAccount(accountId), accountId)).map(
    ({ month, records, changeCents }) => {
      const openingCents = balanceCents;
      balanceCents += changeCents;
      const isFinal = isClosed(month, timeZone, nowMs);
      return { month, isFinal, records, openingCents, closingCents: balanceCents };
    },
  );
  return summaries.reverse();
}

/** An account has a statement for every month since its creation, even without records. */
function couldHaveRecords(
  { billing: { timeZone } }: StatementContext,
  { createdAt }: StatementAccount,
  month: string,
  nowMs: number,
): boolean {
  return month >= monthOf(createdAt.getTime(), timeZone) && month <= monthOf(nowMs, timeZone);
}

function noSuchStatement(): Problem {
  return Problem.of('not_found', 'There is no such statement.');
}
