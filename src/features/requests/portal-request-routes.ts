// /portal/api/requests: request log of the account of the portal session. Authenticated by the portal middleware.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { loadRequest, readRequests } from './read-requests.ts';
import { RequestDetailSchema, RequestPageSchema, RequestQuerySchema } from './request-schemas.ts';
import { withoutAccount } from './request-store.ts';

type PortalRequestContext = Pick<Context, 'db'>;

const path = '/portal/api/requests';
const { operation } = pageOperations<PortalRequestContext>();

export const portalRequestOperations: readonly PageOperation<PortalRequestContext>[] = [
  operation({
    method: 'GET',
    path,
    access: 'read',
    summary: 'Logged requests of the account, newest first',
    query: RequestQuerySchema,
    responses: { 200: RequestPageSchema },
    handler: async ({ context, request }) => {
      const { accountId } = portalPrincipalOf(request);
      const query = { ...request.query, accountId };
      const { rows, next } = await readRequests(context.db.forAccount(accountId), query);
      return { data: rows.map(withoutAccount), next };
    },
  }),

  operation({
    method: 'GET',
    path: `${path}/:id`,
    access: 'read',
    summary: 'A logged request with its bodies',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: RequestDetailSchema },
    handler: async ({ context, request }) => {
      const { accountId } = portalPrincipalOf(request);
      return withoutAccount(
        await loadRequest(context.db.forAccount(accountId), accountId, request.params.id),
      );
    },
  }),
];
