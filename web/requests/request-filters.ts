// Filters of the request log: their representation in the URL of the page and in the API query.
import { readFilterParams, type TimeFilter, timeBounds, writeFilterParams } from '../ui/time-span.ts';

export interface RequestFilters extends TimeFilter {
  readonly status?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly search?: string | undefined;
  /** Console only. */
  readonly account?: string | undefined;
}

const names = ['account', 'status', 'method', 'path', 'search', 'time', 'from', 'to'] as const;

export const readRequestFilters = (params: URLSearchParams): RequestFilters =>
  readFilterParams(params, names);
export const writeRequestFilters = (filters: RequestFilters): URLSearchParams =>
  writeFilterParams(filters, names);

export function requestLogQuery(
  { account, status, method, path, search, ...time }: RequestFilters,
  nowMs: number,
) {
  return { account_id: account, status, method, path, search, ...timeBounds(time, nowMs) };
}
