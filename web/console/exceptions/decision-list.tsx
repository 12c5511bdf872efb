// Recent decisions on exceptions (resolved or snoozed) with their reasons.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { DueTime, RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { ExceptionDecision, ExceptionKind } from '../api.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { BookingLink } from './booking-link.tsx';
import { exceptionSubject, kindLabels } from './exception-labels.ts';
import { decisionsQuery } from './exception-queries.ts';

export function DecisionList() {
  const { data, error, refetch } = useQuery(decisionsQuery);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <Card isFlush>
      {data === undefined ? (
        <SkeletonRows label="Loading decisions" />
      ) : data.data.length === 0 ? (
        <EmptyState icon="list" title="No decisions yet">
          Resolved and snoozed exceptions appear here with their reasons. You can reopen them.
        </EmptyState>
      ) : (
        <ul className="divide-y" aria-label="Decisions">
          {data.data.map((decision) => (
            <DecisionRow key={decision.key} decision={decision} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function DecisionRow({ decision }: { readonly decision: ExceptionDecision }) {
  const { key, kind, decision: how, until, reason, operator_name, at, booking } = decision;
  const mayDecide = useHasRole('dispatcher');
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const reopen = useMutation({
    mutationFn: () => write('POST', '/exceptions/reopen', { key }),
    onSuccess: () => toast('Reopened. The exception is listed again if it still exists.'),
    onError: (error) => toast(error.message, 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: ['exceptions'] }),
  });
  const { label } = kindLabels[kind as ExceptionKind] ?? { label: kind };
  const subject = exceptionSubject(decision);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 px-4 py-3 sm:px-5">
      <Badge tone={how === 'resolved' ? 'good' : 'quiet'}>
        {how === 'resolved' ? 'Resolved' : 'Snoozed'}
      </Badge>
      <div className="min-w-0 flex-1 basis-56">
        <p>
          {booking && <BookingLink booking={booking} />}
          {reason}
        </p>
        <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          {label}
          {subject !== '' && ` · ${subject}`}
          {` · decided by ${operator_name} · `}
          <RelativeTime at={at} isInList />
          {until !== null && (
            <>
              {' '}
              · ends <DueTime at={until} isInList />
            </>
          )}
        </p>
      </div>
      {mayDecide && (
        <Button
          size="small"
          look="plain"
          icon="undo"
          busy={reopen.isPending}
          aria-label={`Reopen: ${booking?.hid ?? label}, ${reason}`}
          onClick={() => reopen.mutate()}
        >
          Reopen
        </Button>
      )}
    </li>
  );
}
