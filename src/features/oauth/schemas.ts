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

const optional = (description: string) => Type.Optional(Type.String({ description }));
const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
});

/** Published only: what is wrong with these is said in RFC 6749's way (authorize-request.ts). */
export const authorizeOperation = {
  tags: ['Authentication'],
  operationId: 'oauth.authorize',
  summary: 'Ask a person for access',
  description:
    'Open this address in the browser of the person. They sign in, decide, and come back to `redirect_uri` with `code` or `error`, and with `state` and `iss`. ' +
    'The code is exchanged at `/oauth/token` once, within a minute. A wrong `client_id` or `redirect_uri` is shown to the person, who is then sent nowhere.',
  security: [],
  querystring: Type.Object({
    response_type: OneOf(['code']),
    client_id: clientId,
    redirect_uri: Type.String({
      format: 'uri',
      description:
        'One that is registered for the client, to the letter; on the loopback interface the port may differ.',
    }),
    scope: optional(
      'Space-separated, of `user`, `user:read` and `user:write`. Omitted: all the client may have.',
    ),
    state: optional('Comes back as it was sent. Use it to tie the answer to the session of your user.'),
    code_challenge: optional('PKCE: the base64url SHA-256 of the `code_verifier`.'),
    code_challenge_method: Type.Optional(OneOf(['S256'], { description: 'Required with `code_challenge`.' })),
  }),
  response: {
    200: page('A page to sign in, or to allow or refuse.'),
    303: { description: 'Back to `redirect_uri`, with what is wrong in `error`.', type: 'null' },
    400: page('The client or its `redirect_uri` is not known; the page says so.'),
  },
};
