// Request and response schemas of /oauth. The request schemas are only published: requests are parsed by
// `routes.ts`, because RFC 6749 defines its own error codes for them.
import { Type } from 'typebox';
import { ErrorSchema, Nullable, OneOf } from '../../http/operations/schemas.ts';

const clientId = Type.String({ description: 'Public identifier of the API client.' });
const clientSecret = Type.String({
  description: 'Secret of the API client. Can be sent by HTTP Basic instead.',
});
const scope = Type.Optional(
  Nullable(
    Type.String({
      description:
        'Scopes separated by spaces. `public` is always added. Default: all scopes that the client may have.',
      examples: ['public org:read'],
    }),
  ),
);
const grant = (name: string) =>
  Type.Unsafe<string>({ type: 'string', const: name, description: 'Grant type.' });
const client = {
  client_id: 'wb_sandbox_client_0123456789abcdef',
  client_secret: 'wb_sandbox_secret_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG',
};

export const TokenRequestSchema = Type.Unsafe<Record<string, unknown>>({
  $id: 'TokenRequest',
  description: 'One of the grants. Fields that do not belong to the grant are ignored.',
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
        username: Type.String({ description: 'User name of the user.' }),
        password: Type.String({ description: 'Password of the user.' }),
        scope,
      },
      {
        title: 'password',
        description: 'For a first-party client that a user trusts with a password.',
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
        code: Type.String({ description: 'Code from the redirect of `/oauth/authorize`. Valid once.' }),
        redirect_uri: Type.String({
          format: 'uri',
          description: 'The same value as sent to `/oauth/authorize`.',
        }),
        code_verifier: Type.Optional(
          Type.String({ description: 'Required if a `code_challenge` was sent (PKCE, S256).' }),
        ),
      },
      {
        title: 'authorization_code',
        description: 'For a client that a user gave consent to on the sign-in page.',
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
        refresh_token: Type.String({ description: 'Refresh token from the previous response. Valid once.' }),
        scope,
      },
      {
        title: 'refresh_token',
        description: 'Exchanges a refresh token for a new pair and revokes the old access token.',
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
    token_type: OneOf(['Bearer'], { description: 'Type of the token.' }),
    expires_in: Type.Optional(
      Nullable(
        Type.Integer({ description: '`null`: the token does not expire and is valid until it is revoked.' }),
      ),
    ),
    scope: Type.String({ description: 'Scopes of the token, separated by spaces.' }),
    refresh_token: Type.Optional(
      Type.String({
        description: 'Only for the `password`, `authorization_code` and `refresh_token` grants.',
      }),
    ),
    created_at: Type.Integer({ description: 'Time of issue as Unix time in seconds.' }),
  },
  {
    $id: 'Token',
    description: 'An access token. Reuse it until it is revoked; do not request a new one for every call.',
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
    token: Type.String({ description: 'Access or refresh token of the calling client.' }),
    client_id: Type.Optional(clientId),
    client_secret: Type.Optional(clientSecret),
  },
  {
    $id: 'RevokeRequest',
    description: 'The token to revoke. Client credentials are required unless a Bearer token is sent.',
    examples: [{ token: 'wb_sandbox_at_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG', ...client }],
  },
);

export const RevokedSchema = Type.Object(
  {},
  { $id: 'Revoked', description: 'The token is revoked, or there was nothing to revoke.', examples: [{}] },
);

export const OAuthErrorSchema = Type.Object(
  {
    ...ErrorSchema.properties,
    error: Type.String({ description: 'Error code of RFC 6749.', examples: ['invalid_grant'] }),
    error_description: Type.String({ description: 'The same as `message`.' }),
  },
  { $id: 'OAuthError', description: "Fields of the API's error format together with those of RFC 6749." },
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
  summary: 'Request authorization from a user',
  description:
    'Open this URL in the browser of the user. The user signs in, allows or denies access, and returns to `redirect_uri` with `code` or `error`, and with `state` and `iss`. ' +
    'Exchange the code at `/oauth/token` once, within 60 seconds. If `client_id` or `redirect_uri` is not valid, the user sees an error page and is not redirected.',
  security: [],
  querystring: Type.Object({
    response_type: OneOf(['code'], { description: 'Always `code`: an authorization code is returned.' }),
    client_id: clientId,
    redirect_uri: Type.String({
      format: 'uri',
      description:
        'One of the redirect URIs registered for the client, character for character. On the loopback interface the port may differ.',
    }),
    scope: optional(
      'Scopes separated by spaces: `user`, `user:read`, `user:write`. Default: all scopes that the client may have.',
    ),
    state: optional('Returned unchanged. Use it to tie the response to the session of your user.'),
    code_challenge: optional('PKCE: the base64url SHA-256 of the `code_verifier`.'),
    code_challenge_method: Type.Optional(OneOf(['S256'], { description: 'Required with `code_challenge`.' })),
  }),
  response: {
    200: page('The sign-in or consent page.'),
    303: { description: 'Redirect to `redirect_uri` with the reason in `error`.', type: 'null' },
    400: page('Error page: the client or its `redirect_uri` is not valid.'),
  },
};
