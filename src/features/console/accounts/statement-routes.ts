// Routes of /operator/organization-activity and /operator/organizations/{id}/statements: what organizations book and owe.
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { FileContent } from '../../../http/operations/operation.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { loadAccount } from '../../accounts/account-store.ts';
import { listStatements, readStatement } from '../../billing/read-statement.ts';
import { statementPdf } from '../../billing/statement-pdf.ts';
import { loadStatementBranding } from '../../branding/statement-branding.ts';
import { worstHealth } from '../../webhooks/read-endpoints.ts';
import type { ConsoleContext } from '../console-context.ts';
import { loadOrganization, noOrganization, organizationParams } from './account-routes.ts';
import { listOrganizationActivity, type OrganizationActivityRow } from './organization-activity-store.ts';
import type { OrganizationActivity } from './statement-schemas.ts';
import { OrganizationActivityListSchema, OrganizationStatementListSchema } from './statement-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Organizations' });

const ACTIVITY_DAYS = 30;
const PDF = 'application/pdf';

export const organizationStatementOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/organization-activity',
    role: 'viewer',
    id: 'organizations.listActivity',
    summary: 'List the activity of organizations',
    description:
      'Returns the bookings of the last 30 days, the balance and the webhook health of all organizations, ordered ' +
      'by name. The list is not paginated.',
    responses: { 200: answer(OrganizationActivityListSchema, 'The activity of all organizations.') },
    handler: async ({ context }) => {
      const now = context.clock.now();
      const since = new Date(now.getTime() - ACTIVITY_DAYS * 86_400_000);
      const rows = await listOrganizationActivity(context.system, since);
      return { data: rows.map((row) => presentActivity(row, now)) };
    },
  }),

  operation({
    method: 'GET',
    path: '/organizations/:id/statements',
    role: 'viewer',
    id: 'organizations.listStatements',
    summary: 'List billing statements of an organization',
    description: 'Returns the balance of an organization and a summary of every month with billing records.',
    params: organizationParams,
    responses: {
      200: answer(OrganizationStatementListSchema, 'The balance and the statements.'),
      404: noOrganization,
    },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      const statements = await listStatements({ ...context, loadAccount }, id);
      return {
        balance: statements[0]?.closingCents ?? 0,
        data: statements.map(({ month, isFinal, records, openingCents, closingCents }) => ({
          month,
          status: isFinal ? ('final' as const) : ('open' as const),
          records,
          opening_balance: openingCents,
          closing_balance: closingCents,
        })),
      };
    },
  }),

  operation({
    method: 'GET',
    path: '/organizations/:id/statements/:month.pdf',
    role: 'viewer',
    produces: PDF,
    id: 'organizations.getStatementPdf',
    summary: 'Retrieve a billing statement of an organization as PDF',
    description:
      'Returns the statement of a month as the partner sees it, as a PDF file in US letter format.',
    params: Type.Object({
      ...organizationParams.properties,
      month: Type.String({ description: 'Year and month, for example 2030-01.' }),
    }),
    responses: {
      200: {
        description: 'The statement as PDF.',
        content: { [PDF]: { schema: { type: 'string', format: 'binary' } } },
      },
      // With its own media type: `produces` applies to responses without one.
      404: {
        description: 'There is no such organization or statement.',
        content: {
          'application/json': {
            schema: ref(ErrorSchema),
            example: problemExample('not_found', 'There is no such statement.'),
          },
        },
      },
    },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      const statement = await readStatement({ ...context, loadAccount }, id, request.params.month);
      const content = await statementPdf(statement, await loadStatementBranding(context, id));
      return new FileContent(PDF, `statement-${statement.month}.pdf`, content);
    },
  }),
];

function presentActivity(row: OrganizationActivityRow, now: Date): OrganizationActivity {
  const { id, bookings, balanceCents, lastMonth, endpoints } = row;
  const date = (text: string | null) => (text === null ? null : new Date(text));
  const states = endpoints.map((endpoint) => ({
    disabledReason: endpoint.disabledReason,
    last_success_at: date(endpoint.lastSuccessAt),
    last_failure_at: date(endpoint.lastFailureAt),
    failing_since: date(endpoint.failingSince),
    circuit_until: date(endpoint.circuitUntil),
  }));
  return {
    id,
    bookings,
    balance: balanceCents,
    last_statement: lastMonth,
    webhook_health: worstHealth(states, now),
  };
}
