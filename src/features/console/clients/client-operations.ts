// OpenAPI operations of API clients.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import {
  ApiClientListSchema,
  ApiClientSchema,
  ApiClientUpdateSchema,
  IssuedApiClientSchema,
  NewApiClientSchema,
  SecretRotationSchema,
} from './client-schemas.ts';

const common = operatorOperation('API clients');
const ofOrganization = Type.Object({ id: Type.String({ description: 'Id of the organization.' }) });
const ofClient = Type.Object({ id: Type.String({ description: 'Id of the API client.' }) });
const noOrganization = answer(ErrorSchema, 'There is no such organization.', [
  problemExample('not_found', 'No organization has this id.'),
]);
const noClient = answer(ErrorSchema, 'There is no such API client.', [
  problemExample('not_found', 'No API client has this id.'),
]);
const nothing = (description: string) => Type.Null({ description });

export const list = {
  ...common,
  operationId: 'clients.list',
  summary: 'List API clients',
  description: 'Returns the API clients of an organization, oldest first, with the time of their last use.',
  params: ofOrganization,
  response: { 200: answer(ApiClientListSchema, 'The API clients.'), 404: noOrganization },
};

export const create = {
  ...common,
  operationId: 'clients.create',
  summary: 'Create an API client',
  description:
    'Creates OAuth 2.0 client credentials for an organization. The response contains the secret; it cannot ' +
    'be retrieved later. An organization can have at most 50 API clients.',
  params: ofOrganization,
  body: ref(NewApiClientSchema),
  response: {
    201: answer(IssuedApiClientSchema, 'The API client with its secret.'),
    400: answer(ErrorSchema, 'A parameter is invalid, or the organization already has 50 API clients.', [
      problemExample(
        'too_many_clients',
        'An organization can have at most 50 API clients. Delete one that is no longer needed.',
      ),
    ]),
    404: noOrganization,
  },
};

export const rotate = {
  ...common,
  operationId: 'clients.rotate',
  summary: 'Rotate a client secret',
  description:
    'Issues a new secret. The previous secret stays valid for `overlap_hours`, so that the partner can ' +
    'switch without downtime; access tokens stay valid. At most two secrets are valid at a time.',
  params: ofClient,
  body: ref(SecretRotationSchema),
  response: { 200: answer(IssuedApiClientSchema, 'The API client with its new secret.'), 404: noClient },
};

export const revokePreviousSecret = {
  ...common,
  operationId: 'clients.end_old_secret',
  summary: 'Revoke the previous secret',
  description:
    'Ends the overlap of a rotation: only the latest secret stays valid. Does nothing if there is no ' +
    'previous secret.',
  params: ofClient,
  response: { 204: nothing('The previous secret is revoked.'), 404: noClient },
};

export const update = {
  ...common,
  operationId: 'clients.update',
  summary: 'Disable or enable an API client',
  description:
    'Disabling revokes all access tokens of the client in every process before the response is sent. ' +
    'Enabling does not restore them: the client requests new tokens with its secret.',
  params: ofClient,
  body: ref(ApiClientUpdateSchema),
  response: { 200: answer(ApiClientSchema, 'The updated API client.'), 404: noClient },
};

export const remove = {
  ...common,
  operationId: 'clients.delete',
  summary: 'Delete an API client',
  description:
    'Deletes an API client and revokes its secrets and access tokens immediately. This cannot be undone.',
  params: ofClient,
  response: { 204: nothing('The API client is deleted.'), 404: noClient },
};
