// Queries of the capacity calendar.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { CapacityCalendar } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export interface AreaList {
  readonly data: readonly { readonly slug: string; readonly name: string }[];
}

export const areaListQuery = queryOptions({
  queryKey: ['areas', 'list'],
  queryFn: ({ signal }) => callOperator<AreaList>('/areas', { signal }),
});

export interface CalendarFilter {
  readonly area: string | null;
  readonly timeZone: string | null;
  readonly from: string | null;
}

export const calendarQuery = ({ area, timeZone, from }: CalendarFilter) =>
  queryOptions({
    queryKey: ['capacity', area, timeZone, from],
    queryFn: ({ signal }) =>
      callOperator<CapacityCalendar>(`/calendar${query({ area, time_zone: timeZone, from })}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
