// Delivery log. The filters are in the URL, so that a view can be bookmarked and shared.
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useEndpoints } from '../endpoints/endpoint-queries.ts';
import { type DeliveryFilters, readFilters, writeFilters } from './delivery-filters.ts';
import { useDeliveries } from './delivery-queries.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { NoDeliveriesYet, NoMatchingDeliveries } from './empty-deliveries.tsx';
import { FilterBar } from './filter-bar.tsx';

export function DeliveriesPage() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const set = (next: DeliveryFilters) => setParams(writeFilters(next), { replace: true });
  return (
    <>
      <PageHead title="Webhook deliveries" lead="Events that were sent to your endpoints, newest first." />
      <FilterBar filters={filters} onChange={set} />
      <Log filters={filters} onChange={set} onClear={() => set({})} />
    </>
  );
}

interface LogProps {
  readonly filters: DeliveryFilters;
  readonly onChange: (filters: DeliveryFilters) => void;
  readonly onClear: () => void;
}

function Log({ filters, onChange, onClear }: LogProps) {
  const endpoints = useEndpoints();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } =
    useDeliveries(filters);
  const deliveries = data?.pages.flatMap((page) => page.data);
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  return (
    <Card isFlush className={isPlaceholderData ? 'opacity-60' : ''}>
      {!deliveries && <SkeletonRows rows={8} label="Loading deliveries" />}
      {deliveries?.length === 0 &&
        (Object.keys(filters).length === 0 ? (
          <NoDeliveriesYet endpointId={endpoints.data?.[0]?.id ?? null} />
        ) : (
          <NoMatchingDeliveries
            onClear={onClear}
            onShowRetried={
              filters.status === 'failed' ? () => onChange({ ...filters, status: 'pending' }) : null
            }
          />
        ))}
      {deliveries && deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
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
