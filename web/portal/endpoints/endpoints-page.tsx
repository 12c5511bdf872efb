// List of the account's endpoints with their health.

import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { PortalEndpoint } from '../api.generated.ts';
import { useSession } from '../session-context.tsx';
import { EndpointNotices } from './endpoint-notices.tsx';
import { useEndpoints } from './endpoint-queries.ts';
import { EndpointRow, endpointGridClass } from './endpoint-row.tsx';
import { FirstEndpoint } from './first-endpoint.tsx';

export function EndpointsPage() {
  const { session } = useSession();
  const { data, error, refetch } = useEndpoints();
  const isFull = (data?.length ?? 0) >= session.endpoint_limit;
  return (
    <>
      <EndpointNotices />
      <PageHead
        title="Endpoints"
        lead={data && data.length > 0 ? summary(data, session.endpoint_limit) : undefined}
        actions={
          data &&
          data.length > 0 &&
          !isFull && (
            <ButtonLink href="/endpoints/new" look="primary" icon="plus">
              Add endpoint
            </ButtonLink>
          )
        }
      />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <Card isFlush>
          <SkeletonRows label="Loading your endpoints" />
        </Card>
      )}
      {data?.length === 0 && <FirstEndpoint />}
      {data && data.length > 0 && <EndpointList endpoints={data} />}
    </>
  );
}

function summary(endpoints: readonly PortalEndpoint[], limit: number): string {
  const failingCount = endpoints.filter(({ health }) => health === 'failing' || health === 'paused').length;
  const disabledCount = endpoints.filter(({ disabled }) => disabled).length;
  const states = [
    failingCount > 0 && `${failingCount} failing`,
    disabledCount > 0 && `${disabledCount} disabled`,
    failingCount + disabledCount === 0 && (endpoints.length === 1 ? 'healthy' : 'all healthy'),
  ].filter(Boolean);
  return `${endpoints.length} of ${limit} endpoints, ${states.join(', ')}. Figures cover the last 24 hours.`;
}

function EndpointList({ endpoints }: { readonly endpoints: readonly PortalEndpoint[] }) {
  return (
    <Card isFlush>
      <div aria-hidden="true" className={`eyebrow border-b px-5 py-2.5 max-md:hidden ${endpointGridClass}`}>
        <span>Endpoint</span>
        <span>Attempts, 24 h</span>
        <span className="text-right">Success</span>
        <span className="text-right">p95</span>
        <span className="text-right">Pending</span>
        <span />
      </div>
      <ul className="divide-y">
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
    </Card>
  );
}
