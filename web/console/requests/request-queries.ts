// Queries of the request log.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import { type RequestFilters, requestLogQuery } from '../../requests/request-filters.ts';
import type { OperatorRequestDetail, OperatorRequestPage } from '../api.generated.ts';
import { callOperator } from '../operator-api.ts';

const PAGE_SIZE = 50;
/** Poll interval: there is no SSE invalidation for the request log, because requests arrive continuously. */
const POLL_INTERVAL_MS = 5_000;

export function useRequests(filters: RequestFilters) {
  return useInfiniteQuery({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam, signal }) => {
      const values = { ...requestLogQuery(filters, Date.now()), after: pageParam, limit: PAGE_SIZE };
      return callOperator<OperatorRequestPage>(`/requests${query(values)}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 1 ? POLL_INTERVAL_MS : false),
  });
}

export function useRequest(id: string) {
  return useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) => callOperator<OperatorRequestDetail>(`/requests/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
