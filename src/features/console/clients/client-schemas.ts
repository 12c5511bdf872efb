// Request and response schemas of API clients in the operator API.
import { Type } from 'typebox';
import { ref } from '../../../http/operations/schemas.ts';
import {
  clientFields,
  clientName,
  clientScopes,
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
};

export const ApiClientSchema = Type.Object(clientFields, {
  $id: 'ApiClient',
  description: 'OAuth 2.0 client credentials of an organization.',
  examples: [example],
});

export const ApiClientListSchema = Type.Object(
  { data: Type.Array(ref(ApiClientSchema), { description: 'The API clients, oldest first.' }) },
  {
    $id: 'ApiClientList',
    description: 'The API clients of an organization.',
    examples: [{ data: [example] }],
  },
);

export const IssuedApiClientSchema = Type.Object(issuedClientFields, {
  $id: 'IssuedApiClient',
  description: 'An API client with its new secret.',
  examples: [{ ...example, client_secret: 'wb_production_secret_3Jq…' }],
});

export const NewApiClientSchema = Type.Object(
  { name: clientName, scopes: Type.Optional(clientScopes) },
  {
    $id: 'NewApiClient',
    additionalProperties: false,
    description:
      'Parameters of a new API client with the grant `client_credentials`. For other grants use `waybill ' +
      'clients create`.',
    examples: [{ name: 'Shop', scopes: ['org'] }],
  },
);

export const SecretRotationSchema = Type.Object(
  { overlap_hours: Type.Optional(overlapHours) },
  {
    $id: 'SecretRotation',
    additionalProperties: false,
    description: 'Parameters of a secret rotation.',
    examples: [{ overlap_hours: 24 }],
  },
);

export const ApiClientUpdateSchema = Type.Object(
  {
    disabled: Type.Boolean({
      description: 'true disables the client and revokes its access tokens immediately; false enables it.',
    }),
  },
  {
    $id: 'ApiClientUpdate',
    additionalProperties: false,
    description: 'Changes to an API client.',
    examples: [{ disabled: true }],
  },
);

export const clientSchemas = [
  ApiClientSchema,
  ApiClientListSchema,
  IssuedApiClientSchema,
  NewApiClientSchema,
  SecretRotationSchema,
  ApiClientUpdateSchema,
];
