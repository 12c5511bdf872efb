// Queries of the board.
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import { browserTimeZone } from '../../ui/time-format.ts';
import type { Board, BoardWeek } from '../api.ts';
import { callOperator } from '../operator-api.ts';
import type { CandidateCrews } from './crew-candidates.ts';

export interface BoardLocation {
  readonly day: string;
  readonly area: string | null;
}

export const boardQuery = ({ day, area }: BoardLocation) =>
  queryOptions({
    queryKey: ['board', 'day', day, area],
    queryFn: ({ signal }) =>
      callOperator<Board>(`/board${query({ day, area, time_zone: browserTimeZone() })}`, { signal }),
    // Bookings become late without an event.
    refetchInterval: 60_000,
  });

export const weekQuery = ({ day, area }: BoardLocation) =>
  queryOptions({
    queryKey: ['board', 'week', day, area],
    queryFn: ({ signal }) => callOperator<BoardWeek>(`/board/week${query({ day, area })}`, { signal }),
  });

/** Never cached: every move changes which crews fit. */
export const candidateCrewsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['board', 'choices', bookingId],
    queryFn: ({ signal }) => callOperator<CandidateCrews>(`/bookings/${bookingId}/crews`, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export interface AreaName {
  readonly slug: string;
  readonly name: string;
}

export const areaNamesQuery = queryOptions({
  queryKey: ['areas', 'names'],
  queryFn: async ({ signal }) =>
    (await callOperator<{ data: readonly AreaName[] }>('/areas', { signal })).data,
});
