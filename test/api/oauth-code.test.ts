import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { hashToken } from '../../src/lib/opaque-token.ts';
import { ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Authorization, pkcePair, prepareAuthorization, redirectUri } from '../support/authorization.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { holdLock } from '../support/held-lock.ts';

/** Transactions that change the access token wait until `release`. */
const holdAccessToken = (connection: ConnectionOptions, token: string) =>
  holdLock(connection, 'select from access_token where token_hash = $1 for update', [hashToken(token)]);

describe('an authorization code', () => {
  let test: TestApp;
  let asked: Authorization;
  const clock = new TestClock();
  beforeAll(async () => {
    test = await startTestApp({ clock });
    asked = await prepareAuthorization(test);
  });
  afterAll(() => test.close());

  const account = (token: string) => new ApiClient(test.baseUrl, token).get('/account');
  const refresh = (token: string) =>
    test.anonymous.post('/oauth/token', {
      grant_type: 'refresh_token',
      client_id: asked.client.clientId,
      client_secret: asked.client.clientSecret,
      refresh_token: token,
    });
  const refused = (answer: Parameters<typeof expectProblem>[0], param = 'code') =>
    expectProblem(answer, 400, { code: 'invalid_grant', param });

  it('is exchanged for a token of the user who consented, with the requested scopes', async () => {
    const { status, body } = await asked.exchange(await asked.code({ scope: 'user:read' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'public user:read' });
    expect(body.refresh_token).toMatch(/^wb_production_rt_/);
    const own = await account(body.access_token);
    expect(own.body).toMatchObject({ kind: 'personal', name: asked.username, scope: 'public user:read' });
  });

  it('grants all scopes of the client if none was requested', async () => {
    const { body } = await asked.exchange(await asked.code());
    expect(body.scope).toBe('public user');
  });

  it('grants user scopes only, even if the client has organization scopes', async () => {
    const both = await prepareAuthorization(test, { scopes: ['org', 'user'] });
    const { body } = await both.exchange(await both.code());
    expect(body.scope).toBe('public user');
  });

  it('and its tokens stop working when the user is disabled', async () => {
    const other = await prepareAuthorization(test);
    const disable = 'update app_user set disabled_at = now() where username = $1';
    const [used, unused] = [await other.code(), await other.code()];
    const before = await other.exchange(used);
    await queryAsOwner(test.connection, disable, [other.username]);
    expect((await account(before.body.access_token)).status).toBe(401);
    const after = await other.exchange(unused);
    expect((await account(after.body.access_token)).status).toBe(401);
  });

  it('is stored only as a hash', async () => {
    const code = await asked.code();
    const rows = await queryAsOwner(test.connection, 'select * from authorization_code');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(test.logged()).not.toContain(code);
  });

  it('is refused on second use, which also revokes the tokens of the first use', async () => {
    const code = await asked.code();
    const first = await asked.exchange(code);
    expect((await account(first.body.access_token)).status).toBe(200);
    refused(await asked.exchange(code));
    expect((await account(first.body.access_token)).status).toBe(401);
    refused(await refresh(first.body.refresh_token), 'refresh_token');
  });

  it('used sixteen times concurrently issues one token and revokes it', async () => {
    const code = await asked.code();
    const answers = await Promise.all(Array.from({ length: 16 }, () => asked.exchange(code)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) refused(answer);
    expect((await account(won[0]?.body.access_token)).status).toBe(401);
  });

  it('used a second time also revokes the tokens of a concurrent refresh', async () => {
    const code = await asked.code();
    const first = await asked.exchange(code);
    const held = await holdAccessToken(test.connection, first.body.access_token);
    const refreshing = refresh(first.body.refresh_token);
    await held.othersWaiting(1);
    const secondUse = asked.exchange(code);
    await held.othersWaiting(2);
    await held.release();
    refused(await secondUse);
    const { status, body } = await refreshing;
    expect(status).toBe(200);
    expect((await account(body.access_token)).status).toBe(401);
    refused(await refresh(body.refresh_token), 'refresh_token');
  });

  it('expires after a minute', async () => {
    const [soon, late] = [await asked.code(), await asked.code()];
    clock.advance({ seconds: 59 });
    expect((await asked.exchange(soon)).status).toBe(200);
    clock.advance({ seconds: 1 });
    refused(await asked.exchange(late));
  });

  it('is bound to its redirect_uri', async () => {
    const two = await prepareAuthorization(test, { redirectUris: [redirectUri, `${redirectUri}2`] });
    const code = await two.code();
    refused(await two.exchange(code, { redirect_uri: `${redirectUri}2` }));
    expect((await two.exchange(code)).status).toBe(200);
  });

  it('is bound to its client', async () => {
    const other = await prepareAuthorization(test);
    const code = await asked.code();
    refused(await other.exchange(code));
    expect((await asked.exchange(code)).status).toBe(200);
  });

  it('is refused without the client secret', async () => {
    const answer = await asked.exchange(await asked.code(), { client_secret: 'wrong' });
    expectProblem(answer, 400, { code: 'invalid_client', param: 'client_id' });
  });

  it('with a code_challenge requires the matching code_verifier', async () => {
    const { verifier, challenge } = pkcePair();
    const code = await asked.code(challenge);
    refused(await asked.exchange(code), 'code_verifier');
    refused(await asked.exchange(code, { code_verifier: pkcePair().verifier }), 'code_verifier');
    refused(await asked.exchange(code, { code_verifier: 'short' }), 'code_verifier');
    expect((await asked.exchange(code, { code_verifier: verifier })).status).toBe(200);
  });

  it('without a code_challenge refuses a code_verifier, which prevents a PKCE downgrade', async () => {
    refused(
      await asked.exchange(await asked.code(), { code_verifier: pkcePair().verifier }),
      'code_verifier',
    );
  });
});
