// Request and response schemas of /oauth. The request schemas are only published: requests are parsed by
// `token-fields.ts`, because RFC 6749 defines its own error codes for them.
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
const grant = (name: string) =>
  Type.Unsafe<string>({ type: 'string', const: name, description: 'Names the grant.' });
const client = {
  client_id: 'wb_sandbox_client_0123456789abcdef',
  client_secret: 'wb_sandbox_secret_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
};

export const TokenRequestSchema = Type.Unsafe<Record<string, unknown>>({
  $id: 'TokenRequest',
  description: 'One of the grants. Fields that a grant does not know are ignored.',
  anyOf: [
    Type.Object(
      { grant_type: grant('client_credentials'), client_id: clientId, client_secret: clientSecret, scope },
      {
        title: 'client_credentials',
        description: 'For partners: the client acts for its organization.',
        examples: [{ grant_type: 'client_credentials', ...client, scope: 'public org' }],
      },
    ),
    Type.Object(
      {
        grant_type: grant('password'),
        client_id: clientId,
        client_secret: Type.Optional(clientSecret),
        username: Type.String({ description: 'With which the person signs in.' }),
        password: Type.String({ description: 'Of the person.' }),
        scope,
      },
      {
        title: 'password',
        description: 'For a first-party client that a person trusts with a password.',
        examples: [
          {
            grant_type: 'password',
            client_id: client.client_id,
            username: 'sam@example.com',
            password: 'correct horse battery staple',
          },
        ],
      },
    ),
    Type.Object(
      {
        grant_type: grant('authorization_code'),
        client_id: clientId,
        client_secret: clientSecret,
        code: Type.String({ description: 'From the redirect of `/oauth/authorize`; valid once.' }),
        redirect_uri: Type.String({
          format: 'uri',
          description: 'The same as was sent to `/oauth/authorize`.',
        }),
        code_verifier: Type.Optional(
          Type.String({ description: 'Required if a `code_challenge` was sent (PKCE, S256).' }),
        ),
      },
      {
        title: 'authorization_code',
        description: 'For a client to which a person gave consent on the sign-in page.',
        examples: [
          {
            grant_type: 'authorization_code',
            ...client,
            code: '0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
            redirect_uri: 'https://shop.example.com/callback',
            code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
          },
        ],
      },
    ),
    Type.Object(
      {
        grant_type: grant('refresh_token'),
        client_id: clientId,
        client_secret: Type.Optional(clientSecret),
        refresh_token: Type.String({ description: 'From the previous token response; valid once.' }),
        scope,
      },
      {
        title: 'refresh_token',
        description: 'Trades a refresh token for a new pair; the old access token ends.',
        examples: [
          {
            grant_type: 'refresh_token',
            client_id: client.client_id,
            refresh_token: 'wb_sandbox_rt_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
          },
        ],
      },
    ),
  ],
});

export const TokenSchema = Type.Object(
  {
    access_token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`.' }),
    token_type: OneOf(['Bearer'], { description: 'How to send the token.' }),
    expires_in: Type.Optional(
      Nullable(Type.Integer({ description: 'null: the token does not expire; it is valid until revoked.' })),
    ),
    scope: Type.String({ description: 'What the token may do, separated by spaces.' }),
    refresh_token: Type.Optional(
      Type.String({ description: 'password and authorization_code grants only.' }),
    ),
    created_at: Type.Integer({ description: 'Unix time in seconds.' }),
  },
  {
    $id: 'Token',
    description: 'Reuse the token until it is revoked; a new one for every call is not needed.',
    examples: [
      {
        access_token: 'wb_sandbox_at_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
        token_type: 'Bearer',
        expires_in: null,
        scope: 'public org',
        created_at: 1_893_456_000,
      },
    ],
  },
);

export const RevokeRequestSchema = Type.Object(
  {
    token: Type.String({ description: 'An access or refresh token of the same client.' }),
    client_id: Type.Optional(clientId),
    client_secret: Type.Optional(clientSecret),
  },
  {
    $id: 'RevokeRequest',
    description: 'The token to end. Client credentials are needed unless a Bearer token is sent.',
    examples: [{ token: 'wb_sandbox_at_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG', ...client }],
  },
);

export const RevokedSchema = Type.Object(
  {},
  { $id: 'Revoked', description: 'Done, or nothing was to be done.', examples: [{}] },
);

export const OAuthErrorSchema = Type.Object(
  {
    ...ErrorSchema.properties,
    error: Type.String({ description: "RFC 6749's word for the error.", examples: ['invalid_grant'] }),
    error_description: Type.String({ description: 'The same as `message`.' }),
  },
  { $id: 'OAuthError', description: "The contract's error fields together with those of RFC 6749." },
);

const optional = (description: string) => Type.Optional(Type.String({ description }));
const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
});

/** Only published: these parameters are parsed by `authorize-request.ts`, with the error codes of RFC 6749. */
export const authorizeOperation = {
  tags: ['Authentication'],
  operationId: 'oauth.authorize',
  summary: 'Ask a person for access',
  description:
    'Open this address in the browser of the person. They sign in, decide, and come back to `redirect_uri` with `code` or `error`, and with `state` and `iss`. ' +
    'The code is exchanged at `/oauth/token` once, within a minute. A wrong `client_id` or `redirect_uri` is shown to the person, who is then sent nowhere.',
  security: [],
  querystring: Type.Object({
    response_type: OneOf(['code'], { description: 'The answer is always an authorization code.' }),
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
