// Exceptions page: open exceptions, most severe first, and recent decisions.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Exception } from '../api.ts';
import { DecisionList } from './decision-list.tsx';
import { exceptionsQuery } from './exception-queries.ts';
import { ExceptionRow } from './exception-row.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

type View = 'open' | 'decided';

export function ExceptionsPage() {
  const [view, setView] = useState<View>('open');
  const { data } = useQuery(exceptionsQuery);
  const count = data?.total;
  return (
    <>
      <PageHead
        title="Exceptions"
        lead="Bookings, payments and webhook endpoints that need an operator, most severe first. Fixed exceptions disappear automatically."
      />
      <Tabs<View>
        label="Exceptions"
        tabs={[
          { value: 'open', label: count === undefined ? 'Open' : `Open (${count})` },
          { value: 'decided', label: 'Decided' },
        ]}
        value={view}
        onChange={setView}
      >
        {view === 'open' ? <OpenExceptions /> : <DecisionList />}
      </Tabs>
    </>
  );
}

interface OpenDecision {
  readonly exception: Exception;
  readonly how: 'resolve' | 'snooze';
}

function OpenExceptions() {
  const { data, error, refetch } = useQuery(exceptionsQuery);
  const [openDecision, setOpenDecision] = useState<OpenDecision | null>(null);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <Card isFlush>
      {data === undefined ? (
        <SkeletonRows label="Loading exceptions" />
      ) : data.data.length === 0 ? (
        <EmptyState icon="check" title="No open exceptions">
          Late and unassigned bookings, failed stops, refused payments and failing webhook endpoints appear
          here within seconds.
        </EmptyState>
      ) : (
        <ul className="divide-y" aria-label="Open exceptions">
          {data.data.map((exception) => (
            <ExceptionRow
              key={exception.key}
              exception={exception}
              onSettle={(how) => setOpenDecision({ exception, how })}
            />
          ))}
        </ul>
      )}
      {openDecision && <ResolveDialog {...openDecision} onClose={() => setOpenDecision(null)} />}
    </Card>
  );
}
