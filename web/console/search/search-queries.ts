// Query of the global search.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { SearchAnswer } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => callOperator<SearchAnswer>(`/search${query({ q: text })}`, { signal }),
    enabled: text !== '',
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });
