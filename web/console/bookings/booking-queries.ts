// Queries of the booking pages.
import { queryOptions } from '@tanstack/react-query';
import type {
  CancellationPreview,
  OperatorBooking,
  OperatorBookingList,
  RefusedWindowList,
  Schedule,
} from '../api.ts';
import { callOperator } from '../operator-api.ts';

/** `search` is the URL's query string, with the question mark. */
export const bookingsQuery = (search: string) =>
  queryOptions({
    queryKey: ['bookings', search],
    queryFn: ({ signal }) => callOperator<OperatorBookingList>(`/bookings${search}`, { signal }),
  });

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id],
    queryFn: ({ signal }) => callOperator<OperatorBooking>(`/bookings/${encodeURIComponent(id)}`, { signal }),
  });

/** The key starts with `booking`, so that invalidating the booking reloads its fee. */
export const cancellationQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id, 'cancellation'],
    queryFn: ({ signal }) => callOperator<CancellationPreview>(`/bookings/${id}/cancellation`, { signal }),
    // The fee depends on the time: each opening of the dialog asks again.
    gcTime: 0,
  });

/** The key starts with `booking`, so that invalidating the booking reloads its windows. */
export const bookingWindowsQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id, 'windows'],
    queryFn: ({ signal }) => callOperator<Schedule>(`/bookings/${id}/windows`, { signal }),
  });

export const refusedWindowsQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id, 'refused-windows'],
    queryFn: ({ signal }) => callOperator<RefusedWindowList>(`/bookings/${id}/refused-windows`, { signal }),
  });
