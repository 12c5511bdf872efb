// Request and response schemas of API clients in the operator API.
import { Type } from 'typebox';
import { DateTime, Nullable, ref, Uuid } from '../../../http/schemas.ts';
import { clientName, clientScopes, overlapHours } from '../../oauth/client-schemas.ts';

const facts = {
  id: Uuid({ description: 'Its id, for the operations here.' }),
  client_id: Type.String({ description: 'Its public name, for OAuth.' }),
  name: clientName,
  scopes: clientScopes,
  grants: Type.Array(Type.String(), { description: 'How it may get tokens.' }),
  created_at: DateTime({ description: 'Since when.' }),
  disabled: Type.Boolean({ description: 'true: it gets no tokens, and those it had are dead.' }),
  disabled_at: Nullable(DateTime({ description: 'Since when it is disabled.' })),
  last_used_at: Nullable(DateTime({ description: 'When it last called, to the minute; null: never.' })),
  old_secret_until: Nullable(
    DateTime({ description: 'Until when the secret before the last works too; null: it does not.' }),
  ),
};

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

export const ApiClientSchema = Type.Object(facts, {
  $id: 'ApiClient',
  description: 'What a partner’s program signs in as.',
  examples: [example],
});

export const ApiClientListSchema = Type.Object(
  { data: Type.Array(ref(ApiClientSchema), { description: 'Oldest first.' }) },
  {
    $id: 'ApiClientList',
    description: 'The API clients of an organization.',
    examples: [{ data: [example] }],
  },
);

export const IssuedApiClientSchema = Type.Object(
  {
    ...facts,
    client_secret: Type.String({ description: 'Shown this once: only its hash is kept.' }),
  },
  {
    $id: 'IssuedApiClient',
    description: 'A client with its new secret.',
    examples: [{ ...example, client_secret: 'wb_production_secret_3Jq…' }],
  },
);

export const NewApiClientSchema = Type.Object(
  { name: clientName, scopes: Type.Optional(clientScopes) },
  {
    $id: 'NewApiClient',
    additionalProperties: false,
    description:
      'An API client to create. It may use `client_credentials`; other grants: `waybill clients create`.',
    examples: [{ name: 'Shop', scopes: ['org'] }],
  },
);

export const SecretRotationSchema = Type.Object(
  { overlap_hours: Type.Optional(overlapHours) },
  {
    $id: 'SecretRotation',
    additionalProperties: false,
    description: 'A new secret.',
    examples: [{ overlap_hours: 24 }],
  },
);

export const ApiClientUpdateSchema = Type.Object(
  { disabled: Type.Boolean({ description: 'true: it gets no tokens, and those it had die at once.' }) },
  {
    $id: 'ApiClientUpdate',
    additionalProperties: false,
    description: 'Whether it may be used.',
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
