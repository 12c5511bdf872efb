// What the pages of bookings ask for.
import { queryOptions } from '@tanstack/react-query';
import type {
  BookingDetails,
  BookingPage,
  BookingWindows,
} from '../../../src/features/console/bookings/booking-page-wire.ts';
import { callOperator } from '../operator-api.ts';

/** `search` as the address has it. */
export const bookingsQuery = (search: string) =>
  queryOptions({
    queryKey: ['bookings', search],
    queryFn: ({ signal }) => callOperator<BookingPage>(`/bookings${search}`, { signal }),
  });

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id],
    queryFn: ({ signal }) => callOperator<BookingDetails>(`/bookings/${encodeURIComponent(id)}`, { signal }),
  });

/** Below `booking`, so that whatever changes the booking asks anew. */
export const bookingWindowsQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id, 'windows'],
    queryFn: ({ signal }) => callOperator<BookingWindows>(`/bookings/${id}/windows`, { signal }),
  });
