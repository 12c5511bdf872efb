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
  summary: 'List calls of partners',
  description:
    'Every call with a token that is or was somebody’s, newest first, for as many days as the log is kept. Nothing personal is in it.',
  querystring: OperatorRequestQuerySchema,
  response: { 200: answer(OperatorRequestPageSchema, 'A page of the log.') },
};

const readOperation = {
  ...operatorOperation('Requests'),
  operationId: 'requests.read',
  summary: 'Look at one call',
  description: 'With its bodies, where they were kept: those of writes and of refusals, masked.',
  params: Type.Object({ id: Type.String({ description: 'The id of the entry; not the request id.' }) }),
  response: {
    200: answer(OperatorRequestDetailSchema, 'The call.'),
    404: answer(ErrorSchema, 'There is no such entry, or it is past its days.', [
      problemExample('not_found', 'There is no such call in the log. It may be past the days it is kept.'),
    ]),
  },
};
