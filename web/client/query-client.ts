// TanStack Query client of the portal and the console. A 401 response of any query or mutation calls `onUnauthorized`.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkDownError } from './api-request.ts';

const MAX_RETRIES = 3;

export function createQueryClient(onUnauthorized: () => void): QueryClient {
  const report401 = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: report401 }),
    mutationCache: new MutationCache({ onError: report401 }),
    defaultOptions: {
      queries: {
        // SSE invalidates stale queries, so refetching on window focus is not needed.
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (count, error) =>
          count < MAX_RETRIES &&
          (error instanceof NetworkDownError || (error instanceof ApiError && error.status >= 500)),
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
