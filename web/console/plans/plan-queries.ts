// Queries of plans and of what is intended for a day.
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { Plan, PlanExplanation, PlanList, PlanMap, PlannedDay } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export interface PlanDay {
  readonly area: string;
  readonly day: string;
}

/** The stream announces progress; the interval covers a lost connection. */
const POLL_MS = 2_000;

export const planQuery = (id: string) =>
  queryOptions({
    queryKey: ['plan', id],
    queryFn: ({ signal }) => callOperator<Plan>(`/plans/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'computing' ? POLL_MS : false),
  });

/** Newest first, without results. `area` null: of all areas. */
export const plansQuery = ({ area, day }: { readonly area: string | null; readonly day: string }) =>
  queryOptions({
    queryKey: ['plans', day, area],
    queryFn: async ({ signal }) =>
      (await callOperator<PlanList>(`/plans${query({ area, day })}`, { signal })).data,
  });

export const plannedDayQuery = ({ area, day }: PlanDay) =>
  queryOptions({
    queryKey: ['planned-jobs', day, area],
    queryFn: ({ signal }) => callOperator<PlannedDay>(`/planned-jobs${query({ area, day })}`, { signal }),
  });

export const planMapQuery = (id: string) =>
  queryOptions({
    queryKey: ['plan', id, 'map'],
    queryFn: ({ signal }) => callOperator<PlanMap>(`/plans/${id}/map`, { signal }),
    staleTime: 60_000,
  });

/** Why a booking is planned for its crew, compared with the day as it is now. */
export const plannedCrewQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ['board', 'planned-crew', bookingId],
    queryFn: ({ signal }) =>
      callOperator<PlanExplanation>(`/planned-jobs/${bookingId}/explanation`, { signal }),
    retry: false,
  });

/** The search is stored with the plan: the answer does not change. */
export const explanationQuery = (planId: string, bookingId: string) =>
  queryOptions({
    queryKey: ['plan', planId, 'explanation', bookingId],
    queryFn: ({ signal }) =>
      callOperator<PlanExplanation>(`/plans/${planId}/explanations/${bookingId}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
