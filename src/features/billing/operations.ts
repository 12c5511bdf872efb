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

const params = Type.Object({ month: Type.String({ description: 'Year and month, e.g. 2030-01.' }) });
const notFound = answer(
  ErrorSchema,
  'There is no such month: not yet, not for this account, or not at all.',
  [problemExample('not_found', 'There is no such statement.')],
);

export const listRecords = {
  ...jsonOperation('Billing'),
  operationId: 'billing.listRecords',
  summary: 'List billing records',
  description:
    'What was billed and paid, newest first, page by page: follow `next` and `previous` unchanged. A completed booking has one `charge`; later changes of its ' +
    'fare are records of their own, so that together they make the fare.',
  querystring: RecordListQuerySchema,
  response: {
    200: answer(BillingRecordListSchema, 'A page.'),
    400: answer(ErrorSchema, 'A parameter is not valid.', [
      problemExample('invalid_parameter', 'limit must be at most 100.', { param: 'limit' }),
    ]),
  },
};

export const listStatements = {
  ...jsonOperation('Billing'),
  operationId: 'billing.listStatements',
  summary: 'List statements',
  description: 'The months in which something was billed or paid, newest first.',
  response: { 200: answer(StatementListSchema, 'The months.') },
};

export const readStatement = {
  ...jsonOperation('Billing'),
  operationId: 'billing.getStatement',
  summary: 'Read a statement',
  description: 'What a month came to. It is final a day after the month ends and never changes then.',
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
  summary: 'Read a statement as CSV',
  description: 'One row for each line of each record. Takes `Accept: text/csv` as well.',
  params,
  response: { 200: document(CSV, 'The statement for spreadsheets.'), 404: notFound },
};

export const readStatementPdf = {
  ...jsonOperation('Billing'),
  operationId: 'billing.getStatementPdf',
  summary: 'Read a statement as PDF',
  description:
    'On letter paper, for people. A month of more than 2,000 records is listed by day. Takes `Accept: application/pdf` as well.',
  params,
  response: { 200: document(PDF, 'The statement on paper.'), 404: notFound },
};
