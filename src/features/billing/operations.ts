// OpenAPI operations of billing.
import { Type } from 'typebox';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { problemExample } from '../../http/problem-example.ts';
import { answer, ErrorSchema } from '../../http/schemas.ts';
import {
  BillingRecordListSchema,
  RecordListQuerySchema,
  StatementListSchema,
  StatementSchema,
} from './schemas.ts';

const params = Type.Object({ month: Type.String({ description: 'Year and month, for example 2030-01.' }) });
const notFound = answer(
  ErrorSchema,
  'The account has no statement for this month, or the value is not a month.',
  [problemExample('not_found', 'There is no such statement.')],
);

export const listRecords = {
  ...jsonOperation('Billing'),
  operationId: 'billing.listRecords',
  summary: 'List billing records',
  description:
    'Returns the billing records of the account, newest first. The list is paginated: follow `next` and `previous` unchanged. A completed booking has one `charge`; each later change of its ' +
    'fare is a separate record, and the records of a booking add up to its fare.',
  querystring: RecordListQuerySchema,
  response: {
    200: answer(BillingRecordListSchema, 'A page of billing records.'),
    400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
      problemExample('invalid_parameter', 'limit must be at most 100.', { param: 'limit' }),
    ]),
  },
};

export const listStatements = {
  ...jsonOperation('Billing'),
  operationId: 'billing.listStatements',
  summary: 'List billing statements',
  description: 'Returns a summary of every month with billing records, newest first.',
  response: { 200: answer(StatementListSchema, 'The monthly summaries.') },
};

export const readStatement = {
  ...jsonOperation('Billing'),
  operationId: 'billing.getStatement',
  summary: 'Retrieve a billing statement',
  description:
    'Returns the billing statement of a month with all its records. A statement becomes final one day after the month ends and never changes afterwards.',
  params,
  response: { 200: answer(StatementSchema, 'The statement.'), 404: notFound },
};

const document = (mediaType: string, description: string) => ({
  description,
  content: { [mediaType]: { schema: { type: 'string', ...(mediaType === PDF && { format: 'binary' }) } } },
});
export const CSV = 'text/csv';
export const PDF = 'application/pdf';

export const readStatementCsv = {
  ...jsonOperation('Billing'),
  operationId: 'billing.getStatementCsv',
  summary: 'Retrieve a billing statement as CSV',
  description:
    'Returns the statement as a CSV file with one row per line of each record. Also accepts `Accept: text/csv`.',
  params,
  response: { 200: document(CSV, 'The statement as CSV.'), 404: notFound },
};

export const readStatementPdf = {
  ...jsonOperation('Billing'),
  operationId: 'billing.getStatementPdf',
  summary: 'Retrieve a billing statement as PDF',
  description:
    'Returns the statement as a PDF file in US letter format. A month with more than 2,000 records is summarized by day. Also accepts `Accept: application/pdf`.',
  params,
  response: { 200: document(PDF, 'The statement as PDF.'), 404: notFound },
};
