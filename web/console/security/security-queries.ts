// Queries of the security page: events with filters, the event types, and the export.
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import { saveFile } from '../../client/save-file.ts';
import { useStepUp } from '../../step-up/step-up-provider.tsx';
import { readFilterParams, type TimeFilter, timeBounds, writeFilterParams } from '../../ui/time-span.ts';
import { useToast } from '../../ui/toast.tsx';
import type { SecurityEventPage, SecurityEventTypeList } from '../api.generated.ts';
import { callOperator, fetchOperatorFile } from '../operator-api.ts';

export interface SecurityFilters extends TimeFilter {
  readonly event?: string | undefined;
  readonly severity?: string | undefined;
  readonly account?: string | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
}

const names = ['event', 'severity', 'account', 'actor', 'subject', 'time', 'from', 'to'] as const;

export const readSecurityFilters = (params: URLSearchParams): SecurityFilters =>
  readFilterParams(params, names);
export const writeSecurityFilters = (filters: SecurityFilters): URLSearchParams =>
  writeFilterParams(filters, names);

function apiQuery({ account, event, severity, actor, subject, ...time }: SecurityFilters) {
  return { account_id: account, event, severity, actor, subject, ...timeBounds(time, Date.now()) };
}

const PAGE_SIZE = 50;
/** Poll interval: failed sign-ins cause no SSE invalidation. */
const POLL_INTERVAL_MS = 10_000;

export function useSecurityEvents(filters: SecurityFilters) {
  return useInfiniteQuery({
    queryKey: ['security-events', filters],
    queryFn: ({ pageParam, signal }) => {
      const values = { ...apiQuery(filters), after: pageParam, limit: PAGE_SIZE };
      return callOperator<SecurityEventPage>(`/security-events${query(values)}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= 1 ? POLL_INTERVAL_MS : false),
  });
}

export const securityEventTypesQuery = {
  queryKey: ['security-event-types'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    callOperator<SecurityEventTypeList>('/security-events/types', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
};

export type ExportFormat = 'csv' | 'ndjson';

/** Downloads the events that match the filters. Fetched by script, because the server may require step-up first. */
export function useSecurityExport(filters: SecurityFilters) {
  const withStepUp = useStepUp();
  const showToast = useToast();
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const path = `/security-events/export${query({ ...apiQuery(filters), format })}`;
      saveFile(await withStepUp(() => fetchOperatorFile(path)));
    },
    onError: (error) => showToast(error.message, 'bad'),
  });
}
