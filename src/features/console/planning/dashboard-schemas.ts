// Schemas of the dashboards.
import { Type } from 'typebox';
import { named, OneOf, Uuid, type View } from '../../../http/operations/schemas.ts';

export const QuerySchema = Type.Object({
  days: Type.Optional(
    OneOf(['7', '30', '90'], { description: 'Number of days, ending today. Default: 30.' }),
  ),
  account_id: Type.Optional(
    Uuid({
      description:
        'Id of an account to filter by. Does not filter `reserved` and `places`, which cover all accounts.',
    }),
  ),
  area: Type.Optional(Type.String({ maxLength: 63, description: 'Slug of a service area to filter by.' })),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

const totalFields = {
  created: count('Number of bookings without a crew.'),
  dispatched: count('Number of bookings with a crew.'),
  completed: count('Number of completed bookings.'),
  cancelled: count('Number of cancelled bookings.'),
  on_time: count('Number of arrivals at the reference stop before the end of the window.'),
  late: count('Number of later arrivals.'),
  revenue_cents: Type.Integer({
    description: 'Fares of completed bookings plus cancellation fees, in cents.',
  }),
};

const capacityFields = {
  reserved: count('Reserved capacity of all accounts.'),
  places: count('Total capacity.'),
};

const totalsExample = {
  created: 1,
  dispatched: 0,
  completed: 9,
  cancelled: 2,
  on_time: 8,
  late: 1,
  revenue_cents: 92_140,
};

const capacityExample = { reserved: 10, places: 48 };

export const DashboardSchema = Type.Object(
  {
    first_day: Type.String({ format: 'date', description: 'First day.' }),
    last_day: Type.String({
      format: 'date',
      description: 'Last day: today in the time zone of the company.',
    }),
    totals: Type.Object({ ...totalFields, ...capacityFields }, { description: 'Totals of all days.' }),
    days: Type.Array(
      Type.Object(
        {
          day: Type.String({ format: 'date', description: 'Day on which the arrival windows start.' }),
          ...totalFields,
          ...capacityFields,
        },
        { description: 'Totals of one day.' },
      ),
      { description: 'All days in order.' },
    ),
    accounts: Type.Array(
      Type.Object(
        {
          id: Uuid({ description: 'Unique id of the account.' }),
          name: Type.String({ description: 'Name of the account.' }),
          ...totalFields,
        },
        { description: 'Totals of one account.' },
      ),
      { description: 'Accounts with the most bookings, at most 100.' },
    ),
    areas: Type.Array(
      Type.Object(
        {
          slug: Type.String({ description: 'Slug of the area.' }),
          name: Type.String({ description: 'Name of the area.' }),
          ...totalFields,
          ...capacityFields,
        },
        { description: 'Totals of one area.' },
      ),
      { description: 'Areas, those with the most bookings first.' },
    ),
  },
  named('Dashboard', 'Totals per day, account and area.', {
    first_day: '2030-01-15',
    last_day: '2030-01-15',
    totals: { ...totalsExample, ...capacityExample },
    days: [{ day: '2030-01-15', ...totalsExample, ...capacityExample }],
    accounts: [{ id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9fee', name: 'Acme Furniture', ...totalsExample }],
    areas: [{ slug: 'united-states', name: 'United States', ...totalsExample, ...capacityExample }],
  }),
);

export const dashboardSchemas = [DashboardSchema];

export type Dashboard = View<typeof DashboardSchema>;
export type DayTotals = Omit<Dashboard['accounts'][number], 'id' | 'name'>;
export type Fill = Pick<Dashboard['days'][number], 'reserved' | 'places'>;
