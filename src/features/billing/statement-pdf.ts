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
  /** Name that customers see; null: the name of the account. */
  readonly senderName: string | null;
  readonly help: HelpContact;
}

export async function statementPdf(
  statement: Statement,
  branding: StatementBranding | null,
): Promise<Buffer> {
  const { account, issuer, untilMs, timeZone } = statement;
  const monthName = nameOfMonth(statement);
  const layout = await StatementLayout.open({
    title: `Statement ${statement.month}`,
    author: issuer,
    // Not the time of rendering, so that the same statement produces the same file.
    date: new Date(untilMs),
  });
  layout.heading(issuer, monthName, statement.isSandbox ? 'Sandbox: no real payments' : null);
  layout.facts(
    [
      ['Account', account.name],
      ...brandingFacts(branding),
      ['Account id', account.id],
      ['Period', periodOf(statement)],
      ['Status', statusOf(statement)],
    ],
    branding?.logo ?? null,
  );
  layout.summary(summaryRows(statement.totals));
  if (statement.totals.closingCents > 0 && statement.paymentInstructions.length > 0)
    layout.paragraph('How to pay', [
      ...statement.paymentInstructions,
      `Reference: ${account.name}, ${statement.month}`,
    ]);
  layout.tableHead();
  const rows =
    statement.records.length > MAX_ROWS ? dailyRows(statement) : statement.records.map(rowOf(timeZone));
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
    layout.tableRow(row);
  }
  if (statement.records.length === 0) layout.note('There are no records in this month.');
  if (statement.records.length > MAX_ROWS)
    layout.note(
      `${statement.records.length} records, summarized by day. The CSV file of this statement lists every record.`,
    );
  return layout.finish(`${issuer}  ·  ${account.name}  ·  ${monthName}`);
}

function brandingFacts(branding: StatementBranding | null): [string, string][] {
  if (branding === null) return [];
  const { senderName, help } = branding;
  // One row each: a row has the name of one fact.
  const facts: [string, string | null][] = [
    ['Brand', senderName],
    ['Help e-mail', help.email],
    ['Help phone', help.phone && formatPhone(help.phone)],
    ['Help page', help.url],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
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

function statusOf({ isFinal, untilMs, timeZone }: Statement): string {
  if (isFinal) return 'Final';
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return `Open: final on ${date.format(untilMs + DAY_MS)}`;
}
