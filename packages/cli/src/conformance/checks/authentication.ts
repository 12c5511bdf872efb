// Authentication: grants, tokens, scopes and revocation.
import { type Check, NotRun, type Section, type Source } from '../check.ts';
import { operations } from '../contract/operations.ts';
import { type Exchange, textAt, valueAt } from '../exchange.ts';
import { expectError, expectFields, expectHeader, expectStatus, expectThat } from '../expectations.ts';
import { publicToken, readToken, requestToken, stopsOf, writeToken } from '../fixtures.ts';
import type { Outgoing } from '../http-client.ts';
import { type Fixture, fixture, type Run } from '../run.ts';
import { refusal } from './refusal.ts';
import { get, post, unknownId } from './requests.ts';

const source: Source = { contract: 'Authentication' };

const defaultToken = fixture('a token without a requested scope', async (run) => {
  const exchange = await requestToken(run);
  expectStatus(exchange, 200);
  return exchange;
});

const tokenCheck = (id: string, title: string, judge: (exchange: Exchange) => void): Check => ({
  id: `authentication.${id}`,
  title,
  source,
  judge: async (run) => judge(await run.need(defaultToken)),
});

/** A request to /oauth/token that lacks a field or has a wrong one. */
const tokenRefusal = (id: string, title: string, body: (run: Run) => object): Check =>
  refusal({
    id: `authentication.${id}`,
    title,
    source,
    send: (run) => ({ ...post('/oauth/token', body(run)), token: null }),
    expect: { status: 400 },
  });

interface IncompleteGrant {
  readonly grant_type: string;
  readonly redirect_uri?: string;
  /** Required fields that the request lacks. */
  readonly lacks: readonly string[];
}

/** The error must name a missing field: a client without the grant is refused for another reason. */
const grantFieldCheck = (id: string, title: string, { lacks, ...body }: IncompleteGrant): Check => ({
  id: `authentication.${id}`,
  title,
  source,
  judge: async (run) => {
    const exchange = await requestToken(run, body);
    expectStatus(exchange, 400);
    if (textAt(exchange, 'code') === 'unauthorized_client')
      throw new NotRun(`the client may not use the ${body.grant_type} grant`);
    const words = `${textAt(exchange, 'param')} ${textAt(exchange, 'message')}`.split(/\W+/);
    const isNamed = lacks.some((field) => words.includes(field));
    expectThat(exchange, isNamed, `an error that names ${lacks.join(' or ')}`, exchange.text);
  },
});

const scopeCheck = (
  id: string,
  title: string,
  token: Fixture<string>,
  request: (run: Run) => Outgoing,
  status: number,
  from: Source = source,
): Check => ({
  id: `authentication.${id}`,
  title,
  source: from,
  judge: async (run) =>
    expectStatus(await run.send({ ...request(run), token: await run.need(token) }), status),
});

const scopesOf = (exchange: Exchange) => textAt(exchange, 'scope').split(' ').sort().join(' ');
const list = () => get('/bookings?limit=1');
const quoteRequest = (run: Run) => post('/quotes/batch', { stops: stopsOf(run) });
const scheduleRequest = (run: Run) => {
  const [origin, destination] = run.options.stops;
  return post('/schedule', { product: 'van', origin, destination });
};

async function revoke(run: Run, send: (token: string) => Outgoing): Promise<void> {
  const token = textAt(await requestToken(run, { scope: 'public org:read' }), 'access_token');
  expectStatus(await run.send({ ...list(), token }), 200);
  const revoked = await run.send({ ...send(token), token });
  expectStatus(revoked, 200);
  expectThat(revoked, typeof revoked.body === 'object' && revoked.body !== null, 'an object', revoked.text);
  expectError(await run.send({ ...list(), token }), { status: 401, type: 'authentication_error' });
}

export const authentication: Section = {
  title: 'Authentication',
  checks: [
    tokenCheck('token.no-expiry', 'partner tokens do not expire automatically', (exchange) => {
      const expiresIn = valueAt(exchange.body, 'expires_in');
      expectThat(exchange, expiresIn === undefined || expiresIn === null, 'expires_in null', expiresIn);
    }),
    tokenCheck('token.type', '`token_type` is Bearer', (exchange) =>
      expectFields(exchange, { token_type: 'Bearer' }),
    ),
    tokenCheck('token.public', '`public` is included in every token', (exchange) =>
      expectThat(exchange, scopesOf(exchange).includes('public'), 'a scope with public', scopesOf(exchange)),
    ),
    tokenCheck('token.no-refresh-token', 'client_credentials gives no refresh token', (exchange) => {
      const refreshToken = valueAt(exchange.body, 'refresh_token');
      expectThat(exchange, refreshToken === undefined, 'no refresh_token', 'a refresh_token');
    }),
    {
      id: 'authentication.token.scope',
      title: 'a token has the requested scopes and `public`',
      source,
      judge: async (run) => {
        const exchange = await requestToken(run, { scope: 'org:read' });
        expectStatus(exchange, 200);
        expectThat(exchange, scopesOf(exchange) === 'org:read public', 'public org:read', scopesOf(exchange));
      },
    },
    tokenRefusal('token.missing-grant', 'a missing grant_type responds 400', ({ options }) => ({
      client_id: options.credentials.clientId,
      client_secret: options.credentials.clientSecret,
    })),
    tokenRefusal('token.unknown-grant', 'an unknown grant_type responds 400', ({ options }) => ({
      grant_type: 'telepathy',
      client_id: options.credentials.clientId,
      client_secret: options.credentials.clientSecret,
    })),
    tokenRefusal('token.unknown-client', 'an unknown client responds 400', ({ name }) => ({
      grant_type: 'client_credentials',
      client_id: name,
      client_secret: 'not-a-secret',
    })),
    tokenRefusal(
      'token.missing-secret',
      'client_credentials without client_secret responds 400',
      ({ options }) => ({
        grant_type: 'client_credentials',
        client_id: options.credentials.clientId,
      }),
    ),
    tokenRefusal('token.unknown-scope', 'an unknown scope responds 400', ({ options }) => ({
      grant_type: 'client_credentials',
      client_id: options.credentials.clientId,
      client_secret: options.credentials.clientSecret,
      scope: 'public galaxy:write',
    })),
    grantFieldCheck('token.password-fields', 'the password grant requires username and password', {
      grant_type: 'password',
      lacks: ['username', 'password'],
    }),
    grantFieldCheck('token.code-fields', 'the authorization_code grant requires a code', {
      grant_type: 'authorization_code',
      redirect_uri: 'https://example.com/callback',
      lacks: ['code'],
    }),
    {
      id: 'authentication.every-operation',
      title: 'every operation except /oauth/token responds 401 without a token',
      source,
      judge: async (run) => {
        for (const { method, path } of operations.filter((each) => each.path !== '/oauth/token')) {
          const target = path.replace('{id}', unknownId).replace('{position}', '0');
          const body = method === 'POST' || method === 'PATCH' ? { body: {} } : {};
          const exchange = await run.send({ method, path: target, token: null, ...body });
          expectError(exchange, { status: 401, type: 'authentication_error' });
        }
      },
    },
    refusal({
      id: 'authentication.invalid-token',
      title: 'an invalid token responds 401',
      source,
      send: () => ({ ...list(), token: 'not-a-token' }),
      expect: { status: 401, type: 'authentication_error' },
    }),
    refusal({
      id: 'authentication.other-scheme',
      title: 'another scheme than Bearer responds 401',
      source,
      send: () => ({ ...list(), token: null, headers: { authorization: 'Basic YTpi' } }),
      expect: { status: 401, type: 'authentication_error' },
    }),
    {
      id: 'authentication.challenge',
      title: '401 carries a `WWW-Authenticate` challenge for Bearer',
      source: { guide: 'authentication' },
      judge: async (run) => {
        const exchange = await run.send({ ...list(), token: null });
        expectHeader(exchange, 'www-authenticate', /^Bearer\b/, 'Bearer …');
      },
    },
    scopeCheck('scope.read-reads', 'org:read may list bookings', readToken, list, 200),
    scopeCheck('scope.read-schedule', 'org:read may list arrival windows', readToken, scheduleRequest, 200),
    scopeCheck(
      'scope.read-cannot-write',
      'org:read may not create quotes: 403',
      readToken,
      quoteRequest,
      403,
    ),
    scopeCheck('scope.write-writes', 'org:write may create quotes', writeToken, quoteRequest, 201),
    scopeCheck('scope.write-cannot-read', 'org:write may not list bookings: 403', writeToken, list, 403),
    scopeCheck(
      'scope.webhooks-write',
      'org:write may list webhook endpoints',
      writeToken,
      () => get('/webhooks'),
      200,
    ),
    scopeCheck(
      'scope.webhooks-read',
      'org:read may not list webhook endpoints: 403',
      readToken,
      () => get('/webhooks'),
      403,
      { guide: 'authentication' },
    ),
    scopeCheck('scope.public-cannot-read', 'public alone may not list bookings: 403', publicToken, list, 403),
    scopeCheck(
      'scope.public-cannot-write',
      'public alone may not create bookings: 403',
      publicToken,
      () => post('/bookings', {}),
      403,
    ),
    {
      id: 'authentication.scope.both',
      title: '`public org:read org:write` is equivalent to `public org`',
      source,
      judge: async (run) => {
        const issued = await requestToken(run, { scope: 'public org:read org:write' });
        expectStatus(issued, 200);
        const token = textAt(issued, 'access_token');
        expectStatus(await run.send({ ...list(), token }), 200);
        expectStatus(await run.send({ ...get('/webhooks'), token }), 200);
      },
    },
    {
      id: 'authentication.revoke.json',
      title: 'a token revoked with a JSON body is refused from then on',
      source,
      judge: (run) => revoke(run, (token) => post('/oauth/revoke', { token })),
    },
    {
      id: 'authentication.revoke.form',
      title: 'a token revoked with a form is refused from then on',
      source,
      judge: (run) =>
        revoke(run, (token) => ({
          method: 'POST',
          path: '/oauth/revoke',
          text: new URLSearchParams({ token }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })),
    },
    {
      id: 'authentication.revoke.unknown',
      title: 'revoking an unknown token responds 200',
      source: { guide: 'authentication' },
      judge: async (run) => expectStatus(await run.post('/oauth/revoke', { token: 'not-a-token' }), 200),
    },
  ],
};
