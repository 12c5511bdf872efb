// Routes of /operator/dashboards: totals as JSON and as CSV.
import { type Static, Type } from 'typebox';
import { FileContent } from '../../../http/operations/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer } from '../../../http/operations/schemas.ts';
import type { ConsoleContext } from '../console-context.ts';
import { type Dashboard, DashboardSchema, QuerySchema } from './dashboard-schemas.ts';
import { type DashboardQuery, readDashboard } from './read-dashboard.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Dashboards' });

export const dashboardOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/dashboards',
    role: 'viewer',
    id: 'dashboards.get',
    summary: 'Retrieve the dashboard',
    description:
      'Returns bookings by state, punctuality, revenue and use of capacity for the last 7, 30 or 90 days, ' +
      'per day, account and area. A booking counts on the day of its arrival window. The totals come from a ' +
      'projection that follows the event feed, normally within a second.',
    query: QuerySchema,
    responses: { 200: answer(DashboardSchema, 'The totals.') },
    handler: ({ context, request }) => readDashboard(context, queryOf(request.query)),
  }),

  operation({
    method: 'GET',
    path: '/dashboards/days.csv',
    role: 'viewer',
    produces: 'text/csv',
    id: 'dashboards.csv',
    summary: 'Download the daily totals as CSV',
    description: 'Returns the days of the dashboard as CSV (RFC 4180). Amounts are in cents.',
    query: QuerySchema,
    responses: {
      200: Type.String({ description: 'The daily totals as CSV.', examples: ['day,created,dispatched'] }),
    },
    handler: async ({ context, request }) => {
      const view = await readDashboard(context, queryOf(request.query));
      const name = `waybill-${view.first_day}-${view.last_day}.csv`;
      return new FileContent('text/csv; charset=utf-8', name, dashboardCsv(view));
    },
  }),
];

function queryOf({
  days = '30',
  account_id: accountId,
  area: areaSlug,
}: Static<typeof QuerySchema>): DashboardQuery {
  return { dayCount: Number(days), accountId, areaSlug };
}

const columns = [
  'day',
  'created',
  'dispatched',
  'completed',
  'cancelled',
  'on_time',
  'late',
  'revenue_cents',
  'reserved',
  'places',
] as const;

/** Contains only numbers and dates, so spreadsheet formula injection is not possible. */
function dashboardCsv({ days }: Dashboard): string {
  const lines = days.map((day) => columns.map((column) => day[column]).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}
