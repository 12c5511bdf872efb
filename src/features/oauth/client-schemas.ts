// Fields of API clients, shared by the portal and the operator API.
import { Type } from 'typebox';
import { knownScopes, organizationScopes } from '../../domain/account/scopes.ts';
import { Name, Nullable, OneOf, Timestamp, Uuid, type View } from '../../http/operations/schemas.ts';

/** 30 days. */
const maxOverlapHours = 720;

export const clientName = Name(100, 'Purpose of the client.');

export const clientScopes = Type.Array(OneOf(knownScopes), {
  minItems: 1,
  maxItems: knownScopes.length,
  uniqueItems: true,
  description: 'Scopes that tokens of the client may have. Default: `org`.',
});

export const overlapHours = Type.Integer({
  minimum: 0,
  maximum: maxOverlapHours,
  description: 'Hours for which the old secret stays valid. Default: 24. `0` ends it at once.',
});

export const clientFields = {
  id: Uuid({ description: 'Unique id of the API client, for the operations of this API.' }),
  client_id: Type.String({ description: 'OAuth client id.' }),
  name: clientName,
  scopes: clientScopes,
  grants: Type.Array(Type.String(), { description: 'OAuth grants that the client may use.' }),
  created_at: Timestamp({ description: 'When the client was created.' }),
  disabled: Type.Boolean({
    description:
      'Whether the client is disabled: it cannot obtain tokens, and its earlier tokens are revoked.',
  }),
  disabled_at: Nullable(Timestamp({ description: 'When the client was disabled; null if it is enabled.' })),
  last_used_at: Nullable(
    Timestamp({ description: 'Time of the last request, to the minute; null if never used.' }),
  ),
  old_secret_until: Nullable(
    Timestamp({ description: 'Until when the previous secret stays valid; null if there is none.' }),
  ),
  created_by_client_id: Nullable(
    Type.String({
      description:
        'The client whose portal session created this one; null if an operator, a person in the portal or a command created it.',
    }),
  ),
  created_by_token_id: Nullable(
    Uuid({ description: 'Id of the access token that opened that portal session.' }),
  ),
  created_by_member: Nullable(
    Type.String({
      description: 'Name of the person who created the client in the portal; null: another actor.',
    }),
  ),
};

export const issuedClientFields = {
  ...clientFields,
  client_secret: Type.String({
    description: 'The client secret. Only its hash is stored, so it cannot be retrieved later.',
  }),
};

export const clientTokenFields = {
  id: Uuid({ description: 'Id of the access token. It does not reveal the token.' }),
  grant: Nullable(
    Type.String({ description: 'Grant that issued the token; null if it was not recorded yet.' }),
  ),
  scopes: Type.Array(OneOf(knownScopes), { description: 'Scopes of the token.' }),
  acts_for: OneOf(['organization', 'user'], {
    description: '`organization`: of the client itself. `user`: of a user who signed in with the client.',
  }),
  created_at: Timestamp({ description: 'When the token was issued.' }),
  last_used_at: Nullable(
    Timestamp({ description: 'Time of the last request, to about 10 seconds; null if none was recorded.' }),
  ),
  address: Nullable(
    Type.String({
      description: 'IP address of that request. The portal does not show it for tokens of users.',
    }),
  ),
  expires_at: Nullable(
    Timestamp({
      description: 'When the token, or the old secret that obtained it, expires; null: it does not expire.',
    }),
  ),
  derived_clients: Type.Integer({
    description: 'Number of API clients that portal sessions of this token created.',
  }),
};

export const tokenListQuery = Type.Object({
  after: Type.Optional(Uuid({ description: 'Id of the last token of the previous page.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'Tokens per page. Default: 50.' }),
  ),
});

const ClientTokenSchema = Type.Object(clientTokenFields, { $id: 'ClientToken' });
export type ClientTokenView = View<typeof ClientTokenSchema>;
export const ClientTokenListSchema = Type.Object(
  { data: Type.Array(ClientTokenSchema), next: Nullable(Uuid()) },
  { $id: 'ClientTokenList' },
);

export const ApiKeySchema = Type.Object(clientFields, { $id: 'ApiKey' });
export type ApiKey = View<typeof ApiKeySchema>;
export const IssuedKeySchema = Type.Object(issuedClientFields, { $id: 'IssuedKey' });

export const KeyListSchema = Type.Object(
  {
    data: Type.Array(ApiKeySchema),
    limit: Type.Integer(),
    own_client_id: Nullable(
      Type.String({
        description: "The client whose token opened the portal; null for a user's token and for a person.",
      }),
    ),
    scopes: Type.Array(OneOf(knownScopes), {
      description:
        'Scopes that the session may give to a client: those of the person or of the access token that opened the portal. Empty for personal accounts, which have no clients.',
    }),
    confirmed_until: Nullable(
      Timestamp({
        description:
          'Until when API clients can be changed without a step-up: entering the client secret, or signing in again; null if it is needed.',
      }),
    ),
  },
  { $id: 'KeyList' },
);

const noOtherFields = { additionalProperties: false };
export const NewKeySchema = Type.Object(
  {
    name: clientName,
    scopes: Type.Optional(Type.Array(OneOf(organizationScopes), { minItems: 1, maxItems: 3 })),
  },
  { ...noOtherFields, $id: 'NewKey' },
);
export const KeyRotationSchema = Type.Object({ overlap_hours: Type.Optional(overlapHours) }, noOtherFields);
export const ConfirmationSchema = Type.Object(
  { client_secret: Type.String({ minLength: 1, maxLength: 4_096 }) },
  { ...noOtherFields, $id: 'Confirmation' },
);
export const ConfirmedSchema = Type.Object({ confirmed_until: Timestamp() }, { $id: 'Confirmed' });
export const DerivedKeysRequestSchema = Type.Object(
  {
    token_id: Type.Optional(
      Uuid({ description: 'Only clients created in portal sessions of this access token.' }),
    ),
  },
  { ...noOtherFields, $id: 'DerivedKeysRequest' },
);
export const DisabledKeysSchema = Type.Object(
  { client_ids: Type.Array(Type.String(), { description: 'The clients that were disabled.' }) },
  { $id: 'DisabledKeys' },
);
export const KeyChangeSchema = Type.Object({ disabled: Type.Boolean() }, noOtherFields);
