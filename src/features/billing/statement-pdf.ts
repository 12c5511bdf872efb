// PDF format of a billing statement: account, sums, and every record with its lines. Deterministic: the same statement
// always produces the same bytes.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HelpContact } from '../../domain/account/branding.ts';
import type { BillingKind } from '../../domain/money/billing-record.ts';
import type { StatementTotals } from '../../domain/money/statement.ts';
import { dollars } from '../../lib/format-dollars.ts';
import { formatPhone } from '../../lib/phone-region.ts';
import type { Statement } from './read-statement.ts';
import type { BillingRecord } from './record-store.ts';
import { StatementLayout, type StatementLogo, type TableRow } from './statement-pdf-layout.ts';

const KIND_NAMES: Readonly<Record<BillingKind, string>> = {
  charge: 'Delivery',
  adjustment: 'Fare adjustment',
  refund: 'Refund',
  credit: 'Credit',
  cancellation_fee: 'Cancellation fee',
  payment: 'Payment received',
  payment_refund: 'Payment refunded',
};

/** Rendering is CPU-bound: yields to the event loop after this many rows. */
const ROWS_PER_TURN = 100;
/** About 100 pages. Longer statements are summarized by day; the CSV contains every record. */
const MAX_ROWS = 2_000;
const DAY_MS = 86_400_000;

/** The account's own look: the current one, also on final statements. */
export interface StatementBranding {
  readonly logo: StatementLogo | null;
  /** Shade of the brand color that is legible on white; null: the default color. */
  readonly accent: string | null;
  /** Name that customers see; null: the name of the account. */
  readonly senderName: string | null;
  readonly help: HelpContact;
}

export async function statementPdf(
  statement: Statement,
  branding: StatementBranding | null,
): Promise<Buffer> {
  const { account, issuer, untilMs, timeZone, totals } = statement;
  const monthName = nameOfMonth(statement);
  const layout = await StatementLayout.open({
    title: `Statement ${numberOf(statement)}`,
    author: issuer,
    // Not the time of rendering, so that the same statement produces the same file.
    date: new Date(untilMs),
    accent: branding?.accent ?? null,
  });
  layout.heading(issuer, monthName, statement.isSandbox ? 'Sandbox: no real payments' : null);
  layout.parties({
    from: { name: issuer, lines: statement.issuerDetails },
    to: { name: account.name, lines: brandingLines(branding) },
    logo: branding?.logo ?? null,
    facts: factsOf(statement),
  });
  layout.summary(summaryRows(totals));
  if (totals.closingCents > 0 && statement.paymentInstructions.length > 0)
    layout.paragraph('How to pay', [
      ...statement.paymentInstructions,
      `Reference: ${numberOf(statement)}, ${account.name}`,
    ]);
  layout.tableHead();
  const rows =
    statement.records.length > MAX_ROWS ? dailyRows(statement) : statement.records.map(rowOf(timeZone));
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
    layout.tableRow(row);
  }
  if (statement.records.length === 0) layout.note('There are no records in this month.');
  else layout.tableTotal('Total of all records', dollars(totals.billedCents - totals.paidCents));
  if (statement.records.length > MAX_ROWS)
    layout.note(
      `${statement.records.length} records, summarized by day. The CSV file of this statement lists every record.`,
    );
  return layout.finish(`${issuer}  ·  ${account.name}  ·  ${monthName}`);
}

/** Brand name and help contact, as customers see them. */
function brandingLines(branding: StatementBranding | null): string[] {
  if (branding === null) return [];
  const { senderName, help } = branding;
  const lines = [senderName, help.email, help.phone && formatPhone(help.phone), help.url];
  return lines.filter((line) => line !== null);
}

function factsOf(statement: Statement): [string, string][] {
  const { account, untilMs, timeZone, isFinal } = statement;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  const finalOn = date.format(untilMs + DAY_MS);
  return [
    ['Number', numberOf(statement)],
    isFinal ? ['Issued', finalOn] : ['Status', `Open: final on ${finalOn}`],
    ['Period', periodOf(statement)],
    ['Account id', account.id],
    ['Currency', 'US dollars'],
  ];
}

/** Unique among all accounts: the end of an account id is random. */
function numberOf({ month, account }: Statement): string {
  return `${month}-${account.id.slice(-8).toUpperCase()}`;
}

function rowOf(timeZone: string): (record: BillingRecord) => TableRow {
  const day = dayFormat(timeZone);
  return ({ kind, lines, bookedAt, bookingHid, orderNumber, reference, amountCents }) => {
    // A single line has the same amount as the row, so only its name is shown.
    const details = lines.map(({ name, amountCents: cents }) =>
      lines.length === 1 ? name : `${name} ${dollars(cents)}`,
    );
    return {
      day: day.format(bookedAt),
      booking: bookingHid ?? '',
      order: orderNumber ?? reference ?? '',
      what: KIND_NAMES[kind],
      details: kind === 'cancellation_fee' ? [] : details,
      amount: dollars(amountCents),
    };
  };
}

/** For a month that would fill hundreds of pages: one row per day and kind. */
function dailyRows({ records, timeZone }: Statement): TableRow[] {
  const day = dayFormat(timeZone);
  const days = new Map<string, { day: string; kind: BillingKind; count: number; cents: number }>();
  for (const { kind, bookedAt, amountCents } of records) {
    const name = day.format(bookedAt);
    const sum = days.get(`${name} ${kind}`) ?? { day: name, kind, count: 0, cents: 0 };
    days.set(`${name} ${kind}`, { ...sum, count: sum.count + 1, cents: sum.cents + amountCents });
  }
  return [...days.values()].map(({ day: name, kind, count, cents }) => ({
    day: name,
    booking: '',
    order: '',
    what: `${KIND_NAMES[kind]} × ${count}`,
    details: [],
    amount: dollars(cents),
  }));
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone });
}

/** Omits zero amounts, except the balances and the billed amount. */
function summaryRows(totals: StatementTotals) {
  const parts: [string, number][] = [
    ['Fares', totals.faresCents],
    ['Tips for the crews', totals.tipsCents],
    ['Cancellation fees', totals.cancellationFeesCents],
    ['Discounts', totals.discountsCents],
    ['Refunds', totals.refundsCents],
    ['Credits', totals.creditsCents],
  ];
  const shown = parts.filter(([, cents]) => cents !== 0);
  const row = ([name, cents]: [string, number], weight: 'plain' | 'strong' | 'total' = 'plain') => ({
    name,
    amount: dollars(cents),
    weight,
  });
  return [
    row(['Opening balance', totals.openingCents]),
    ...shown.map((part) => row(part)),
    row(['Billed', totals.billedCents], 'strong'),
    ...(totals.paidCents === 0 ? [] : [row(['Payments', 0 - totals.paidCents])]),
    row([totals.closingCents < 0 ? 'Balance in your favor' : 'Balance due', totals.closingCents], 'total'),
  ];
}

function nameOfMonth({ month }: Statement): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });
  return `${name.format(Date.UTC(2000, number - 1, 1))} ${year}`;
}

function periodOf({ fromMs, untilMs, timeZone }: Statement): string {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return `${date.format(fromMs)} to ${date.format(untilMs - 1)} (${timeZone})`;
}
