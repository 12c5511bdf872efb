// Queries of the dashboards.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../client/api-request.ts';
import type { Dashboard } from '../api.ts';
import { callOperator } from '../operator-api.ts';

export interface DashboardFilter {
  readonly days: '7' | '30' | '90';
  readonly accountId: string;
  readonly area: string;
}

const toQueryString = ({ days, accountId, area }: DashboardFilter) =>
  query({ days, account_id: accountId, area });

export const dashboardQuery = (choice: DashboardFilter) =>
  queryOptions({
    queryKey: ['dashboards', choice],
    queryFn: ({ signal }) => callOperator<Dashboard>(`/dashboards${toQueryString(choice)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export const csvUrl = (choice: DashboardFilter) => `/operator/dashboards/days.csv${toQueryString(choice)}`;
