// Query of the account's sandbox bookings.
import { useInfiniteQuery } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { PortalBookingPage } from '../api.generated.ts';
import { callPortal } from '../portal-api.ts';

/** Simulated bookings change every few seconds; the stream of the portal does not announce bookings. */
const REFRESH_MS = 5_000;

export function useBookings(search: string | null) {
  return useInfiniteQuery({
    queryKey: ['bookings', search],
    queryFn: ({ pageParam, signal }) =>
      callPortal<PortalBookingPage>(`/bookings${query({ search, after: pageParam })}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
  });
}
