// Queries of the API clients of organizations.
import { queryOptions } from '@tanstack/react-query';
import type { ApiKey } from '../../portal/api.generated.ts';
import { callOperator } from '../operator-api.ts';

export const organizationClientsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['clients', organizationId],
    queryFn: ({ signal }) =>
      callOperator<{ readonly data: readonly ApiKey[] }>(`/organizations/${organizationId}/clients`, {
        signal,
      }),
    // Keeps the time of last use up to date; no SSE invalidation reports it.
    refetchInterval: 30_000,
  });
