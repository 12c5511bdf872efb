// Queries of the account's request log.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import { type RequestFilters, requestLogQuery } from '../../requests/request-filters.ts';
import type { RequestDetail, RequestPage } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

const PAGE_SIZE = 50;

export function useRequests(filters: RequestFilters) {
  return useInfiniteQuery({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam, signal }) => {
      const values = { ...requestLogQuery(filters, Date.now()), after: pageParam, limit: PAGE_SIZE };
      return callPortal<RequestPage>(`/requests${query({ ...values, account_id: undefined })}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
}

export function useRequest(id: string) {
  return useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) => callPortal<RequestDetail>(`/requests/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
