// Queries of the live map.
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { LiveMap } from '../api.ts';
import { callOperator } from '../operator-api.ts';

/** Poll interval in addition to SSE, in case the stream is interrupted. */
const POLL_INTERVAL_MS = 5_000;

export const mapQuery = (area: string | null) =>
  queryOptions({
    queryKey: ['positions', area],
    queryFn: ({ signal }) => callOperator<LiveMap>(`/map${query({ area })}`, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  });
