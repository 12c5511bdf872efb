// Routes of /operator/organizations/{id}/clients and /operator/clients. A client secret appears only in the response
// that created it.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { optionalBody } from '../../../http/server/optional-body.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import {
  deleteClient,
  disableDerived,
  endOldSecret,
  rotateClientSecret,
  setDisabled,
} from '../../oauth/change-client.ts';
import type { ClientAdmin, ClientAdminContext } from '../../oauth/client-admin.ts';
import { listClients } from '../../oauth/client-admin-store.ts';
import { tokenListQuery } from '../../oauth/client-schemas.ts';
import { readClientTokens, revokeTokens } from '../../oauth/client-tokens.ts';
import { presentClient, presentToken, readClient } from '../../oauth/client-view.ts';
import { issueClient } from '../../oauth/issue-client.ts';
import { loadOrganization, noOrganization, organizationParams } from '../accounts/account-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  ApiClientListSchema,
  ApiClientSchema,
  ApiClientTokenListSchema,
  ApiClientUpdateSchema,
  DerivedClientsSchema,
  DisabledClientsSchema,
  IssuedApiClientSchema,
  NewApiClientSchema,
  SecretRotationSchema,
} from './client-schemas.ts';

const ofClient = idParams('API client');
const noClient = noSuch('API client');

const nothing = (description: string) => Type.Null({ description });

const operation = operatorOperations<ConsoleContext>({ tag: 'API clients' });

export const clientOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/organizations/:id/clients',
    role: 'viewer',
    id: 'clients.list',
    summary: 'List API clients',
    description: 'Returns the API clients of an organization, oldest first, with the time of their last use.',
    params: organizationParams,
    responses: { 200: answer(ApiClientListSchema, 'The API clients.'), 404: noOrganization },
    handler: async ({ context, request }) => {
      const { id: accountId } = await loadOrganization(context, request.params.id);
      const clients = await listClients(context.system, { accountId, now: context.clock.now() });
      return { data: clients.map(presentClient) };
    },
  }),

  operation({
    method: 'POST',
    path: '/organizations/:id/clients',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.create',
    summary: 'Create an API client',
    description:
      'Creates OAuth 2.0 client credentials for an organization. The response contains the secret; it cannot ' +
      'be retrieved later. An organization can have at most 50 API clients.',
    params: organizationParams,
    body: ref(NewApiClientSchema),
    responses: {
      201: answer(IssuedApiClientSchema, 'The API client with its secret.'),
      400: answer(ErrorSchema, 'A parameter is invalid, or the organization already has 50 API clients.', [
        problemExample(
          'too_many_clients',
          'An organization can have at most 50 API clients. Delete one that is no longer needed.',
        ),
      ]),
      404: noOrganization,
    },
    handler: async ({ context, request }) => {
      const { name, scopes = ['org'] } = request.body;
      const { id: accountId } = await loadOrganization(context, request.params.id);
      const input = { accountId, name, scopes, grants: ['client_credentials'], redirectUris: [] } as const;
      const { id, clientSecret } = await issueClient(clientContextOf(context), input, clientAdmin(request));
      return { ...(await read(context, id)), client_secret: clientSecret };
    },
  }),

  operation({
    method: 'POST',
    path: '/clients/:id/rotate',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.rotate',
    summary: 'Rotate a client secret',
    description:
      'Issues a new secret. The previous secret stays valid for `overlap_hours`, so that the partner can ' +
      'switch without downtime. Access tokens end with the secret that obtained them: after the overlap, or at once with ' +
      '`overlap_hours` 0. At most two secrets are valid at a time.',
    params: ofClient,
    body: ref(SecretRotationSchema),
    preValidation: optionalBody,
    responses: { 200: answer(IssuedApiClientSchema, 'The API client with its new secret.'), 404: noClient },
    handler: async ({ context, request }) => {
      const { overlap_hours = 24 } = request.body;
      const id = request.params.id;
      const { clientSecret } = await rotateClientSecret(
        clientContextOf(context),
        { id },
        overlap_hours,
        clientAdmin(request),
      );
      return { ...(await read(context, id)), client_secret: clientSecret };
    },
  }),

  operation({
    method: 'DELETE',
    path: '/clients/:id/old-secret',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.end_old_secret',
    summary: 'Revoke the previous secret',
    description:
      'Ends the overlap of a rotation: only the latest secret stays valid, and the access tokens of the previous one are ' +
      'revoked. Does nothing if there is no previous secret.',
    params: ofClient,
    responses: { 204: nothing('The previous secret is revoked.'), 404: noClient },
    handler: async ({ context, request }) => {
      await endOldSecret(clientContextOf(context), { id: request.params.id }, clientAdmin(request));
    },
  }),

  operation({
    method: 'PATCH',
    path: '/clients/:id',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.update',
    summary: 'Disable or enable an API client',
    description:
      'Disabling revokes all access tokens of the client in every process before the response is sent. ' +
      'Enabling does not restore them: the client requests new tokens with its secret.',
    params: ofClient,
    body: ref(ApiClientUpdateSchema),
    responses: { 200: answer(ApiClientSchema, 'The updated API client.'), 404: noClient },
    handler: async ({ context, request }) => {
      const { disabled } = request.body;
      await setDisabled(clientContextOf(context), { id: request.params.id }, disabled, clientAdmin(request));
      return await read(context, request.params.id);
    },
  }),

  operation({
    method: 'DELETE',
    path: '/clients/:id',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.delete',
    summary: 'Delete an API client',
    description:
      'Deletes an API client and revokes its secrets and access tokens immediately. This cannot be undone.',
    params: ofClient,
    responses: { 204: nothing('The API client is deleted.'), 404: noClient },
    handler: async ({ context, request }) => {
      await deleteClient(clientContextOf(context), { id: request.params.id }, clientAdmin(request));
    },
  }),

  operation({
    method: 'POST',
    path: '/clients/:id/derived/disable',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.disable_derived',
    summary: 'Disable derived API clients',
    description:
      'Disables the API clients that were created in portal sessions of this client, and in sessions of those clients in ' +
      'turn, and revokes their access tokens. Use it if an access token or secret of the client has leaked: ' +
      '`created_by_client_id` of a client names its origin.',
    params: ofClient,
    body: ref(DerivedClientsSchema),
    preValidation: optionalBody,
    responses: { 200: answer(DisabledClientsSchema, 'The clients that were disabled.'), 404: noClient },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const { token_id } = request.body;
      const client_ids = await disableDerived(
        clientContextOf(context),
        { id },
        token_id,
        clientAdmin(request),
      );
      return { client_ids };
    },
  }),

  operation({
    method: 'GET',
    path: '/clients/:id/tokens',
    role: 'viewer',
    id: 'clients.list_tokens',
    summary: 'List access tokens',
    description:
      'Returns the live access tokens of an API client, newest first, with the time and IP address of their last use. ' +
      'The tokens themselves are not stored.',
    params: ofClient,
    query: tokenListQuery,
    responses: { 200: answer(ApiClientTokenListSchema, 'The access tokens.'), 404: noClient },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      const listContext = { ...clientContextOf(context), idleDays: context.tokenIdleDays };
      const { tokens, next } = await readClientTokens(
        listContext,
        { id },
        request.query,
        clientAdmin(request),
      );
      return { data: tokens.map(presentToken), next };
    },
  }),

  operation({
    method: 'DELETE',
    path: '/clients/:id/tokens',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.revoke_tokens',
    summary: 'Revoke all access tokens',
    description:
      'Revokes all access and refresh tokens of an API client in every process before the response is sent. The client ' +
      'can get new tokens with its secret; rotate the secret too if it may have leaked.',
    params: ofClient,
    responses: { 204: nothing('The tokens are revoked.'), 404: noClient },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      await revokeTokens(clientContextOf(context), { id }, 'all', clientAdmin(request));
    },
  }),

  operation({
    method: 'DELETE',
    path: '/clients/:id/tokens/:token_id',
    role: 'admin',
    needsStepUp: true,
    id: 'clients.revoke_token',
    summary: 'Revoke an access token',
    description:
      'Revokes an access token in every process before the response is sent, together with the other tokens of the same ' +
      'sign-in if it belongs to a user.',
    params: Type.Object({
      id: ofClient.properties.id,
      token_id: Type.String({ description: 'Id of the access token.' }),
    }),
    responses: {
      204: nothing('The token is revoked.'),
      404: answer(ErrorSchema, 'No API client has this id, or it has no such token.', [
        problemExample('not_found', 'The client has no valid access token with this id.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const { id, token_id } = request.params;
      await revokeTokens(clientContextOf(context), { id }, { id: token_id }, clientAdmin(request));
    },
  }),
];

function clientAdmin(request: FastifyRequest): ClientAdmin {
  return { ...operatorActor(request), address: request.ip };
}

function clientContextOf({
  system,
  clock,
  ids,
  environment,
  security,
  tokens,
}: ConsoleContext): ClientAdminContext {
  const announceRevoked = (clientId: string) => tokens.announceClient(clientId);
  return { clients: system, clock, ids, environment: environment.name, security, announceRevoked };
}

function read({ system, clock }: ConsoleContext, id: string) {
  return readClient(system, { id, now: clock.now() });
}
