// A billing statement: sums, how to pay, and every record with its lines.
import { Link } from 'wouter';
import { DownloadButton } from '../../statements/download-button.tsx';
import { monthLabel, statusLabels } from '../../statements/month-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDollars } from '../../ui/dollars.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { BillingRecord, Statement } from '../partner.generated.ts';
import { useSession } from '../session-context.tsx';
import { recordLabel } from './statement-labels.ts';
import { statementFileUrl, useStatement } from './statement-queries.ts';

export function StatementPage({ month }: { readonly month: string }) {
  const { data, error, refetch } = useStatement(month);
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="statement" />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows rows={6} label="Loading the statement" />
      </Card>
    );
  }
  const { label, tone } = statusLabels[data.status];
  const name = monthLabel(data.month);
  return (
    <>
      <PageHead
        title={`Statement ${name}`}
        heading={
          <span className="flex flex-wrap items-center gap-3">
            {name} <Badge tone={tone}>{label}</Badge>
          </span>
        }
        lead={
          data.status === 'open'
            ? 'This month is not closed: records may still be added.'
            : 'This statement is final and never changes.'
        }
        back={{ href: '/statements', label: 'Statements' }}
        actions={
          <>
            <DownloadButton url={statementFileUrl(data.month, 'pdf')} month={data.month} format="pdf" />
            <DownloadButton url={statementFileUrl(data.month, 'csv')} month={data.month} format="csv" />
          </>
        }
      />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <SumsCard statement={data} />
        <PaymentCard statement={data} />
      </div>
      <RecordsCard statement={data} />
    </>
  );
}

function SumsCard({ statement }: { readonly statement: Statement }) {
  const { totals, opening_balance, billed, paid, closing_balance } = statement;
  const parts: readonly (readonly [string, number])[] = [
    ['Fares', totals.fares],
    ['Tips for the crews', totals.tips],
    ['Cancellation fees', totals.cancellation_fees],
    ['Discounts', totals.discounts],
    ['Refunds', totals.refunds],
    ['Credits', totals.credits],
  ];
  const rows: readonly (readonly [string, number])[] = [
    ['Opening balance', opening_balance],
    ...parts.filter(([, cents]) => cents !== 0),
    ['Billed', billed],
    ...(paid === 0 ? [] : [['Payments', -paid] as const]),
  ];
  return (
    <Card title="Summary">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {rows.map(([name, cents]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right tabular-nums">{formatDollars(cents)}</dd>
          </div>
        ))}
        <dt className="border-t pt-1 font-semibold">
          {closing_balance < 0 ? 'Balance in your favor' : 'Balance due'}
        </dt>
        <dd className="border-t pt-1 text-right font-semibold tabular-nums">
          {formatDollars(Math.abs(closing_balance))}
        </dd>
      </dl>
    </Card>
  );
}

function PaymentCard({ statement }: { readonly statement: Statement }) {
  const { session } = useSession();
  const { payment_instructions, closing_balance, account, month } = statement;
  // As on the PDF statement.
  const statementNumber = `${month}-${account.id.slice(-8).toUpperCase()}`;
  if (session.environment === 'sandbox') {
    return (
      <Card title="How to pay">
        <p className="text-muted">This is the sandbox: nothing is charged.</p>
      </Card>
    );
  }
  return (
    <Card title="How to pay">
      {closing_balance <= 0 && <p>Nothing is due.</p>}
      {closing_balance > 0 && payment_instructions === null && (
        <p className="text-muted">Pay as agreed with us, with the reference below.</p>
      )}
      {closing_balance > 0 && (
        <>
          {payment_instructions !== null && <p className="whitespace-pre-line">{payment_instructions}</p>}
          <p className="mt-2">
            <span className="text-muted">Reference:</span> {statementNumber}, {account.name}
          </p>
        </>
      )}
    </Card>
  );
}

/** More rows would slow the page down; the CSV file has all of them. */
const MAX_ROWS = 500;

function RecordsCard({ statement: { records, time_zone } }: { readonly statement: Statement }) {
  return (
    <Card
      title="Records"
      isFlush
      note={
        records.length > MAX_ROWS
          ? `The first ${MAX_ROWS} of ${records.length} records. The CSV file lists all of them.`
          : undefined
      }
    >
      {records.length === 0 && <p className="px-4 pb-4 text-muted sm:px-5">There are no records.</p>}
      <ul className="divide-y border-t">
        {records.slice(0, MAX_ROWS).map((record) => (
          <RecordRow key={record.id} record={record} timeZone={time_zone} />
        ))}
      </ul>
    </Card>
  );
}

function RecordRow({ record, timeZone }: { readonly record: BillingRecord; readonly timeZone: string }) {
  const { booking_id, booking_hid, order_number, reference, lines, amount, booked_at } = record;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-2.5 sm:px-5">
      <div>
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{recordLabel(record)}</span>
          {booking_id !== null && (
            <Link
              href={`/bookings/${booking_id}`}
              className="rounded-sm font-mono text-[0.8125rem] underline"
            >
              {booking_hid}
            </Link>
          )}
          <span className="text-muted">{order_number ?? reference}</span>
        </p>
        <p className="text-[0.8125rem] text-muted">
          {englishTimes.part(booked_at, 'month-day', timeZone)}
          {lines.length > 1 &&
            ` · ${lines.map(({ name, amount: cents }) => `${name} ${formatDollars(cents)}`).join(' · ')}`}
        </p>
      </div>
      <span className="text-right tabular-nums">{formatDollars(amount)}</span>
    </li>
  );
}
