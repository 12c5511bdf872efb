// Request log: the table with its loading, error and empty states, and the button for the next page.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LoggedRequest } from '../portal/api.generated.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { RequestTable } from './request-table.tsx';

interface Page<Request> {
  readonly data: readonly Request[];
}

interface RequestLogProps<Request extends LoggedRequest> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<Request>>>;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly ownerOf?: (request: Request) => string;
  /** How the first request is made, and a link to it. */
  readonly first: FirstRequest;
}

interface FirstRequest {
  readonly text: string;
  readonly link: ReactNode;
}

export function RequestLog<Request extends LoggedRequest>(props: RequestLogProps<Request>) {
  const { query, isFiltered, onClear, ownerOf, first } = props;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query;
  const requests = data?.pages.flatMap((page) => page.data);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <Card isFlush className={isPlaceholderData ? 'opacity-60' : ''}>
      {!requests && <SkeletonRows rows={8} label="Loading requests" />}
      {requests?.length === 0 && <EmptyRequestLog {...{ isFiltered, onClear, first }} />}
      {requests && requests.length > 0 && (
        <RequestTable requests={requests} {...(ownerOf !== undefined && { ownerOf })} />
      )}
      {hasNextPage && (
        <div className="border-t p-3 text-center">
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

function EmptyRequestLog({
  isFiltered,
  onClear,
  first,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly first: FirstRequest;
}) {
  if (!isFiltered) {
    return (
      <EmptyState icon="inbox" title="No requests yet" actions={first.link}>
        API requests appear here about one second after they are made, with status, request and response.{' '}
        {first.text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="search"
      title="No requests match these filters"
      actions={
        <Button onClick={onClear} icon="close">
          Clear filters
        </Button>
      }
    >
      Search by request id (the X-Request-Id header of every response) or by booking id.
    </EmptyState>
  );
}
