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
const ofOrganization = Type.Object({ id: Type.String({ description: 'The id of the organization.' }) });
const ofClient = Type.Object({ id: Type.String({ description: 'The id of the API client.' }) });
const noOrganization = answer(ErrorSchema, 'There is no such organization.', [
  problemExample('not_found', 'There is no such organization.'),
]);
const noClient = answer(ErrorSchema, 'There is no such API client.', [
  problemExample('not_found', 'There is no such API client.'),
]);
const nothing = (description: string) => Type.Null({ description });

export const list = {
  ...common,
  operationId: 'clients.list',
  summary: 'List API clients of an organization',
  description: 'With when each was last used.',
  params: ofOrganization,
  response: { 200: answer(ApiClientListSchema, 'The clients.'), 404: noOrganization },
};

export const create = {
  ...common,
  operationId: 'clients.create',
  summary: 'Create an API client',
  description: 'Its secret stands in this answer and is not shown again.',
  params: ofOrganization,
  body: ref(NewApiClientSchema),
  response: {
    201: answer(IssuedApiClientSchema, 'The client with its secret.'),
    400: answer(ErrorSchema, 'A parameter is not valid, or there are too many clients.', [
      problemExample(
        'too_many_clients',
        'An organization has at most 50 API clients. Delete one that is no longer needed.',
      ),
    ]),
    404: noOrganization,
  },
};

export const rotate = {
  ...common,
  operationId: 'clients.rotate',
  summary: 'Give an API client a new secret',
  description:
    'The old one works for `overlap_hours` more, so that programs can change over without a pause; tokens go on. At most two secrets work at a time.',
  params: ofClient,
  body: ref(SecretRotationSchema),
  response: { 200: answer(IssuedApiClientSchema, 'The client with its new secret.'), 404: noClient },
};

export const endOld = {
  ...common,
  operationId: 'clients.end_old_secret',
  summary: 'End the old secret now',
  description: 'Only the last one works from now on. Where there is no old one, nothing happens.',
  params: ofClient,
  response: { 204: nothing('Done.'), 404: noClient },
};

export const update = {
  ...common,
  operationId: 'clients.update',
  summary: 'Disable or enable an API client',
  description:
    'Disabling ends all its tokens, in every process, before this is answered. Enabling brings none of them back: it gets new ones with its secret.',
  params: ofClient,
  body: ref(ApiClientUpdateSchema),
  response: { 200: answer(ApiClientSchema, 'The client as it is now.'), 404: noClient },
};

export const remove = {
  ...common,
  operationId: 'clients.delete',
  summary: 'Delete an API client',
  description: 'Its secrets and tokens die at once, as with disabling, and it does not come back.',
  params: ofClient,
  response: { 204: nothing('Done.'), 404: noClient },
};
