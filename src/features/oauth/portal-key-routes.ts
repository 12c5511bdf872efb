// /portal/api/keys: API clients of the organization of the portal session. Authenticated by the portal middleware. The
// session acts as the client that opened the portal and cannot manage clients with more scopes than that one.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { organizationScopes, type Scope } from '../../domain/account/scopes.ts';
import { OneOf } from '../../http/operations/schemas.ts';
import { optionalBody } from '../../http/server/optional-body.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { Problem } from '../../lib/problem.ts';
import type { ClientAdmin, ClientAdminContext } from './client-admin.ts';
import { listClients, scopesOfClient } from './client-admin-store.ts';
import { clientName, overlapHours } from './client-schemas.ts';
import { presentClient, readClient } from './client-view.ts';
import type { IssuedKey, KeyList } from './clients-wire.ts';
import { deleteClient, setDisabled } from './deactivate-client.ts';
import { issueClient, MAX_CLIENTS } from './issue-client.ts';
import { endOldSecret, rotateClientSecret } from './rotate-client-secret.ts';
import type { TokenCache } from './token-cache.ts';

export interface PortalKeyContext extends Pick<Context, 'clock' | 'ids' | 'environment'> {
  readonly identity: IdentityDatabase;
  readonly tokens: Pick<TokenCache, 'announceRevoked'>;
}

const path = '/portal/api/keys';
const closed = { additionalProperties: false };
const params = Type.Object({ id: Type.String() });
const NewKeySchema = Type.Object(
  {
    name: clientName,
    scopes: Type.Optional(Type.Array(OneOf(organizationScopes), { minItems: 1, maxItems: 3 })),
  },
  closed,
);
const RotateSchema = Type.Object({ overlap_hours: Type.Optional(overlapHours) }, closed);
const KeyChangeSchema = Type.Object({ disabled: Type.Boolean() }, closed);

export async function portalKeyRoutes(
  app: HttpServer,
  { context }: { context: PortalKeyContext },
): Promise<void> {
  const { identity, clock } = context;
  const clientAdmin = clientAdminContext(context);
  const read = (request: FastifyRequest, id: string) =>
    readClient(identity, { accountId: portalPrincipalOf(request).accountId, id, now: clock.now() });

  app.get(path, async (request, reply) => {
    const { accountId, createdBy } = portalPrincipalOf(request);
    const clients = await listClients(identity, { accountId, now: clock.now() });
    const list: KeyList = {
      data: clients.map(presentClient),
      limit: MAX_CLIENTS,
      own_client_id: createdBy.kind === 'client' ? createdBy.id : null,
      scopes: await heldScopes(identity, request),
    };
    return reply.send(list);
  });

  app.post(path, { schema: { body: NewKeySchema } }, async (request, reply) => {
    const { name, scopes = ['org'] } = request.body;
    const admin = await adminOf(identity, request);
    const { accountId } = portalPrincipalOf(request);
    const input = { accountId, name, scopes, grants: ['client_credentials'], redirectUris: [] } as const;
    const { id, clientSecret } = await issueClient(clientAdmin, input, admin);
    return reply.code(201).send(issued(await read(request, id), clientSecret));
  });

  app.post(
    `${path}/:id/rotate`,
    { schema: { params, body: RotateSchema }, preValidation: optionalBody },
    async (request, reply) => {
      const { id } = request.params;
      const { overlap_hours = 24 } = request.body;
      const admin = await adminOf(identity, request);
      const { clientSecret } = await rotateClientSecret(clientAdmin, { id }, overlap_hours, admin);
      return reply.send(issued(await read(request, id), clientSecret));
    },
  );

  app.delete(`${path}/:id/old-secret`, { schema: { params } }, async (request, reply) => {
    await endOldSecret(clientAdmin, { id: request.params.id }, await adminOf(identity, request));
    return reply.code(204).send();
  });

  app.patch(`${path}/:id`, { schema: { params, body: KeyChangeSchema } }, async (request, reply) => {
    const { id } = request.params;
    const { disabled } = request.body;
    await setDisabled(clientAdmin, { id }, disabled, await adminOf(identity, request));
    return reply.send(await read(request, id));
  });

  app.delete(`${path}/:id`, { schema: { params } }, async (request, reply) => {
    await deleteClient(clientAdmin, { id: request.params.id }, await adminOf(identity, request));
    return reply.code(204).send();
  });
}

function clientAdminContext({
  identity,
  clock,
  ids,
  environment,
  tokens,
}: PortalKeyContext): ClientAdminContext {
  const announceRevoked = (hashes: readonly Buffer[]) => tokens.announceRevoked(hashes);
  return { clients: identity, clock, ids, environment: environment.name, announceRevoked };
}

function issued(key: Omit<IssuedKey, 'client_secret'>, client_secret: string): IssuedKey {
  return { ...key, client_secret };
}

async function adminOf(identity: IdentityDatabase, request: FastifyRequest): Promise<ClientAdmin> {
  const scopes = await heldScopes(identity, request);
  if (scopes.length === 0)
    throw Problem.of(
      'insufficient_scope',
      'API clients belong to organizations. This is a personal account.',
    );
  const actor = portalActor(request);
  return { ...actor, within: { accountId: actor.accountId, scopes } };
}

/** Scopes of the client that opened the portal. Empty if a user opened it. */
async function heldScopes(identity: IdentityDatabase, request: FastifyRequest): Promise<readonly Scope[]> {
  const { createdBy } = portalPrincipalOf(request);
  return createdBy.kind === 'client' ? ((await scopesOfClient(identity, createdBy.id)) ?? []) : [];
}
