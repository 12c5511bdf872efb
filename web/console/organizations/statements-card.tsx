// Balance and monthly statements of an organization, each as the PDF file that the partner gets.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DownloadButton } from '../../statements/download-button.tsx';
import { monthLabel, statusLabels } from '../../statements/month-label.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { formatCents } from '../bookings/booking-labels.ts';
import { organizationStatementsQuery } from './organization-queries.ts';

/** Older statements are shown on request. */
const SHOWN = 3;

export function StatementsCard({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch } = useQuery(organizationStatementsQuery(organizationId));
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? data?.data : data?.data.slice(0, SHOWN);
  return (
    <Card
      title="Statements"
      note={data && <Balance cents={data.balance} />}
      isFlush
      aside={
        data &&
        data.data.length > SHOWN &&
        !showsAll && (
          <Button size="small" onClick={() => setShowsAll(true)}>
            Show all {data.data.length}
          </Button>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={2} label="Loading statements" />}
      {data?.data.length === 0 && (
        <p className="px-4 pb-4 text-muted sm:px-5">
          No statements. They appear here with the first billed delivery.
        </p>
      )}
      {shown && shown.length > 0 && (
        <ul className="divide-y border-t" aria-label="Statements">
          {shown.map(({ month, status, closing_balance }) => (
            <li key={month} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 sm:px-5">
              <span className="flex-[1_1_9rem] font-medium">{monthLabel(month)}</span>
              <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>
              <span className="w-28 text-right tabular-nums">{formatCents(closing_balance)}</span>
              <DownloadButton
                month={month}
                format="pdf"
                size="small"
                url={`/operator/organizations/${organizationId}/statements/${month}.pdf`}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Balance({ cents }: { readonly cents: number }) {
  if (cents === 0) return 'Nothing is owed.';
  return cents > 0 ? `Balance owed: ${formatCents(cents)}.` : `Credit: ${formatCents(-cents)}.`;
}
