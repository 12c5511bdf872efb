// Response schemas of the activity and the statements of organizations.
import { Type } from 'typebox';
import { listOf, Nullable, named, OneOf, ref, Uuid, type View } from '../../../http/operations/schemas.ts';

const month = Type.String({ description: 'Year and month.', examples: ['2030-01'] });

const OrganizationActivitySchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the organization.' }),
    bookings: Type.Integer({ description: 'Number of bookings that it created within the last 30 days.' }),
    balance: Type.Integer({ description: 'Balance that it owes, in cents. Negative: a credit.' }),
    last_statement: Nullable({ ...month, description: 'Newest month with billing records; null: none.' }),
    webhook_health: Nullable(
      OneOf(['new', 'healthy', 'failing', 'paused', 'disabled'], {
        description: 'Worst health of its webhook endpoints; null: it has none.',
      }),
    ),
  },
  named('OrganizationActivity', 'Bookings, balance and webhook health of an organization.', {
    id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
    bookings: 42,
    balance: 189_500,
    last_statement: '2030-01',
    webhook_health: 'healthy',
  }),
);

export const OrganizationActivityListSchema = listOf(
  'OrganizationActivityList',
  OrganizationActivitySchema,
  'One entry per organization, ordered by name.',
  'Bookings, balance and webhook health of all organizations.',
);

const statementExample = {
  month: '2030-01',
  status: 'open' as const,
  records: 12,
  opening_balance: 0,
  closing_balance: 189_500,
};

const OrganizationStatementSchema = Type.Object(
  {
    month,
    status: OneOf(['open', 'final'], { description: '`final`: the statement does not change any more.' }),
    records: Type.Integer({ description: 'Number of billing records.' }),
    opening_balance: Type.Integer({ description: 'Balance at the beginning of the month, in cents.' }),
    closing_balance: Type.Integer({ description: 'Balance at the end of the month, or now, in cents.' }),
  },
  named('OrganizationStatement', 'Summary of a statement of an organization.', statementExample),
);

export const OrganizationStatementListSchema = Type.Object(
  {
    balance: Type.Integer({ description: 'Balance that the organization owes now, in cents.' }),
    data: Type.Array(ref(OrganizationStatementSchema), {
      description: 'Statements of months with billing records, newest first.',
    }),
  },
  named('OrganizationStatementList', 'Balance and statements of an organization.', {
    balance: 189_500,
    data: [statementExample],
  }),
);

export const organizationStatementSchemas = [
  OrganizationActivitySchema,
  OrganizationActivityListSchema,
  OrganizationStatementSchema,
  OrganizationStatementListSchema,
];

export type OrganizationActivity = View<typeof OrganizationActivitySchema>;
