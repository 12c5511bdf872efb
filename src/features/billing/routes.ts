// Routes: GET /billing/records, /billing/statements and /billing/statements/{month}, the last also as .csv and .pdf.
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { BillingKind } from '../../domain/money/billing-record.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { accountContext } from '../../http/operations/account-clock.ts';
import { FileContent } from '../../http/operations/operation.ts';
import { readPage, readPageQuery } from '../../http/operations/pagination.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema } from '../../http/operations/schemas.ts';
import { principalOf } from '../../http/surfaces/partner-middleware.ts';
import { listStatements, readStatement, type StatementContext } from './read-statement.ts';
import { type BillingRecord, listRecords, type RecordFilter } from './record-store.ts';
import {
  BillingRecordListSchema,
  RecordListQuerySchema,
  StatementListSchema,
  StatementSchema,
} from './schemas.ts';
import { statementCsv } from './statement-csv.ts';
import { type StatementBranding, statementPdf } from './statement-pdf.ts';
import { presentRecord, presentStatement, presentSummary } from './statement-view.ts';

const params = Type.Object({ month: Type.String({ description: 'Year and month, for example 2030-01.' }) });

const notFound = answer(
  ErrorSchema,
  'The account has no statement for this month, or the value is not a month.',
  [problemExample('not_found', 'There is no such statement.')],
);

const CSV = 'text/csv';

const PDF = 'application/pdf';

const document = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: { type: 'string', ...(mediaType === PDF && { format: 'binary' }) } } },
});

export type BillingRoutesContext = StatementContext &
  Pick<Context, 'keys'> & {
    /** The live branding of the account, as the PDF file shows it; null: the default look. */
    readonly loadStatementBranding: (accountId: string) => Promise<StatementBranding | null>;
  };

const { read } = partnerOperations<BillingRoutesContext>();

export const billingOperations: readonly PartnerOperation<BillingRoutesContext>[] = [
  read({
    method: 'GET',
    path: '/billing/records',
    access: 'read',
    tag: 'Billing',
    id: 'billing.listRecords',
    summary: 'List billing records',
    description:
      'Returns the billing records of the account, newest first. The list is paginated: follow `next` and `previous` unchanged. A completed booking has one `charge`; each later change of its ' +
      'fare is a separate record, and the records of a booking add up to its fare.',
    query: RecordListQuerySchema,
    responses: {
      200: answer(BillingRecordListSchema, 'A page of billing records.'),
      400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
        problemExample('invalid_parameter', 'limit must be at most 100.', { param: 'limit' }),
      ]),
    },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const db = context.db.forAccount(accountId);
      const filter = readFilter(request.query);
      const { rows, next, previous } = await readPage(
        context,
        {
          path: '/billing/records',
          accountId,
          load: (page) => listRecords(db, accountId, { ...page, filter }),
          placeOf: ({ bookedAt, id }: BillingRecord) => ({ atMs: bookedAt.getTime(), id }),
        },
        readPageQuery(request.query),
      );
      return { data: rows.map(presentRecord), next, previous };
    },
  }),

  read({
    method: 'GET',
    path: '/billing/statements',
    access: 'read',
    tag: 'Billing',
    id: 'billing.listStatements',
    summary: 'List billing statements',
    description: 'Returns a summary of every month with billing records, newest first.',
    responses: { 200: answer(StatementListSchema, 'The monthly summaries.') },
    handler: async ({ context, request }) => {
      const { publicUrl } = context.environment;
      const summaries = await listStatements(
        accountContext(context, request),
        principalOf(request).accountId,
      );
      return { data: summaries.map((summary) => presentSummary(summary, publicUrl)) };
    },
  }),

  read({
    method: 'GET',
    path: '/billing/statements/:month',
    access: 'read',
    tag: 'Billing',
    id: 'billing.getStatement',
    summary: 'Retrieve a billing statement',
    description:
      'Returns the billing statement of a month with all its records. A statement becomes final one day after the month ends and never changes afterwards.',
    params,
    responses: { 200: answer(StatementSchema, 'The statement.'), 404: notFound },
    handler: async ({ context, request }) =>
      presentStatement(await statementOf(context, request), context.environment.publicUrl),
  }),

  read({
    method: 'GET',
    path: '/billing/statements/:month.csv',
    access: 'read',
    produces: CSV,
    tag: 'Billing',
    id: 'billing.getStatementCsv',
    summary: 'Retrieve a billing statement as CSV',
    description:
      'Returns the statement as a CSV file with one row per line of each record. Also accepts `Accept: text/csv`.',
    params,
    responses: { 200: document(CSV, 'The statement as CSV.'), 404: notFound },
    handler: async ({ context, request }) => {
      const statement = await statementOf(context, request);
      return new FileContent(
        `${CSV}; charset=utf-8`,
        `statement-${statement.month}.csv`,
        statementCsv(statement),
      );
    },
  }),

  read({
    method: 'GET',
    path: '/billing/statements/:month.pdf',
    access: 'read',
    produces: PDF,
    tag: 'Billing',
    id: 'billing.getStatementPdf',
    summary: 'Retrieve a billing statement as PDF',
    description:
      'Returns the statement as a PDF file in US letter format. A month with more than 2,000 records is summarized by day. Also accepts `Accept: application/pdf`.',
    params,
    responses: { 200: document(PDF, 'The statement as PDF.'), 404: notFound },
    handler: async ({ context, request }) => {
      const statement = await statementOf(context, request);
      const branding = await context.loadStatementBranding(statement.account.id);
      const content = await statementPdf(statement, branding);
      return new FileContent(PDF, `statement-${statement.month}.pdf`, content);
    },
  }),
];

type StatementRequest = FastifyRequest & { readonly params: Static<typeof params> };

function statementOf(context: BillingRoutesContext, request: StatementRequest) {
  const { accountId } = principalOf(request);
  return readStatement(accountContext(context, request), accountId, request.params.month);
}

function readFilter(query: Static<typeof RecordListQuerySchema>): RecordFilter {
  const { booking_id: bookingId, kind, month, from, to } = query;
  const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  const kinds = [...new Set((kind?.split(',') ?? []) as BillingKind[])];
  return { kinds, bookingId, month, from: date(from), to: date(to) };
}
