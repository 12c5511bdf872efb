// Queries of the live map.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { LiveMap } from '../api.ts';
import { callOperator } from '../operator-api.ts';

/** Poll interval in addition to SSE, in case the stream is interrupted. */
const POLL_INTERVAL_MS = 5_000;

/** `crew`: the chosen one, of which all jobs have their roads. */
export const mapQuery = (area: string | null, crew: string | null) =>
  queryOptions({
    queryKey: ['positions', area, crew],
    queryFn: ({ signal }) => callOperator<LiveMap>(`/map${query({ area, crew })}`, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
    // Choosing a crew changes lines of the map; the rest stays.
    placeholderData: keepPreviousData,
  });
