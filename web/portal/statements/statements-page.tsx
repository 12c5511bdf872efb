// Billing statements of the account, by month.
import { Link } from 'wouter';
import { DownloadButton } from '../../statements/download-button.tsx';
import { monthLabel, statusLabels } from '../../statements/month-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDollars } from '../../ui/dollars.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { StatementList } from '../partner.generated.ts';
import { statementFileUrl, useStatements } from './statement-queries.ts';

export function StatementsPage() {
  const { data, error, refetch } = useStatements();
  return (
    <>
      <PageHead
        title="Statements"
        lead="One statement per month. It becomes final one day after the month ends, and never changes afterwards."
      />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!(error && !data) && (
        <Card isFlush>
          {!data && <SkeletonRows label="Loading statements" />}
          {data?.data.length === 0 && (
            <EmptyState icon="money" title="No statements yet">
              The first statement appears here with the first delivery that is completed or cancelled for a
              fee.
            </EmptyState>
          )}
          {data && data.data.length > 0 && <StatementRows statements={data.data} />}
        </Card>
      )}
    </>
  );
}

function StatementRows({ statements }: { readonly statements: StatementList['data'] }) {
  return (
    <ul className="divide-y">
      {statements.map(({ month, status, records, closing_balance }) => {
        const { label, tone } = statusLabels[status];
        return (
          <li
            key={month}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-hover sm:px-5"
          >
            <span className="min-w-0 flex-1 basis-40">
              <Link
                href={`/statements/${month}`}
                className="rounded-sm font-semibold underline underline-offset-2"
              >
                {monthLabel(month)}
              </Link>
              <span className="block text-[0.8125rem] text-muted">
                {records === 1 ? '1 record' : `${records} records`}
              </span>
            </span>
            <Badge tone={tone}>{label}</Badge>
            <span className="text-right">
              <span className="block font-semibold tabular-nums">
                {formatDollars(Math.abs(closing_balance))}
              </span>
              <span className="block text-xs text-muted">{balanceLabel(closing_balance)}</span>
            </span>
            <span className="flex gap-2">
              <DownloadButton url={statementFileUrl(month, 'pdf')} month={month} format="pdf" size="small" />
              <DownloadButton url={statementFileUrl(month, 'csv')} month={month} format="csv" size="small" />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function balanceLabel(cents: number): string {
  if (cents === 0) return 'nothing due';
  return cents > 0 ? 'balance due' : 'in your favor';
}
