// Routes of /operator/dashboards: totals as JSON and as CSV.
import { type Static, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { answer, OneOf, Uuid } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { ConsoleContext } from '../console-context.ts';
import { dashboardCsv } from './dashboard-csv.ts';
import { type DashboardQuery, readDashboard } from './read-dashboard.ts';

const reads = { role: 'viewer' } as const;

export async function dashboardRoutes(
  app: HttpServer,
  { context }: { readonly context: ConsoleContext },
): Promise<void> {
  app.get('/dashboards', { config: reads, schema: readOperation }, async (request, reply) =>
    reply.send(await readDashboard(context, queryOf(request.query))),
  );

  app.get(
    '/dashboards/days.csv',
    { config: { ...reads, produces: 'text/csv' }, schema: csvOperation },
    async (request, reply) => {
      const view = await readDashboard(context, queryOf(request.query));
      return reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="waybill-${view.first_day}-${view.last_day}.csv"`,
        )
        .send(dashboardCsv(view));
    },
  );
}

const QuerySchema = Type.Object({
  days: Type.Optional(
    OneOf(['7', '30', '90'], { description: 'So many, the last of them today. Default: 30.' }),
  ),
  account_id: Type.Optional(
    Uuid({ description: 'Only bookings of this account. How full windows were is shown of all.' }),
  ),
  area: Type.Optional(Type.String({ maxLength: 63, description: 'Only this area.' })),
});

function queryOf({
  days = '30',
  account_id: accountId,
  area: areaSlug,
}: Static<typeof QuerySchema>): DashboardQuery {
  return { dayCount: Number(days), accountId, areaSlug };
}

const count = (description: string) => Type.Integer({ minimum: 0, description });
const sums = {
  created: count('Bookings that wait for a crew.'),
  dispatched: count('Bookings that have one.'),
  completed: count('Bookings that are done.'),
  cancelled: count('Bookings that were called off.'),
  on_time: count('Arrivals by the end of the window, at the stop that the window was for.'),
  late: count('Later arrivals.'),
  revenue_cents: Type.Integer({ description: 'Fares of completed bookings and fees of cancelled ones.' }),
};
const fill = {
  reserved: count('Places in windows that were taken, by all accounts.'),
  places: count('Places there were.'),
};
const sumsExample = {
  created: 1,
  dispatched: 0,
  completed: 9,
  cancelled: 2,
  on_time: 8,
  late: 1,
  revenue_cents: 92_140,
};
const fillExample = { reserved: 10, places: 48 };

const DashboardSchema = Type.Object(
  {
    first_day: Type.String({ format: 'date', description: 'The first day.' }),
    last_day: Type.String({ format: 'date', description: 'Today, where the company is.' }),
    totals: Type.Object({ ...sums, ...fill }, { description: 'Of all days.' }),
    days: Type.Array(
      Type.Object(
        { day: Type.String({ format: 'date', description: 'The day of the windows.' }), ...sums, ...fill },
        { description: 'A day.' },
      ),
      { description: 'Every day, in order.' },
    ),
    accounts: Type.Array(
      Type.Object(
        { id: Uuid({ description: 'Its id.' }), name: Type.String({ description: 'Its name.' }), ...sums },
        { description: 'An account.' },
      ),
      { description: 'The accounts with most bookings, at most a hundred.' },
    ),
    areas: Type.Array(
      Type.Object(
        {
          slug: Type.String({ description: 'Its slug.' }),
          name: Type.String({ description: 'Its name.' }),
          ...sums,
          ...fill,
        },
        { description: 'An area.' },
      ),
      { description: 'The areas with most bookings first.' },
    ),
  },
  {
    $id: 'Dashboard',
    description: 'How business goes.',
    examples: [
      {
        first_day: '2030-01-15',
        last_day: '2030-01-15',
        totals: { ...sumsExample, ...fillExample },
        days: [{ day: '2030-01-15', ...sumsExample, ...fillExample }],
        accounts: [{ id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee', name: 'Acme Furniture', ...sumsExample }],
        areas: [{ slug: 'united-states', name: 'United States', ...sumsExample, ...fillExample }],
      },
    ],
  },
);

export const dashboardSchemas = [DashboardSchema];

const readOperation = {
  ...operatorOperation('Dashboards'),
  operationId: 'dashboards.get',
  summary: 'See how business goes',
  description:
    'Bookings by state, punctuality, revenue and how full windows were, by day, account and area. Days are those of the arrival ' +
    'windows. Read from sums that are kept as bookings change.',
  querystring: QuerySchema,
  response: { 200: answer(DashboardSchema, 'The figures.') },
};

const csvOperation = {
  ...operatorOperation('Dashboards'),
  produces: ['text/csv'],
  operationId: 'dashboards.csv',
  summary: 'Download the days for a spreadsheet',
  description: 'The same days as CSV (RFC 4180), money in cents.',
  querystring: QuerySchema,
  response: { 200: Type.String({ description: 'The days.', examples: ['day,created,dispatched'] }) },
};
