// Recoveries of an endpoint, running and finished.

import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Recovery } from '../api.generated.ts';
import { useEndpoint, useRecoveries } from './endpoint-queries.ts';

export function RecoveryList({ id }: { readonly id: string }) {
  const { data, error, refetch } = useRecoveries(id);
  return (
    <Card title="Recoveries" isFlush>
      {error && !data && (
        <div className="p-4">
          <LoadError error={error} onRetry={refetch} />
        </div>
      )}
      {!data && !error && <SkeletonRows rows={2} label="Loading recoveries" />}
      {data?.length === 0 && (
        <EmptyState icon="refresh" title="No recoveries yet">
          Recoveries of this endpoint appear here. After an outage of your receiver, choose a start time,
          check the counts and start one.
        </EmptyState>
      )}
      <ul className="divide-y border-t empty:border-t-0" aria-live="polite">
        {data?.map((recovery, index) => (
          <RecoveryItem key={recovery.id} recovery={recovery} endpointId={id} isNewest={index === 0} />
        ))}
      </ul>
    </Card>
  );
}

interface RecoveryItemProps {
  readonly recovery: Recovery;
  readonly endpointId: string;
  readonly isNewest: boolean;
}

function RecoveryItem({
  recovery: { since, queued, created_at, finished_at },
  endpointId,
  isNewest,
}: RecoveryItemProps) {
  const { data: endpoint } = useEndpoint(endpointId);
  const pending = isNewest ? (endpoint?.pending ?? 0) : 0;
  return (
    <li className="grid gap-2 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          {queued.toLocaleString()} {queued === 1 ? 'delivery' : 'deliveries'} queued
        </p>
        {state(finished_at, pending)}
      </div>
      {(finished_at === null || pending > 0) && (
        <Progress done={finished_at === null ? null : Math.max(0, queued - pending)} total={queued} />
      )}
      <p className="text-[0.8125rem] text-muted">
        Deliveries since {englishTimes.exact(since)} · started <RelativeTime at={created_at} />
      </p>
    </li>
  );
}

function state(finishedAt: string | null, pending: number) {
  if (finishedAt === null) return <Badge tone="warn">Queueing</Badge>;
  if (pending > 0) return <Badge tone="warn">{pending.toLocaleString()} pending</Badge>;
  return (
    <Badge tone="good" hasDot>
      Done
    </Badge>
  );
}

/** `done` null renders an indeterminate progress bar. */
function Progress({ done, total }: { readonly done: number | null; readonly total: number }) {
  return (
    <progress
      aria-label="Recovery progress"
      max={Math.max(1, total)}
      {...(done !== null && { value: done })}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
    />
  );
}
