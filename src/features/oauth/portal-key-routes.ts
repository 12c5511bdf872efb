// /portal/api/keys: API clients of the organization of the portal session, and /portal/api/confirmation: its step-up.
// Authenticated by the portal middleware. The session acts as the client that opened the portal or as the admin who signed
// in, cannot manage clients with more scopes than its own, and needs a step-up for every change.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { AnyDatabase } from '../../db/branded-database.ts';
import { organizationScopes, type Scope } from '../../domain/account/scopes.ts';
import { confirmedUntil } from '../../domain/account/step-up.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { optionalBody } from '../../http/server/optional-body.ts';
import type { SseHub } from '../../http/server/sse-hub.ts';
import type { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import type { PortalPrincipal } from '../../http/surfaces/portal-principal.ts';
import { Problem } from '../../lib/problem.ts';
import {
  deleteClient,
  disableDerived,
  endOldSecret,
  rotateClientSecret,
  setDisabled,
} from './change-client.ts';
import type { ClientAdmin, ClientAdminContext } from './client-admin.ts';
import { type ClientOrigin, listClients } from './client-admin-store.ts';
import {
  ApiKeySchema,
  ClientTokenListSchema,
  type ClientTokenView,
  ConfirmationSchema,
  ConfirmedSchema,
  DerivedKeysRequestSchema,
  DisabledKeysSchema,
  IssuedKeySchema,
  KeyChangeSchema,
  KeyListSchema,
  KeyRotationSchema,
  NewKeySchema,
  tokenListQuery,
} from './client-schemas.ts';
import { readClientTokens, revokeTokens } from './client-tokens.ts';
import { presentClient, presentToken, readClient } from './client-view.ts';
import {
  type ConfirmationContext,
  confirmPortalSession,
  noClients,
  sessionEnded,
} from './confirm-portal-session.ts';
import { issueClient, MAX_CLIENTS } from './issue-client.ts';
import type { TokenCache } from './token-cache.ts';

export interface PortalKeyContext extends ConfirmationContext {
  readonly idleDays: number | null;
  readonly tokens: Pick<TokenCache, 'announceClient'>;
  readonly cookie: PageCookie;
  readonly streams: Pick<SseHub, 'endSession'>;
  /** Whether the session, and the access token that opened it, are valid. */
  readonly isSessionLive: (trx: AnyDatabase, sessionHash: string) => Promise<boolean>;
}

const path = '/portal/api/keys';
const params = Type.Object({ id: Type.String() });
const { operation } = pageOperations<PortalKeyContext>();

export const portalKeyOperations: readonly PageOperation<PortalKeyContext>[] = [
  operation({
    method: 'GET',
    path,
    access: 'write',
    summary: 'API clients of the organization',
    responses: { 200: KeyListSchema },
    handler: async ({ context: { identity, clock }, request }) => {
      const visitor = portalPrincipalOf(request);
      requireClientAdmin(visitor);
      const { accountId, createdBy } = visitor;
      const now = clock.now();
      const clients = await listClients(identity, { accountId, now });
      return {
        data: clients.map(presentClient),
        limit: MAX_CLIENTS,
        own_client_id: createdBy.kind === 'client' ? createdBy.id : null,
        scopes: heldScopes(visitor),
        confirmed_until: confirmedUntil(visitor.confirmedAt, now),
      };
    },
  }),

  operation({
    method: 'POST',
    path: '/portal/api/confirmation',
    access: 'write',
    summary:
      'Step-up: enter the client secret again; API clients can then be changed for 10 minutes. Sets a new session cookie: ' +
      'the previous one ends, and the CSRF token stays',
    body: ConfirmationSchema,
    responses: { 200: ConfirmedSchema },
    handler: async ({ context, request, reply }) => {
      const visitor = portalPrincipalOf(request);
      const { client_secret: clientSecret } = request.body;
      const confirmation = { clientSecret, address: request.ip, requestId: request.id };
      const { token, confirmedAt } = await confirmPortalSession(context, visitor, confirmation);
      // Open pages reconnect with the new cookie.
      await context.streams.endSession(visitor.sessionHash);
      context.cookie.set(reply, token);
      const until = confirmedUntil(confirmedAt, confirmedAt);
      return { confirmed_until: until ?? confirmedAt };
    },
  }),

  operation({
    method: 'POST',
    path,
    access: 'write',
    needsStepUp: true,
    summary: 'Create an API client',
    body: NewKeySchema,
    responses: { 201: IssuedKeySchema },
    handler: async ({ context, request }) => {
      const { name, scopes = ['org'] } = request.body;
      const admin = adminOf(context, request);
      const { accountId } = portalPrincipalOf(request);
      const owner = { accountId, name, origin: originOf(request) };
      const input = { ...owner, scopes, grants: ['client_credentials'], redirectUris: [] } as const;
      const { id, clientSecret } = await issueClient(adminContext(context), input, admin);
      return { ...(await readOwn(context, request, id)), client_secret: clientSecret };
    },
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/rotate`,
    access: 'write',
    needsStepUp: true,
    summary: 'Rotate the secret of an API client',
    params,
    body: KeyRotationSchema,
    preValidation: optionalBody,
    responses: { 200: IssuedKeySchema },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const { overlap_hours = 24 } = request.body;
      const admin = adminOf(context, request);
      const { clientSecret } = await rotateClientSecret(adminContext(context), { id }, overlap_hours, admin);
      return { ...(await readOwn(context, request, id)), client_secret: clientSecret };
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id/old-secret`,
    access: 'write',
    needsStepUp: true,
    summary: 'Revoke the previous secret now',
    params,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      const admin = adminOf(context, request);
      await endOldSecret(adminContext(context), { id: request.params.id }, admin);
    },
  }),

  operation({
    method: 'PATCH',
    path: `${path}/:id`,
    access: 'write',
    needsStepUp: true,
    summary: 'Disable or enable an API client',
    params,
    body: KeyChangeSchema,
    responses: { 200: ApiKeySchema },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const admin = adminOf(context, request);
      await setDisabled(adminContext(context), { id }, request.body.disabled, admin);
      return readOwn(context, request, id);
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'write',
    needsStepUp: true,
    summary: 'Delete an API client',
    params,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      const admin = adminOf(context, request);
      await deleteClient(adminContext(context), { id: request.params.id }, admin);
    },
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/derived/disable`,
    access: 'write',
    needsStepUp: true,
    summary: 'Disable all API clients that were created in portal sessions of this one, directly or in turn',
    params,
    body: DerivedKeysRequestSchema,
    preValidation: optionalBody,
    responses: { 200: DisabledKeysSchema },
    handler: async ({ context, request }) => {
      const { token_id } = request.body;
      const { id } = request.params;
      const client_ids = await disableDerived(
        adminContext(context),
        { id },
        token_id,
        adminOf(context, request),
      );
      return { client_ids };
    },
  }),

  operation({
    method: 'GET',
    path: `${path}/:id/tokens`,
    access: 'write',
    summary: 'Live access tokens of an API client, newest first',
    params,
    query: tokenListQuery,
    responses: { 200: ClientTokenListSchema },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const listContext = { ...adminContext(context), idleDays: context.idleDays };
      const { tokens, next } = await readClientTokens(
        listContext,
        { id },
        request.query,
        adminOf(context, request),
      );
      return { data: tokens.map(presentToken).map(withoutUserAddress), next };
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id/tokens`,
    access: 'write',
    needsStepUp: true,
    summary: 'Revoke all access tokens of an API client',
    params,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      await revokeTokens(adminContext(context), { id: request.params.id }, 'all', adminOf(context, request));
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id/tokens/:token_id`,
    access: 'write',
    needsStepUp: true,
    summary: 'Revoke an access token of an API client',
    params: Type.Object({ id: Type.String(), token_id: Type.String() }),
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      const { id, token_id } = request.params;
      await revokeTokens(adminContext(context), { id }, { id: token_id }, adminOf(context, request));
    },
  }),
];

/** The IP address of a user is not the organization's business; that of its own programs is. */
function withoutUserAddress(token: ClientTokenView): ClientTokenView {
  return token.acts_for === 'user' ? { ...token, address: null } : token;
}

function readOwn({ identity, clock }: PortalKeyContext, request: FastifyRequest, id: string) {
  return readClient(identity, { accountId: portalPrincipalOf(request).accountId, id, now: clock.now() });
}

function adminContext({
  identity,
  clock,
  ids,
  environment,
  security,
  tokens,
}: PortalKeyContext): ClientAdminContext {
  const announceRevoked = (clientId: string) => tokens.announceClient(clientId);
  return { clients: identity, clock, ids, environment: environment.name, security, announceRevoked };
}

function adminOf({ isSessionLive }: PortalKeyContext, request: FastifyRequest): ClientAdmin {
  const visitor = portalPrincipalOf(request);
  requireClientAdmin(visitor);
  const scopes = heldScopes(visitor);
  if (scopes.length === 0) throw noClients();
  const actor = portalActor(request);
  const requireSession = async (trx: AnyDatabase) => {
    if (!(await isSessionLive(trx, visitor.sessionHash))) throw sessionEnded();
  };
  return { ...actor, address: request.ip, within: { accountId: actor.accountId, scopes, requireSession } };
}

/** An API client may do what an admin may, so members who are not admins could give themselves more rights. */
function requireClientAdmin({ member }: PortalPrincipal): void {
  if (member === null || member.role === 'admin') return;
  throw Problem.of('insufficient_scope', 'Only portal admins of the organization manage API clients.');
}

/** Organization scopes of the person or of the access token that opened the portal. Empty if a user opened it. */
function heldScopes({ createdBy, scopes }: PortalPrincipal): Scope[] {
  const organization: readonly Scope[] = organizationScopes;
  return createdBy.kind !== 'user' ? scopes.filter((scope) => organization.includes(scope)) : [];
}

function originOf(request: FastifyRequest): ClientOrigin {
  const { createdBy, member, tokenId, sessionHash } = portalPrincipalOf(request);
  return { clientId: member ? null : createdBy.id, tokenId, memberId: member?.id ?? null, sessionHash };
}
