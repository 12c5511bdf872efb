// Routes under /portal/api/endpoints: endpoints with their secrets, chart, test events and recovery; and
// /portal/api/event-types.
import type { FastifyRequest } from 'fastify';
import { optionalBody } from '../../http/server/optional-body.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import * as schemas from './portal-schemas.ts';
import type { EndpointSecret } from './portal-wire.ts';
import { readChart, readEndpoint, readEndpoints } from './read-endpoints.ts';
import {
  previewRecovery,
  type RecoveryContext,
  readRecoveries,
  recoverEndpoint,
} from './recover-endpoint.ts';
import { type RevealedSecret, revealSecrets } from './reveal-secrets.ts';
import { rotateSecret } from './rotate-secret.ts';
import { sendTestEvent, type TestEventContext } from './send-test-event.ts';
import { updateEndpoint } from './update-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';

export type PortalEndpointContext = WebhookContext & RecoveryContext & TestEventContext;

const path = '/portal/api/endpoints';
const { params } = schemas;
const accountOf = (request: FastifyRequest) => portalPrincipalOf(request).accountId;

export async function portalEndpointRoutes(
  app: HttpServer,
  { context }: { context: PortalEndpointContext },
): Promise<void> {
  app.get('/portal/api/event-types', async (_request, reply) => reply.send(context.catalogue));

  app.get(path, async (request, reply) => reply.send(await readEndpoints(context, accountOf(request))));

  app.get(`${path}/:id`, { schema: { params } }, async (request, reply) =>
    reply.send(await readEndpoint(context, accountOf(request), request.params.id)),
  );

  app.post(path, { schema: { body: schemas.EndpointRequestSchema } }, async (request, reply) => {
    const input = request.body;
    const { endpoint } = await createEndpoint(context, portalActor(request), input);
    return reply.code(201).send(await readEndpoint(context, accountOf(request), endpoint.id));
  });

  app.patch(
    `${path}/:id`,
    { schema: { params, body: schemas.EndpointChangeSchema } },
    async (request, reply) => {
      const change = request.body;
      const id = request.params.id;
      await updateEndpoint(context, portalActor(request), { ...change, id });
      return reply.send(await readEndpoint(context, accountOf(request), id));
    },
  );

  app.delete(`${path}/:id`, { schema: { params } }, async (request, reply) => {
    await deleteEndpoint(context, portalActor(request), request.params.id);
    return reply.code(204).send();
  });

  app.get(`${path}/:id/secrets`, { schema: { params } }, async (request, reply) => {
    const secrets = await revealSecrets(context, portalActor(request), request.params.id);
    return reply.send(secrets.map(presentSecret));
  });

  app.post(
    `${path}/:id/secrets`,
    { schema: { params, body: schemas.RotateRequestSchema }, preValidation: optionalBody },
    async (request, reply) => {
      const { overlap_hours } = request.body;
      const secrets = await rotateSecret(context, portalActor(request), request.params.id, overlap_hours);
      return reply.send(secrets.map(presentSecret));
    },
  );

  app.get(
    `${path}/:id/chart`,
    { schema: { params, querystring: schemas.ChartQuerySchema } },
    async (request, reply) => {
      const { range = 'day' } = request.query;
      return reply.send(await readChart(context, accountOf(request), request.params.id, range));
    },
  );

  app.post(
    `${path}/:id/test`,
    { schema: { params, body: schemas.TestRequestSchema }, preValidation: optionalBody },
    async (request, reply) => {
      const { type } = request.body;
      const event_id = await sendTestEvent(context, portalActor(request), request.params.id, type);
      return reply.code(202).send({ event_id });
    },
  );

  app.get(
    `${path}/:id/recovery`,
    { schema: { params, querystring: schemas.RecoveryQuerySchema } },
    async (request, reply) => {
      const { since } = request.query;
      return reply.send(
        await previewRecovery(context, accountOf(request), request.params.id, new Date(since)),
      );
    },
  );

  app.post(
    `${path}/:id/recovery`,
    { schema: { params, body: schemas.RecoveryRequestSchema } },
    async (request, reply) => {
      const { since } = request.body;
      const recovery = await recoverEndpoint(
        context,
        portalActor(request),
        request.params.id,
        new Date(since),
      );
      return reply.code(202).send(recovery);
    },
  );

  app.get(`${path}/:id/recoveries`, { schema: { params } }, async (request, reply) =>
    reply.send(await readRecoveries(context, accountOf(request), request.params.id)),
  );
}

function presentSecret({ id, secret, createdAt, expiresAt }: RevealedSecret): EndpointSecret {
  return {
    id,
    secret,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
