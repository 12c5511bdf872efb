// TanStack Query client of the portal and the console. A 401 response of any query or mutation ends the session.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkDownError } from './api-request.ts';

const MOST_TRIES = 3;

export function createQueryClient(onSessionEnd: () => void): QueryClient {
  const watch = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onSessionEnd();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        // SSE invalidates stale queries, so refetching on window focus is not needed.
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        retry: (count, error) =>
          count < MOST_TRIES &&
          (error instanceof NetworkDownError || (error instanceof ApiError && error.status >= 500)),
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
