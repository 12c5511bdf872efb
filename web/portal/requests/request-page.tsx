// Page of one logged API request.
import { Link } from 'wouter';
import { RequestSheet } from '../../requests/request-sheet.tsx';
import { StatusBadge } from '../../requests/status-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useSession } from '../session-context.tsx';
import { useRequest } from './request-queries.ts';

export function RequestPage({ id }: { readonly id: string }) {
  const { session } = useSession();
  const { data, error, refetch } = useRequest(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="request" />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows label="Loading the request" />
      </Card>
    );
  }
  return (
    <>
      <PageHead
        title={`${data.method} ${data.path}`}
        back={{ href: '/requests', label: 'Requests' }}
        heading={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <span className="min-w-0 font-mono text-lg break-all">
              {data.method} {data.path}
            </span>
            <StatusBadge status={data.status} />
          </span>
        }
      />
      <RequestSheet
        request={data}
        apiUrl={session.api_url}
        bookingLink={(bookingId) => (
          <Link
            href={`/requests?search=${bookingId}`}
            className="rounded-sm font-mono text-[0.8125rem] underline underline-offset-2"
          >
            {bookingId}
          </Link>
        )}
      />
    </>
  );
}
