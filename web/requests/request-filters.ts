// Filters of the request log: their representation in the URL of the page and in the API query.
import { readFilterWords, type TimeFilter, timeBounds, writeFilterWords } from '../ui/time-span.ts';

export interface RequestFilters extends TimeFilter {
  readonly status?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly search?: string | undefined;
  /** Console only. */
  readonly account?: string | undefined;
}

const names = ['account', 'status', 'method', 'path', 'search', 'time', 'from', 'to'] as const;

export const readRequestFilters = (params: URLSearchParams): RequestFilters => readFilterWords(params, names);
export const writeRequestFilters = (filters: RequestFilters): URLSearchParams =>
  writeFilterWords(filters, names);

export function askedOf({ account, status, method, path, search, ...time }: RequestFilters, nowMs: number) {
  return { account_id: account, status, method, path, search, ...timeBounds(time, nowMs) };
}
