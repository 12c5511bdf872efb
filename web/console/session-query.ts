// The session as last read from the server. The shell reads it again every minute; the context keeps what was true at sign-in.
import { useQuery } from '@tanstack/react-query';
import type { OperatorSession } from './api.ts';
import { callOperator } from './operator-api.ts';
import { useSession } from './session-context.tsx';

export const sessionQuery = (initialData: OperatorSession) => ({
  queryKey: ['session'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callOperator<OperatorSession>('/session', { signal }),
  initialData,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Base map with its attribution, which changes while the page is open: regions are imported and removed by a command. */
export function useMapSource(): OperatorSession['map'] {
  return useQuery(sessionQuery(useSession().session)).data.map;
}
