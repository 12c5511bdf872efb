// Routes of /operator/organizations/{id}/clients and /operator/clients. A client secret appears only in the response
// that created it.
import type { FastifyRequest } from 'fastify';
import { operatorActor } from '../../../http/operator-middleware.ts';
import { optionalBody } from '../../../http/optional-body.ts';
import type { HttpServer } from '../../../http/server.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { findOrganization } from '../../accounts/system/account-admin-store.ts';
import type { ClientAdminContext } from '../../oauth/client-admin.ts';
import { listClients } from '../../oauth/client-admin-store.ts';
import { presentClient, readClient } from '../../oauth/client-view.ts';
import { deleteClient, setDisabled } from '../../oauth/deactivate-client.ts';
import { issueClient } from '../../oauth/issue-client.ts';
import { endOldSecret, rotateClientSecret } from '../../oauth/rotate-client-secret.ts';
import { idOf } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import * as operations from './client-operations.ts';

const reads = { role: 'viewer' } as const;
const manages = { role: 'admin' } as const;

export async function clientRoutes(app: HttpServer, { context }: { context: ConsoleContext }): Promise<void> {
  const { system, clock } = context;
  const clientContext = clientContextOf(context);
  const read = (id: string) => readClient(system, { id, now: clock.now() });

  app.get(
    '/organizations/:id/clients',
    { config: reads, schema: operations.list },
    async (request, reply) => {
      const accountId = await organizationOf(context, request);
      const clients = await listClients(system, { accountId, now: clock.now() });
      return reply.send({ data: clients.map(presentClient) } as never);
    },
  );

  app.post(
    '/organizations/:id/clients',
    { config: manages, schema: operations.create },
    async (request, reply) => {
      const { name, scopes = ['org'] } = request.body;
      const accountId = await organizationOf(context, request);
      const input = { accountId, name, scopes, grants: ['client_credentials'], redirectUris: [] } as const;
      const { id, clientSecret } = await issueClient(clientContext, input, operatorActor(request));
      return reply.code(201).send({ ...(await read(id)), client_secret: clientSecret } as never);
    },
  );

  app.post(
    '/clients/:id/rotate',
    { config: manages, schema: operations.rotate, preValidation: optionalBody },
    async (request, reply) => {
      const { overlap_hours = 24 } = request.body;
      const id = idOf(request);
      const { clientSecret } = await rotateClientSecret(
        clientContext,
        { id },
        overlap_hours,
        operatorActor(request),
      );
      return reply.send({ ...(await read(id)), client_secret: clientSecret } as never);
    },
  );

  app.delete(
    '/clients/:id/old-secret',
    { config: manages, schema: operations.revokePreviousSecret },
    async (request, reply) => {
      await endOldSecret(clientContext, { id: idOf(request) }, operatorActor(request));
      return reply.code(204).send(null);
    },
  );

  app.patch('/clients/:id', { config: manages, schema: operations.update }, async (request, reply) => {
    const { disabled } = request.body;
    await setDisabled(clientContext, { id: idOf(request) }, disabled, operatorActor(request));
    return reply.send((await read(idOf(request))) as never);
  });

  app.delete('/clients/:id', { config: manages, schema: operations.remove }, async (request, reply) => {
    await deleteClient(clientContext, { id: idOf(request) }, operatorActor(request));
    return reply.code(204).send(null);
  });
}

function clientContextOf({ system, clock, ids, environment, tokens }: ConsoleContext): ClientAdminContext {
  const announceRevoked = (hashes: readonly Buffer[]) => tokens.announceRevoked(hashes);
  return { clients: system, clock, ids, environment: environment.name, announceRevoked };
}

async function organizationOf({ system }: ConsoleContext, request: FastifyRequest): Promise<string> {
  const id = idOf(request);
  if (isUuid(id) && (await findOrganization(system, id))) return id;
  throw Problem.of('not_found', 'No organization has this id.');
}
