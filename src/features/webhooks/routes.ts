// Routes: POST and GET /webhooks; GET, PATCH and DELETE /webhooks/{id}; GET /webhooks/portal.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { bearerOf } from '../../http/bearer.ts';
import { type IdempotentWrites, jsonView } from '../../http/idempotent-write.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { partnerActor, principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import type { HttpServer } from '../../http/server.ts';
import { type CreatedEndpoint, createEndpoint } from './create-endpoint.ts';
import { createPortalLink, type PortalLinkContext } from './create-portal-link.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { listEndpoints } from './endpoint-store.ts';
import { presentEndpoint } from './endpoint-view.ts';
import { loadEndpoint } from './load-endpoint.ts';
import * as operations from './operations.ts';
import type { WebhookEndpointInputSchema, WebhookEndpointUpdateSchema } from './schemas.ts';
import { updateEndpoint } from './update-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';

export interface WebhookRoutesOptions {
  readonly context: WebhookContext & PortalLinkContext;
  readonly writes: IdempotentWrites;
}

// Reading also requires org:write, as the published contract demands: endpoint URLs reveal how to reach a partner's
// systems.
const access = { config: needs('write') };
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

export async function webhookRoutes(
  app: HttpServer,
  { context, writes }: WebhookRoutesOptions,
): Promise<void> {
  app.post(
    '/webhooks',
    { ...access, schema: operations.create },
    writes.handler(jsonView(201, presentCreated), (request, hook) => {
      const input = request.body as Static<typeof WebhookEndpointInputSchema>;
      return createEndpoint(context, partnerActor(request), input, hook);
    }),
  );

  app.get('/webhooks', { ...access, schema: operations.list }, async (request, reply) => {
    const { accountId } = principalOf(request);
    const endpoints = await listEndpoints(context.db.forAccount(accountId), accountId);
    return reply.type(vendorMediaType).send(endpoints.map(presentEndpoint) as never);
  });

  app.get('/webhooks/portal', { ...access, schema: operations.portal }, async (request, reply) => {
    const portal_url = await createPortalLink(context, partnerActor(request), bearerOf(request) ?? '');
    return reply.type(vendorMediaType).send({ portal_url });
  });

  app.get('/webhooks/:id', { ...access, schema: operations.read }, async (request, reply) => {
    const { accountId } = principalOf(request);
    const endpoint = await loadEndpoint(context.db.forAccount(accountId), accountId, idOf(request));
    return reply.type(vendorMediaType).send(presentEndpoint(endpoint) as never);
  });

  app.patch(
    '/webhooks/:id',
    { ...access, schema: operations.update },
    writes.handler(jsonView(200, presentEndpoint), (request, hook) => {
      const change = request.body as Static<typeof WebhookEndpointUpdateSchema>;
      return updateEndpoint(context, partnerActor(request), { ...change, id: idOf(request) }, hook);
    }),
  );

  app.delete(
    '/webhooks/:id',
    { ...access, schema: operations.remove },
    writes.handler(
      () => ({ status: 204, body: null }),
      (request, hook) => deleteEndpoint(context, partnerActor(request), idOf(request), hook),
    ),
  );
}

/** Only this response contains the secret. */
function presentCreated({ endpoint, secret }: CreatedEndpoint) {
  return { ...presentEndpoint(endpoint), secret };
}
