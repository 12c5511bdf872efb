// Routes of /operator/requests: the request log of all partners.
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema } from '../../../http/operations/schemas.ts';
import { loadRequest, readRequests } from '../../requests/read-requests.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  OperatorRequestDetailSchema,
  OperatorRequestPageSchema,
  OperatorRequestQuerySchema,
} from './request-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Requests' });

export const requestOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/requests',
    role: 'viewer',
    id: 'requests.list',
    summary: 'List request logs',
    description:
      'Returns the logged requests of partners, newest first, within the retention of the log. Includes ' +
      'every request with a current or former access token. Personal data is masked.',
    query: OperatorRequestQuerySchema,
    responses: { 200: answer(OperatorRequestPageSchema, 'A page of the request log.') },
    handler: async ({ context, request }) => {
      const { account_id: accountId, ...query } = request.query;
      const { rows, next } = await readRequests(context.system, { ...query, accountId });
      return { data: rows, next };
    },
  }),

  operation({
    method: 'GET',
    path: '/requests/:id',
    role: 'viewer',
    id: 'requests.read',
    summary: 'Retrieve a request log',
    description:
      'Returns a logged request with its bodies. Bodies are stored for writes and for failed requests, with ' +
      'personal data masked.',
    params: Type.Object({ id: Type.String({ description: 'Id of the log entry, not the request id.' }) }),
    responses: {
      200: answer(OperatorRequestDetailSchema, 'The logged request.'),
      404: answer(ErrorSchema, 'There is no such log entry, or its retention has ended.', [
        problemExample('not_found', 'No log entry has this id. Its retention may have ended.'),
      ]),
    },
    handler: ({ context, request }) => loadRequest(context.system, undefined, request.params.id),
  }),
];
