// Queries of the exceptions page. Polled in addition to SSE, because exceptions also arise when time passes.
import { queryOptions } from '@tanstack/react-query';
import type { ExceptionDecisionList, ExceptionList } from '../api.ts';
import { callOperator } from '../operator-api.ts';

const POLL_INTERVAL_MS = 4_000;

export const exceptionsQuery = queryOptions({
  queryKey: ['exceptions', 'open'],
  queryFn: ({ signal }) => callOperator<ExceptionList>('/exceptions', { signal }),
  refetchInterval: POLL_INTERVAL_MS,
});

export const decisionsQuery = queryOptions({
  queryKey: ['exceptions', 'decisions'],
  queryFn: ({ signal }) => callOperator<ExceptionDecisionList>('/exceptions/decisions', { signal }),
});
