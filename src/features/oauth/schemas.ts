// The wire of /oauth. Requests are published grant by grant; they are read by hand (token-fields.ts), because RFC 6749
// has its own words for what is wrong with them.
import { Type } from 'typebox';
import { ErrorSchema, Nullable, OneOf } from '../../http/schemas.ts';

const clientId = Type.String({ description: 'The public name of the client.' });
const clientSecret = Type.String({ description: 'May be sent by HTTP Basic instead.' });
const scope = Type.Optional(
  Type.String({
    description: 'Space-separated; `public` is always added. Omitted: all that the client may have.',
    examples: ['public org:read'],
  }),
);
const grant = (name: string) => Type.Unsafe<string>({ type: 'string', const: name });

export const TokenRequestSchema = Type.Unsafe<Record<string, unknown>>({
  $id: 'TokenRequest',
  description: 'One of the grants. Fields that a grant does not know are ignored.',
  anyOf: [
    Type.Object(
      { grant_type: grant('client_credentials'), client_id: clientId, client_secret: clientSecret, scope },
      { title: 'client_credentials' },
    ),
    Type.Object(
      {
        grant_type: grant('password'),
        client_id: clientId,
        client_secret: Type.Optional(clientSecret),
        username: Type.String(),
        password: Type.String(),
        scope,
      },
      { title: 'password' },
    ),
    Type.Object(
      {
        grant_type: grant('authorization_code'),
        client_id: clientId,
        client_secret: clientSecret,
        code: Type.String(),
        redirect_uri: Type.String({ format: 'uri' }),
        code_verifier: Type.Optional(
          Type.String({ description: 'Required if a `code_challenge` was sent (PKCE, S256).' }),
        ),
      },
      { title: 'authorization_code' },
    ),
    Type.Object(
      {
        grant_type: grant('refresh_token'),
        client_id: clientId,
        client_secret: Type.Optional(clientSecret),
        refresh_token: Type.String(),
        scope,
      },
      { title: 'refresh_token' },
    ),
  ],
  examples: [
    {
      grant_type: 'client_credentials',
      client_id: 'wb_sandbox_client_…',
      client_secret: 'wb_sandbox_secret_…',
    },
  ],
});

export const TokenSchema = Type.Object(
  {
    access_token: Type.String(),
    token_type: OneOf(['Bearer']),
    expires_in: Type.Optional(
      Nullable(Type.Integer({ description: 'null: the token does not expire; it is valid until revoked.' })),
    ),
    scope: Type.String({ examples: ['public org'] }),
    refresh_token: Type.Optional(
      Type.String({ description: 'password and authorization_code grants only.' }),
    ),
    created_at: Type.Integer({ description: 'Unix time in seconds.' }),
  },
  {
    $id: 'Token',
    description: 'Reuse the token until it is revoked; a new one for every call is not needed.',
  },
);

export const RevokeRequestSchema = Type.Object(
  {
    token: Type.String({ description: 'An access or refresh token of the same client.' }),
    client_id: Type.Optional(clientId),
    client_secret: Type.Optional(clientSecret),
  },
  { $id: 'RevokeRequest' },
);

export const OAuthErrorSchema = Type.Object(
  {
    ...ErrorSchema.properties,
    error: Type.String({ description: "RFC 6749's word for the error.", examples: ['invalid_grant'] }),
    error_description: Type.String(),
  },
  { $id: 'OAuthError', description: "The contract's error fields together with those of RFC 6749." },
);
