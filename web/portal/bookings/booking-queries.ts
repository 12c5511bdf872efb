// Queries of bookings, and the writes that change them. Reads of a whole booking and all writes are partner operations.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type {
  AddressSuggestions,
  PortalBooking,
  PortalBookingPage,
  StopChangePrices,
} from '../api.generated.ts';
import type { Booking, CancellationPreview, EventList, Schedule } from '../partner.generated.ts';
import { callPortal } from '../portal-api.ts';
import { useWrite } from '../session-context.tsx';
import { type BookingFilters, filterQuery } from './booking-filters.ts';

/** Bookings change without an event of the portal's stream. */
const REFRESH_MS = 5_000;

export function useBookings(filters: BookingFilters) {
  return useInfiniteQuery({
    queryKey: ['bookings', filters],
    queryFn: ({ pageParam, signal }) =>
      callPortal<PortalBookingPage>(`/bookings${query({ ...filterQuery(filters), after: pageParam })}`, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

export interface ShownBooking {
  readonly booking: Booking;
  readonly facts: PortalBooking;
}

export function useBooking(id: string) {
  return useQuery({
    queryKey: ['booking', id],
    queryFn: async ({ signal }): Promise<ShownBooking> => {
      const [booking, facts] = await Promise.all([
        callPortal<Booking>(`/partner/bookings/${id}`, { signal }),
        callPortal<PortalBooking>(`/bookings/${id}`, { signal }),
      ]);
      return { booking, facts };
    },
    refetchInterval: REFRESH_MS,
  });
}

export function useBookingEvents(id: string) {
  return useQuery({
    queryKey: ['booking', id, 'events'],
    queryFn: ({ signal }) =>
      callPortal<EventList>(`/partner/events${query({ booking_id: id, limit: 100 })}`, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export function useCancellation(id: string) {
  return useQuery({
    queryKey: ['booking', id, 'cancellation'],
    queryFn: ({ signal }) =>
      callPortal<CancellationPreview>(`/partner/bookings/${id}/cancellation`, { signal }),
    // The fee may change while the dialog is open.
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

/** `route` is a quote, or the product and both ends of a booking's route. */
export function useSchedule(route: object) {
  const write = useWrite();
  return useQuery({
    queryKey: ['schedule', route],
    queryFn: () => write<Schedule>('POST', '/partner/schedule', route),
    staleTime: 30_000,
  });
}

export function useAddressSuggestions(text: string) {
  return useQuery({
    queryKey: ['addresses', text],
    queryFn: ({ signal }) => callPortal<AddressSuggestions>(`/addresses${query({ text })}`, { signal }),
    enabled: text.length >= 3,
    staleTime: 5 * 60_000,
  });
}

export interface PricePreview {
  /** Below the booking. */
  readonly path: string;
  readonly body?: object;
}

/** Price of a change; null: none is asked for. Asked again when the booking has changed meanwhile. */
export function usePricePreview({ id, updated_at }: Booking, preview: PricePreview | null) {
  const write = useWrite();
  return useQuery({
    queryKey: ['booking', id, 'price-preview', preview, updated_at],
    queryFn: () => write<StopChangePrices>('POST', `/bookings/${id}${preview?.path}`, preview?.body),
    enabled: preview !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export interface BookingChange {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Below the booking. */
  readonly path: string;
  readonly body?: object;
}

/** A write of a booking, as a partner operation. */
export function useBookingChange(id: string) {
  const write = useWrite();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method, path, body }: BookingChange) =>
      write<Booking>(method, `/partner/bookings/${id}${path}`, body, {
        idempotencyKey: crypto.randomUUID(),
      }),
    // Not awaited: the dialog closes before the booking that it shows changes.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['booking', id] });
      void client.invalidateQueries({ queryKey: ['bookings'] });
    },
  });
}
