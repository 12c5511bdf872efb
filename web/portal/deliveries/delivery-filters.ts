// Filters of the delivery log and their representation in the URL.
import { readFilterParams, type TimeFilter, writeFilterParams } from '../../ui/time-span.ts';

export interface DeliveryFilters extends TimeFilter {
  readonly endpoint?: string | undefined;
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly search?: string | undefined;
}

const names = ['endpoint', 'status', 'type', 'search', 'time', 'from', 'to'] as const;

export const readFilters = (params: URLSearchParams): DeliveryFilters => readFilterParams(params, names);
export const writeFilters = (filters: DeliveryFilters): URLSearchParams => writeFilterParams(filters, names);
