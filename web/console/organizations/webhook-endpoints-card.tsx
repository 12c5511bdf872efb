// Webhook endpoints of an organization with their health. The endpoint that the URL names is marked and focused.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { OrganizationEndpoint } from '../api.ts';
import { healthLabels } from './health-labels.ts';
import { organizationEndpointsQuery } from './organization-queries.ts';

export function WebhookEndpointsCard({ organizationId }: { readonly organizationId: string }) {
  const { data, error, refetch } = useQuery(organizationEndpointsQuery(organizationId));
  const markedId = new URLSearchParams(useSearch()).get('endpoint');
  return (
    <Card
      title="Webhook endpoints"
      note="The partner manages them through the API and in the portal, where every delivery is listed."
      isFlush
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows rows={2} label="Loading webhook endpoints" />}
      {data?.data.length === 0 && (
        <p className="px-4 pb-4 text-muted sm:px-5">
          No endpoints. They appear here when the partner creates them.
        </p>
      )}
      {data && data.data.length > 0 && (
        <ul className="divide-y border-t" aria-label="Webhook endpoints">
          {data.data.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} isMarked={endpoint.id === markedId} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const disabledLabels = {
  manual: 'Disabled by the partner or an operator',
  failing: 'Disabled because it kept failing',
  gone: 'Disabled because it responded with 410 Gone',
} as const;

interface EndpointRowProps {
  readonly endpoint: OrganizationEndpoint;
  readonly isMarked: boolean;
}

function EndpointRow({ endpoint, isMarked }: EndpointRowProps) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isMarked) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  const { label, tone } = healthLabels[endpoint.health];
  const { url, description, pending, succeeded, failed, last_failure: failure } = endpoint;
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-current={isMarked ? 'true' : undefined}
      className={classNames(
        'grid gap-x-4 gap-y-1 px-4 py-3 outline-none sm:grid-cols-[7rem_minmax(0,1fr)] sm:px-5',
        isMarked && 'bg-tint',
      )}
    >
      <span>
        <Badge tone={tone}>{label}</Badge>
      </span>
      <div className="min-w-0">
        <p className="font-mono text-[0.8125rem] font-medium [overflow-wrap:anywhere]">{url}</p>
        {description !== null && <p>{description}</p>}
        {failure !== null && (
          <p>
            Last failed attempt <RelativeTime at={failure.at} isInList />: {failure.says}
          </p>
        )}
        <p className="text-[0.8125rem] text-muted">
          <EndpointState endpoint={endpoint} />
          {`Last 24 hours: ${succeeded} delivered, ${failed} failed. `}
          {pending > 0 && `${pending} pending.`}
        </p>
      </div>
    </li>
  );
}

function EndpointState({ endpoint }: { readonly endpoint: OrganizationEndpoint }) {
  const { disabled_reason, disabled_at, failing_since, last_success_at } = endpoint;
  const since = disabled_at ?? failing_since;
  return (
    <>
      {since !== null && (
        <>
          {disabled_reason === null ? 'First failure' : disabledLabels[disabled_reason]}{' '}
          <RelativeTime at={since} isInList />.{' '}
        </>
      )}
      {disabled_at !== null && failing_since !== null && (
        <>
          Failing since <RelativeTime at={failing_since} isInList />.{' '}
        </>
      )}
      {last_success_at !== null && (
        <>
          Last success <RelativeTime at={last_success_at} isInList />.{' '}
        </>
      )}
    </>
  );
}
