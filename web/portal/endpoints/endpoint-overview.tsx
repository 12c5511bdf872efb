// Overview of an endpoint: figures of the last 24 hours, charts, latest deliveries, subscribed events.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { formatMilliseconds } from '../../ui/time-format.ts';
import type { PortalEndpoint } from '../api.generated.ts';
import { useDeliveries } from '../deliveries/delivery-queries.ts';
import { DeliveryTable } from '../deliveries/delivery-table.tsx';
import { NoDeliveriesYet } from '../deliveries/empty-deliveries.tsx';
import { EndpointCharts } from './endpoint-charts.tsx';
import { formatSuccessRate } from './endpoint-labels.ts';

const LATEST = 8;

export function EndpointOverview({ endpoint }: { readonly endpoint: PortalEndpoint }) {
  const { id, events, day, pending, last_success_at, created_at } = endpoint;
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line shadow-xs sm:grid-cols-4">
        <Figure
          name="Success rate, 24 h"
          note={`${(day.succeeded + day.failed).toLocaleString()} attempts, tests excluded`}
        >
          {formatSuccessRate(day)}
        </Figure>
        <Figure name="p95 response time, 24 h" note="timeout 15 s">
          {day.p95_ms === null ? '–' : formatMilliseconds(day.p95_ms)}
        </Figure>
        <Figure name="Pending" note="queued or retrying">
          {pending.toLocaleString()}
        </Figure>
        <Figure
          name="Last success"
          note={
            <>
              created <RelativeTime at={created_at} tip="end" />
            </>
          }
        >
          {last_success_at === null ? 'None yet' : <RelativeTime at={last_success_at} tip="end" />}
        </Figure>
      </dl>
      <EndpointCharts id={id} />
      <LatestDeliveries id={id} />
      <Card
        title="Subscribed events"
        note={
          events === null ? 'All event types, including future ones. Opt-in types are excluded.' : undefined
        }
      >
        {events !== null && (
          <ul className="flex flex-wrap gap-1.5">
            {events.map((type) => (
              <li key={type}>
                <Link
                  href={`/events/${type}`}
                  className="inline-block rounded-md border bg-paper px-2 py-0.5 font-mono text-xs hover:border-field-line"
                >
                  {type}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {events === null && (
          <ButtonLink size="small" href="/events" icon="book">
            View event catalog
          </ButtonLink>
        )}
      </Card>
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div className="bg-card px-4 py-3 sm:px-5">
      <dt className="text-[0.8125rem] text-muted">{name}</dt>
      <dd className="mt-0.5 text-xl font-semibold tracking-tight tabular-nums">{children}</dd>
      <dd className="text-xs text-muted">{note}</dd>
    </div>
  );
}

function LatestDeliveries({ id }: { readonly id: string }) {
  const { data, error, refetch } = useDeliveries({ endpoint: id }, LATEST);
  const latest = data?.pages[0]?.data;
  return (
    <Card
      isFlush
      title="Latest deliveries"
      aside={
        <ButtonLink size="small" href={`/deliveries?endpoint=${id}`}>
          View all
        </ButtonLink>
      }
    >
      {error && !data && (
        <div className="p-4">
          <LoadError error={error} onRetry={refetch} />
        </div>
      )}
      {!data && !error && <SkeletonRows label="Loading deliveries" />}
      {latest?.length === 0 && <NoDeliveriesYet endpointId={id} />}
      {latest && latest.length > 0 && <DeliveryTable deliveries={latest} hasEndpoint={false} />}
    </Card>
  );
}
