// /portal/api/requests: request log of the account of the portal session. Authenticated by the portal middleware.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { loadRequest, readRequests } from './read-requests.ts';
import { RequestQuerySchema } from './request-schemas.ts';
import { presentRequest, presentRequestDetail } from './request-view.ts';
import type { RequestPage } from './requests-wire.ts';

const path = '/portal/api/requests';
const params = Type.Object({ id: Type.String() });

export async function portalRequestRoutes(
  app: HttpServer,
  { context }: { context: Pick<Context, 'db'> },
): Promise<void> {
  app.get(path, { schema: { querystring: RequestQuerySchema } }, async (request, reply) => {
    const { accountId } = portalPrincipalOf(request);
    const { rows, next } = await readRequests(context.db.forAccount(accountId), {
      ...request.query,
      accountId,
    });
    const page: RequestPage = { data: rows.map(presentRequest), next };
    return reply.send(page);
  });

  app.get(`${path}/:id`, { schema: { params } }, async (request, reply) => {
    const { accountId } = portalPrincipalOf(request);
    const row = await loadRequest(context.db.forAccount(accountId), accountId, request.params.id);
    return reply.send(presentRequestDetail(row));
  });
}
