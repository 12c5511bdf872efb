// Routes under /portal/api/deliveries: list deliveries, read one with its attempts, resend it.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { HttpServer } from '../../http/server/server.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { DeliveriesQuerySchema, params } from './portal-schemas.ts';
import { type DeliveryQuery, type DeliveryReader, readDeliveries, readDelivery } from './read-deliveries.ts';
import { type ResendContext, resendDelivery } from './resend-delivery.ts';

export type PortalDeliveryContext = ResendContext & DeliveryReader;

const path = '/portal/api/deliveries';
const accountOf = (request: FastifyRequest) => portalPrincipalOf(request).accountId;

export async function portalDeliveryRoutes(
  app: HttpServer,
  { context }: { context: PortalDeliveryContext },
): Promise<void> {
  app.get(path, { schema: { querystring: DeliveriesQuerySchema } }, async (request, reply) => {
    const query = readQuery(request.query);
    return reply.send(await readDeliveries(context, accountOf(request), query));
  });

  app.get(`${path}/:id`, { schema: { params } }, async (request, reply) =>
    reply.send(await readDelivery(context, accountOf(request), request.params.id)),
  );

  app.post(`${path}/:id/resend`, { schema: { params } }, async (request, reply) => {
    await resendDelivery(context, portalActor(request), request.params.id);
    return reply.code(202).send(await readDelivery(context, accountOf(request), request.params.id));
  });
}

function readQuery(query: Static<typeof DeliveriesQuerySchema>): DeliveryQuery {
  return {
    filter: {
      endpointId: query.endpoint_id,
      status: query.status,
      type: query.type,
      bookingId: query.booking_id,
      from: readTime(query.from),
      to: readTime(query.to),
    },
    search: query.search?.trim() || undefined,
    after: query.after,
    limit: query.limit ?? 50,
  };
}

/** Clamped to 1970: UUIDv7 ids contain times from 1970 on. */
function readTime(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(Math.max(0, Date.parse(text)));
}
