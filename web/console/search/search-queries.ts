// Query of the global search.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SearchAnswer } from '../../../src/features/console/search/search-wire.ts';
import { query } from '../../client/api-request.ts';
import { callOperator } from '../operator-api.ts';

export const searchQuery = (said: string) =>
  queryOptions({
    queryKey: ['search', said],
    queryFn: ({ signal }) => callOperator<SearchAnswer>(`/search${query({ q: said })}`, { signal }),
    enabled: said !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });
