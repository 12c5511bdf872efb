// Routes of /operator/requests: the request log of all partners.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { loadRequest, readRequests } from '../../requests/read-requests.ts';
import type { RequestRow } from '../../requests/request-store.ts';
import { presentRequest, presentRequestDetail } from '../../requests/request-view.ts';
import type { OperatorRequestDetail, OperatorRequestPage } from '../../requests/requests-wire.ts';
import { idOf } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  OperatorRequestDetailSchema,
  OperatorRequestPageSchema,
  OperatorRequestQuerySchema,
} from './request-schemas.ts';

const reads = { role: 'viewer' } as const;

export async function requestRoutes(
  app: HttpServer,
  { context }: { context: ConsoleContext },
): Promise<void> {
  app.get('/requests', { config: reads, schema: listOperation }, async (request, reply) => {
    const { account_id: accountId, ...query } = request.query;
    const { rows, next } = await readRequests(context.system, { ...query, accountId });
    const page: OperatorRequestPage = {
      data: rows.map((row) => ({ ...presentRequest(row), account: accountOf(row) })),
      next,
    };
    return reply.send(page as never);
  });

  app.get('/requests/:id', { config: reads, schema: readOperation }, async (request, reply) => {
    const row = await loadRequest(context.system, undefined, idOf(request));
    const detail: OperatorRequestDetail = { ...presentRequestDetail(row), account: accountOf(row) };
    return reply.send(detail as never);
  });
}

function accountOf({ accountId, accountName }: RequestRow) {
  return { id: accountId, name: accountName ?? '' };
}

const listOperation = {
  ...operatorOperation('Requests'),
  operationId: 'requests.list',
  summary: 'List request logs',
  description:
    'Returns the logged requests of partners, newest first, within the retention of the log. Includes ' +
    'every request with a current or former access token. Personal data is masked.',
  querystring: OperatorRequestQuerySchema,
  response: { 200: answer(OperatorRequestPageSchema, 'A page of the request log.') },
};

const readOperation = {
  ...operatorOperation('Requests'),
  operationId: 'requests.read',
  summary: 'Retrieve a request log',
  description:
    'Returns a logged request with its bodies. Bodies are stored for writes and for failed requests, with ' +
    'personal data masked.',
  params: Type.Object({ id: Type.String({ description: 'Id of the log entry, not the request id.' }) }),
  response: {
    200: answer(OperatorRequestDetailSchema, 'The logged request.'),
    404: answer(ErrorSchema, 'There is no such log entry, or its retention has ended.', [
      problemExample('not_found', 'No log entry has this id. Its retention may have ended.'),
    ]),
  },
};
