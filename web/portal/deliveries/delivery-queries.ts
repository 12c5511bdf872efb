// Queries and mutations for deliveries.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import { timeBounds } from '../../ui/time-span.ts';
import type { DeliveryDetail, DeliveryPage, PortalDelivery } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';
import { useWrite } from '../session-context.tsx';
import type { DeliveryFilters } from './delivery-filters.ts';

const PAGE_SIZE = 30;
const POLL_MS = 700;

export function useDeliveries(filters: DeliveryFilters, pageSize = PAGE_SIZE) {
  return useInfiniteQuery({
    queryKey: ['deliveries', filters, pageSize],
    queryFn: ({ pageParam, signal }) => {
      const { endpoint, status, type, search } = filters;
      const values = { endpoint_id: endpoint, status, type, search, ...timeBounds(filters, Date.now()) };
      return callPortal<DeliveryPage>(
        `/deliveries${query({ ...values, after: pageParam, limit: pageSize })}`,
        {
          signal,
        },
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
}

/** With `isAwaited` it polls until the first attempt is logged, in case the SSE connection is down. */
export function useDelivery(id: string | null, { isAwaited = false } = {}) {
  return useQuery({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => callPortal<DeliveryDetail>(`/deliveries/${id}`, { signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isAwaited && state.data?.log.length === 0 ? POLL_MS : false),
  });
}

/** Delivery of a test event. Polls until fan-out has created it. */
export function useDeliveryOfEvent(endpointId: string, eventId: string) {
  return useQuery({
    queryKey: ['deliveries', 'of-event', endpointId, eventId],
    queryFn: async ({ signal }): Promise<PortalDelivery | null> => {
      const values = { endpoint_id: endpointId, search: eventId, limit: 1 };
      const page = await callPortal<DeliveryPage>(`/deliveries${query(values)}`, { signal });
      return page.data[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? false : POLL_MS),
  });
}

export function useResend(id: string) {
  const write = useWrite();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => write<DeliveryDetail>('POST', `/deliveries/${id}/resend`),
    onSuccess: (delivery) => {
      client.setQueryData(['delivery', id], delivery);
      return client.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
}
