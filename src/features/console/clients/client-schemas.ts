// Request and response schemas of API clients in the operator API.
import { Type } from 'typebox';
import { closed, listOf, Nullable, named, ref, Uuid } from '../../../http/operations/schemas.ts';
import {
  clientFields,
  clientName,
  clientScopes,
  clientTokenFields,
  issuedClientFields,
  overlapHours,
} from '../../oauth/client-schemas.ts';

const example = {
  id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10',
  client_id: 'wb_production_client_Zk3v8Qm1',
  name: 'Shop',
  scopes: ['org'],
  grants: ['client_credentials'],
  created_at: '2030-01-15T09:30:00.000Z',
  disabled: false,
  disabled_at: null,
  last_used_at: '2030-01-15T09:42:00.000Z',
  old_secret_until: null,
  created_by_client_id: null,
  created_by_token_id: null,
  created_by_member: null,
};

export const ApiClientSchema = Type.Object(
  clientFields,
  named('ApiClient', 'OAuth 2.0 client credentials of an organization.', example),
);

export const ApiClientListSchema = listOf(
  'ApiClientList',
  ApiClientSchema,
  'The API clients, oldest first.',
  'The API clients of an organization.',
);

export const IssuedApiClientSchema = Type.Object(
  issuedClientFields,
  named('IssuedApiClient', 'An API client with its new secret.', {
    ...example,
    client_secret: 'wb_production_secret_3Jq…',
  }),
);

export const NewApiClientSchema = Type.Object(
  { name: clientName, scopes: Type.Optional(clientScopes) },
  closed(
    'NewApiClient',
    'Parameters of a new API client with the grant `client_credentials`. For other grants use `waybill ' +
      'clients create`.',
    { name: 'Shop', scopes: ['org'] },
  ),
);

export const SecretRotationSchema = Type.Object(
  { overlap_hours: Type.Optional(overlapHours) },
  closed('SecretRotation', 'Parameters of a secret rotation.', { overlap_hours: 24 }),
);

export const ApiClientUpdateSchema = Type.Object(
  {
    disabled: Type.Boolean({
      description: 'true disables the client and revokes its access tokens immediately; false enables it.',
    }),
  },
  closed('ApiClientUpdate', 'Changes to an API client.', { disabled: true }),
);

export const DerivedClientsSchema = Type.Object(
  {
    token_id: Type.Optional(
      Uuid({ description: 'Only clients that descend from portal sessions of this access token.' }),
    ),
  },
  closed('DerivedClients', 'Which derived API clients to disable.', {
    token_id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e11',
  }),
);

export const DisabledClientsSchema = Type.Object(
  { client_ids: Type.Array(Type.String(), { description: 'OAuth client ids that were enabled before.' }) },
  named('DisabledClients', 'API clients that were disabled.', {
    client_ids: ['wb_production_client_Qm1Zk3v8'],
  }),
);

const ApiClientTokenSchema = Type.Object(
  clientTokenFields,
  named('ApiClientToken', 'A live access token of an API client.', {
    id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e11',
    grant: 'client_credentials',
    scopes: ['public', 'org'],
    acts_for: 'organization',
    created_at: '2030-01-15T09:30:00.000Z',
    last_used_at: '2030-01-15T09:42:00.000Z',
    address: '203.0.113.7',
    expires_at: null,
    derived_clients: 0,
  }),
);

export const ApiClientTokenListSchema = Type.Object(
  {
    data: Type.Array(ref(ApiClientTokenSchema), { description: 'The tokens, newest first.' }),
    next: Nullable(Uuid({ description: 'Pass it as `after` to get the next page; null on the last page.' })),
  },
  named('ApiClientTokenList', 'A page of the live access tokens of an API client.', {
    data: [],
    next: null,
  }),
);

export const clientSchemas = [
  ApiClientTokenSchema,
  ApiClientTokenListSchema,
  DerivedClientsSchema,
  DisabledClientsSchema,
  ApiClientSchema,
  ApiClientListSchema,
  IssuedApiClientSchema,
  NewApiClientSchema,
  SecretRotationSchema,
  ApiClientUpdateSchema,
];
