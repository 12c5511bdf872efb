// GET /requests: request log of the caller's account.
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { readPage } from '../../http/pagination.ts';
import { principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import type { HttpServer } from '../../http/server.ts';
import { list, type RequestListQuerySchema, requestLogSchemas } from './operations.ts';
import { findRequests } from './read-requests.ts';
import type { RequestRow } from './request-store.ts';
import { presentRequest } from './request-view.ts';

type Query = Static<typeof RequestListQuerySchema>;

export async function requestRoutes(
  app: HttpServer,
  { context }: { context: Pick<Context, 'db' | 'keys' | 'environment'> },
): Promise<void> {
  for (const schema of requestLogSchemas) app.addSchema(schema);
  app.get(
    '/requests',
    // Not logged: a client that polls the log would fill it with its own requests.
    { config: needs('read', { isNotLogged: true }), schema: list },
    async (request, reply) => {
      const { accountId } = principalOf(request);
      const { after, before, limit = 20, ...filter }: Query = request.query;
      const db = context.db.forAccount(accountId);
      const { rows, next, previous } = await readPage(
        context,
        {
          path: '/requests',
          accountId,
          load: (page) => findRequests(db, { ...filter, accountId }, page),
          placeOf: ({ startedAt, id }: RequestRow) => ({ atMs: startedAt.getTime(), id }),
        },
        { after, before, limit, parameters: toQueryStrings({ ...filter, limit: request.query.limit }) },
      );
      return reply.type(vendorMediaType).send({ data: rows.map(presentRequest), next, previous });
    },
  );
}

function toQueryStrings(
  values: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
