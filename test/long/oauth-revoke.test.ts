import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/system/create-client.ts';
import { ApiClient, type TestResponse, vendorMediaType } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { basic, bearerOf, expectOAuthProblem, formType, requestToken } from '../support/oauth.ts';
import { timeGoal } from '../support/scale.ts';

describe('revoking a token', () => {
  let test: TestApp;
  let second: TestApp;
  let client: IssuedClient;
  let organizationId: string;
  beforeAll(async () => {
    const variables = { RATE_LIMIT_REQUESTS: '100000' };
    test = await startTestApp({ variables });
    second = await startTestApp({ variables, sharing: test });
    ({ id: organizationId, client } = await test.organization());
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  const revoke = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    test.anonymous.post('/oauth/revoke', body, { headers });
  const ours = () => basic(client.clientId, client.clientSecret);
  const works = async (partner: ApiClient) => (await partner.get('/account')).status === 200;

  function expectDone(answer: TestResponse): void {
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toBe('{}');
    expect(answer.headers.get('content-type')).toBe(vendorMediaType);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }

  it('accepts the token itself as Bearer authentication', async () => {
    const partner = await test.partner({ client });
    expectDone(await partner.post('/oauth/revoke', { token: partner.token }));
    const refused = await partner.get('/account');
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_token']);
    expect((await partner.post('/oauth/revoke', { token: partner.token })).status).toBe(401);
  });

  it('accepts the credentials of its client, as JSON or form, by HTTP Basic or in the body', async () => {
    const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
    const form = (fields: Readonly<Record<string, string>>, headers = {}) =>
      test.anonymous.post('/oauth/revoke', undefined, {
        raw: new URLSearchParams(fields).toString(),
        headers: { ...formType, ...headers },
      });
    const ways: ((token: string) => Promise<TestResponse>)[] = [
      (token) => revoke({ token }, ours()),
      (token) => revoke({ token, ...credentials }),
      (token) => form({ token }, ours()),
      (token) => form({ token, token_type_hint: 'refresh_token', ...credentials }),
      (token) => revoke({ token }, { ...ours(), 'content-type': 'application/vnd.service+json; version=2' }),
    ];
    for (const way of ways) {
      const partner = await test.partner({ client });
      expect(await works(partner)).toBe(true);
      expectDone(await way(String(partner.token)));
      expect(await works(partner)).toBe(false);
    }
  });

  it('is idempotent and leaves other tokens of the client valid', async () => {
    const [partner, other] = [await test.partner({ client }), await test.partner({ client })];
    expectDone(await revoke({ token: partner.token }, ours()));
    expectDone(await revoke({ token: partner.token }, ours()));
    expect(await works(other)).toBe(true);
  });

  it('returns the same response for unknown tokens and tokens of other clients, which stay valid', async () => {
    const stranger = await test.partner();
    const neighbour = await test.partner({ client: await test.client(organizationId) });
    for (const token of ['unknown', 'é\ud83d\ude00', stranger.token, neighbour.token, client.clientSecret])
      expectDone(await revoke({ token }, ours()));
    expect(await works(stranger)).toBe(true);
    expect(await works(neighbour)).toBe(true);
    const mine = await test.partner({ client });
    expectDone(await mine.post('/oauth/revoke', { token: stranger.token }));
    expect(await works(stranger)).toBe(true);
  });

  it('revokes all tokens of a sign-in when its refresh token is revoked', async () => {
    const app = await test.client(organizationId, {
      grants: ['password', 'refresh_token'],
      scopes: ['user'],
    });
    await test.user('signer', 'a plum in the fog');
    const fields = { client_id: app.clientId, client_secret: app.clientSecret };
    const signIn = () =>
      requestToken(test, {
        grant_type: 'password',
        ...fields,
        username: 'signer',
        password: 'a plum in the fog',
      });
    const [first, another] = [await signIn(), await signIn()];
    const refreshToken: string = first.body.refresh_token;
    expectDone(await revoke({ token: refreshToken }, ours()));
    expect(await works(bearerOf(test, first)), 'a foreign client ends nothing').toBe(true);
    expectDone(await revoke({ token: refreshToken, ...fields }));
    expect(await works(bearerOf(test, first))).toBe(false);
    const again = await requestToken(test, {
      grant_type: 'refresh_token',
      ...fields,
      refresh_token: refreshToken,
    });
    expectOAuthProblem(again, 400, { error: 'invalid_grant', param: 'refresh_token' });
    expect(await works(bearerOf(test, another)), 'another sign-in goes on').toBe(true);
  });

  it('requires client authentication', async () => {
    const { token } = await test.partner({ client });
    const unknownCaller = { error: 'invalid_token', type: 'authentication_error' };
    for (const answer of [
      await revoke({ token }),
      await revoke({ token }, { authorization: 'Bearer wrong' }),
      await revoke({ token, client_id: client.clientId }),
    ]) {
      expectOAuthProblem(answer, 401, unknownCaller);
      expect(answer.headers.get('www-authenticate')).toBeTruthy();
    }
    const wrong = { token, client_id: client.clientId, client_secret: 'wrong' };
    expectOAuthProblem(await revoke(wrong), 400, { error: 'invalid_client', param: 'client_id' });
    const byBasic = await revoke({ token }, basic(client.clientId, 'wrong'));
    expectOAuthProblem(byBasic, 401, { error: 'invalid_client', type: 'authentication_error' });
    expect(await works(new ApiClient(test.baseUrl, token))).toBe(true);
  });

  it('names the parameter token when it is missing or not a string', async () => {
    const problem = { error: 'invalid_request', param: 'token' };
    for (const body of [{}, { token: '' }, { token: 5 }, { token: null }, { token: ['x'] }])
      expectOAuthProblem(await revoke(body, ours()), 400, problem);
  });

  it('takes effect in every process from the next request on, in all of 100 rounds', async () => {
    let accepted = 0;
    for (let round = 0; round < 100; round += 1) {
      const partner = await test.partner({ client });
      const elsewhere = partner.at(second.baseUrl);
      // Both processes have cached the token before it is revoked, and one receives a request during the revocation.
      await Promise.all([partner.get('/account'), elsewhere.get('/account')]);
      await Promise.all([revoke({ token: partner.token }, ours()), elsewhere.get('/account')]);
      if ((await elsewhere.get('/account')).status !== 401) accepted += 1;
      if ((await partner.get('/account')).status !== 401) accepted += 1;
    }
    expect(accepted).toBe(0);
  });

  it('does not wait for a stopped process', async () => {
    const gone = await startTestApp({ sharing: test });
    const partner = await test.partner({ client });
    await partner.at(gone.baseUrl).get('/account');
    await gone.close();
    const started = performance.now();
    expectDone(await revoke({ token: partner.token }, ours()));
    expect(performance.now() - started).toBeLessThan(timeGoal(1_500));
  });
});

describe('secrets', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('appear in plain text neither in the database nor in the log', async () => {
    const { id, client } = await test.organization();
    const app = await test.client(id, { grants: ['password', 'refresh_token'], scopes: ['user'] });
    await test.user('keeper', 'swordfish-canary-harbour');
    const fields = { client_id: app.clientId, client_secret: app.clientSecret };
    const signIn = await requestToken(test, {
      grant_type: 'password',
      ...fields,
      username: 'keeper',
      password: 'swordfish-canary-harbour',
    });
    const refreshed = await requestToken(test, {
      grant_type: 'refresh_token',
      ...fields,
      refresh_token: signIn.body.refresh_token,
    });
    const partner = await test.partner({ client });
    await partner.patch('/account', { name: 'x' }, { headers: { 'idempotency-key': 'k' } });
    await partner.get(`/account?access_token=${partner.token}`);
    await requestToken(test, {
      grant_type: 'password',
      ...fields,
      username: 'keeper',
      password: 'swordfish-canary-harbour-2',
    });
    await partner.post('/oauth/revoke', { token: partner.token });
    const secrets = [
      client.clientSecret,
      app.clientSecret,
      'swordfish-canary-harbour',
      String(partner.token),
      ...[signIn, refreshed].flatMap(({ body }) => [body.access_token, body.refresh_token] as string[]),
    ];

    const tables = await queryAsOwner<{ name: string }>(
      test.connection,
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const rows = await Promise.all(
      tables.map(({ name }) =>
        queryAsOwner<Record<string, unknown>>(test.connection, `select * from ${name}`),
      ),
    );
    const stored = rows
      .flat()
      .flatMap((row) =>
        Object.values(row).map((value) =>
          Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value),
        ),
      );
    const dump = stored.join('\n');
    expect(dump).toContain(client.clientId);
    expect(dump).toContain(createHash('sha256').update(client.clientSecret).digest().toString('latin1'));
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(test.logged()).toContain('/oauth/token');
    for (const secret of secrets) {
      expect(dump).not.toContain(secret);
      expect(test.logged()).not.toContain(secret);
    }
  });
});
