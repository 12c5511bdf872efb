// GET /requests: request log of the caller's account.
import type { Context } from '../../context.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { readPage, readPageQuery } from '../../http/operations/pagination.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema } from '../../http/operations/schemas.ts';
import { principalOf } from '../../http/surfaces/partner-middleware.ts';
import { findRequests } from './read-requests.ts';
import { LoggedRequestListSchema, RequestListQuerySchema } from './request-log-schemas.ts';
import { type RequestRow, withoutAccount } from './request-store.ts';

type RequestRoutesContext = Pick<Context, 'db' | 'keys' | 'environment'>;

const { read } = partnerOperations<RequestRoutesContext>();

export const requestOperations: readonly PartnerOperation<RequestRoutesContext>[] = [
  read({
    method: 'GET',
    path: '/requests',
    access: 'read',
    // A client that polls the log would fill it with its own requests.
    isNotLogged: true,
    tag: 'Account',
    id: 'requests.list',
    summary: 'List request logs',
    description:
      'Returns the API requests of the account and their responses, newest first. Follow `next` and `previous` unchanged to page. ' +
      'A request appears within 2 seconds and is kept for 30 days unless the operator configures another retention. ' +
      'Requests to this operation are not logged. The portal also shows the redacted bodies.',
    query: RequestListQuerySchema,
    responses: {
      200: answer(LoggedRequestListSchema, 'A page of the request log.'),
      400: answer(ErrorSchema, 'A parameter is not valid.', [
        problemExample('invalid_parameter', 'limit must be at most 100.', { param: 'limit' }),
      ]),
    },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const db = context.db.forAccount(accountId);
      const { rows, next, previous } = await readPage(
        context,
        {
          path: '/requests',
          accountId,
          load: (page) => findRequests(db, { ...request.query, accountId }, page),
          placeOf: ({ at, id }: RequestRow) => ({ atMs: at.getTime(), id }),
        },
        readPageQuery(request.query),
      );
      return { data: rows.map(withoutAccount), next, previous };
    },
  }),
];
