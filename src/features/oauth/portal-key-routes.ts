// /portal/api/keys: API clients of the organization of the portal session. Authenticated by the portal middleware. The
// session acts as the client that opened the portal and cannot manage clients with more scopes than that one.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { optionalBody } from '../../http/server/optional-body.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { Problem } from '../../lib/problem.ts';
import { deleteClient, endOldSecret, rotateClientSecret, setDisabled } from './change-client.ts';
import type { ClientAdmin, ClientAdminContext } from './client-admin.ts';
import { listClients, scopesOfClient } from './client-admin-store.ts';
import {
  ApiKeySchema,
  IssuedKeySchema,
  KeyChangeSchema,
  KeyListSchema,
  KeyRotationSchema,
  NewKeySchema,
} from './client-schemas.ts';
import { presentClient, readClient } from './client-view.ts';
import { issueClient, MAX_CLIENTS } from './issue-client.ts';
import type { TokenCache } from './token-cache.ts';

export interface PortalKeyContext extends Pick<Context, 'clock' | 'ids' | 'environment'> {
  readonly identity: IdentityDatabase;
  readonly tokens: Pick<TokenCache, 'announceRevoked'>;
}

const path = '/portal/api/keys';
const params = Type.Object({ id: Type.String() });
const { operation } = pageOperations<PortalKeyContext>();

export const portalKeyOperations: readonly PageOperation<PortalKeyContext>[] = [
  operation({
    method: 'GET',
    path,
    summary: 'API clients of the organization',
    responses: { 200: KeyListSchema },
    handler: async ({ context: { identity, clock }, request }) => {
      const { accountId, createdBy } = portalPrincipalOf(request);
      const clients = await listClients(identity, { accountId, now: clock.now() });
      return {
        data: clients.map(presentClient),
        limit: MAX_CLIENTS,
        own_client_id: createdBy.kind === 'client' ? createdBy.id : null,
        scopes: await heldScopes(identity, request),
      };
    },
  }),

  operation({
    method: 'POST',
    path,
    summary: 'Create an API client',
    body: NewKeySchema,
    responses: { 201: IssuedKeySchema },
    handler: async ({ context, request }) => {
      const { name, scopes = ['org'] } = request.body;
      const admin = await adminOf(context, request);
      const { accountId } = portalPrincipalOf(request);
      const input = { accountId, name, scopes, grants: ['client_credentials'], redirectUris: [] } as const;
      const { id, clientSecret } = await issueClient(adminContext(context), input, admin);
      return { ...(await readOwn(context, request, id)), client_secret: clientSecret };
    },
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/rotate`,
    summary: 'Rotate the secret of an API client',
    params,
    body: KeyRotationSchema,
    preValidation: optionalBody,
    responses: { 200: IssuedKeySchema },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const { overlap_hours = 24 } = request.body;
      const admin = await adminOf(context, request);
      const { clientSecret } = await rotateClientSecret(adminContext(context), { id }, overlap_hours, admin);
      return { ...(await readOwn(context, request, id)), client_secret: clientSecret };
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id/old-secret`,
    summary: 'Revoke the previous secret now',
    params,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      const admin = await adminOf(context, request);
      await endOldSecret(adminContext(context), { id: request.params.id }, admin);
    },
  }),

  operation({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Disable or enable an API client',
    params,
    body: KeyChangeSchema,
    responses: { 200: ApiKeySchema },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const admin = await adminOf(context, request);
      await setDisabled(adminContext(context), { id }, request.body.disabled, admin);
      return readOwn(context, request, id);
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete an API client',
    params,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      const admin = await adminOf(context, request);
      await deleteClient(adminContext(context), { id: request.params.id }, admin);
    },
  }),
];

function readOwn({ identity, clock }: PortalKeyContext, request: FastifyRequest, id: string) {
  return readClient(identity, { accountId: portalPrincipalOf(request).accountId, id, now: clock.now() });
}

function adminContext({ identity, clock, ids, environment, tokens }: PortalKeyContext): ClientAdminContext {
  const announceRevoked = (hashes: readonly Buffer[]) => tokens.announceRevoked(hashes);
  return { clients: identity, clock, ids, environment: environment.name, announceRevoked };
}

async function adminOf({ identity }: PortalKeyContext, request: FastifyRequest): Promise<ClientAdmin> {
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
