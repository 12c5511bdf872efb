import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/system/create-client.ts';
import type { TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { basic, bearerOf, expectOAuthProblem, requestToken } from '../support/oauth.ts';

describe('tokens of a user', () => {
  const clock = new TestClock();
  const username = 'Jamie';
  const password = 'opened sesame ünicode';
  let test: TestApp;
  let client: IssuedClient;
  let user: { id: string; accountId: string };
  beforeAll(async () => {
    test = await startTestApp({ clock });
    const { id } = await test.organization();
    client = await test.client(id, { grants: ['password', 'refresh_token'], scopes: ['org', 'user'] });
    user = await test.user(username, password);
  });
  afterAll(() => test.close());

  const signIn = (extra: Readonly<Record<string, string>> = {}) =>
    requestToken(test, { grant_type: 'password', client_id: client.clientId, username, password, ...extra });
  const refresh = (answer: TestResponse, extra: Readonly<Record<string, string>> = {}) =>
    requestToken(test, {
      grant_type: 'refresh_token',
      client_id: client.clientId,
      refresh_token: answer.body.refresh_token,
      ...extra,
    });
  const works = async (answer: TestResponse) => (await bearerOf(test, answer).get('/account')).status === 200;
  const usedUp = { error: 'invalid_grant', param: 'refresh_token' };

  describe('from the password grant', () => {
    it('are issued without a client secret, with a refresh token, for the personal account', async () => {
      const answer = await signIn();
      expect(answer.body).toEqual({
        access_token: expect.stringMatching(/^wb_production_at_/),
        token_type: 'Bearer',
        expires_in: null,
        scope: 'public user',
        refresh_token: expect.stringMatching(/^wb_production_rt_[\w-]{43}$/),
        created_at: Math.floor(clock.now().getTime() / 1000),
      });
      const { body } = await bearerOf(test, answer).get('/account');
      expect(body).toMatchObject({ id: user.accountId, kind: 'personal', name: username });
    });

    it('require a correct client secret if one is sent', async () => {
      expect((await signIn({ client_secret: client.clientSecret })).status).toBe(200);
      const answer = await signIn({ client_secret: 'wrong' });
      expectOAuthProblem(answer, 400, { error: 'invalid_client', param: 'client_id' });
    });

    it.each(['client_id', 'username', 'password'])(
      'are refused without %s, which the error names',
      async (name) => {
        const fields = {
          grant_type: 'password',
          client_id: client.clientId,
          username,
          password,
          [name]: undefined,
        };
        expectOAuthProblem(await requestToken(test, fields), 400, { error: 'invalid_request', param: name });
      },
    );

    it('require the exact password, but ignore the case of the user name', async () => {
      expect((await signIn({ username: 'JAMIE' })).status).toBe(200);
      for (const wrong of [password.toUpperCase(), `${password} `, password.normalize('NFD'), 'x'])
        expectOAuthProblem(await signIn({ password: wrong }), 400, {
          error: 'invalid_grant',
          param: 'username',
        });
    });

    it.each([
      ['user:read', 'public user:read'],
      ['public user:read user:write', 'public user:read user:write'],
      ['public', 'public'],
    ])('carry the requested scope: %s', async (asked, given) => {
      expect((await signIn({ scope: asked })).body.scope).toBe(given);
    });

    it.each(['org', 'org:read', 'user org', 'everything'])('never carry the scope %s', async (scope) => {
      expectOAuthProblem(await signIn({ scope }), 400, { error: 'invalid_scope', param: 'scope' });
    });

    it('stop working when an operator disables the user', async () => {
      const gone = await test.user('departed', 'a plum in the fog');
      const answer = await signIn({ username: 'departed', password: 'a plum in the fog' });
      await queryAsOwner(test.connection, 'update app_user set disabled_at = now() where id = $1', [gone.id]);
      expect((await bearerOf(test, answer).get('/account')).status).toBe(401);
      expectOAuthProblem(await refresh(answer), 400, usedUp);
      const again = await signIn({ username: 'departed', password: 'a plum in the fog' });
      expectOAuthProblem(again, 400, { error: 'invalid_grant', param: 'username' });
    });
  });

  describe('from the refresh_token grant', () => {
    it('replace the previous pair, which stops working at once', async () => {
      const first = await signIn();
      const second = await refresh(first);
      expect(second.body).toMatchObject({ token_type: 'Bearer', scope: 'public user', expires_in: null });
      expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
      expect(await works(first)).toBe(false);
      expect(await works(second)).toBe(true);
      expect(await works(await refresh(second))).toBe(true);
    });

    it('are all revoked when a used refresh token is presented again', async () => {
      const first = await signIn();
      const second = await refresh(first);
      const third = await refresh(second);
      expect(await works(third)).toBe(true);
      expectOAuthProblem(await refresh(first), 400, usedUp);
      expect(await works(third)).toBe(false);
      expectOAuthProblem(await refresh(third), 400, usedUp);
      expect(await works(await signIn()), 'a new sign-in is another matter').toBe(true);
    });

    it('go to one of sixteen concurrent refreshes with the same token and are then revoked, because the token was copied', async () => {
      const other = await signIn();
      const first = await signIn();
      const answers = await Promise.all(Array.from({ length: 16 }, () => refresh(first)));
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const answer of answers) if (answer.status !== 200) expectOAuthProblem(answer, 400, usedUp);
      expect(await works(won[0] as TestResponse)).toBe(false);
      expectOAuthProblem(await refresh(won[0] as TestResponse), 400, usedUp);
      expect(await works(other)).toBe(true);
    });

    it('are revoked even during a concurrent refresh', async () => {
      for (let round = 0; round < 25; round += 1) {
        const first = await signIn({ client_secret: client.clientSecret });
        const secret = { client_secret: client.clientSecret };
        const second = await refresh(first, secret);
        const revoke = test.anonymous.post(
          '/oauth/revoke',
          { token: first.body.refresh_token },
          { headers: basic(client.clientId, client.clientSecret) },
        );
        const [third] = await Promise.all([refresh(second, secret), revoke]);
        if (third.status !== 200) continue;
        expect(await works(third), `round ${round}`).toBe(false);
        expectOAuthProblem(await refresh(third, secret), 400, usedUp);
      }
    });

    it('may carry fewer scopes, and the next refresh may restore the granted ones', async () => {
      const first = await signIn();
      const narrow = await refresh(first, { scope: 'user:read' });
      expect(narrow.body.scope).toBe('public user:read');
      const patch = await bearerOf(test, narrow).patch('/account', { name: 'x' });
      expect(patch.status).toBe(403);
      const wide = await refresh(narrow);
      expect(wide.body.scope).toBe('public user');
    });

    it('never carry more scopes than granted', async () => {
      const first = await signIn({ scope: 'user:read' });
      for (const scope of ['user', 'user:write', 'org', 'admin'])
        expectOAuthProblem(await refresh(first, { scope }), 400, { error: 'invalid_scope', param: 'scope' });
      expect((await refresh(first)).body.scope).toBe('public user:read');
    });

    it('can be refreshed only by the client that received them', async () => {
      const { id } = await test.organization();
      const thief = await test.client(id, { grants: ['refresh_token'], scopes: ['user'] });
      const first = await signIn();
      expectOAuthProblem(await refresh(first, { client_id: thief.clientId }), 400, usedUp);
      expect(await works(first), 'a foreign attempt changes nothing').toBe(true);
      expect((await refresh(first)).status).toBe(200);
    });

    it('need the client secret if the sign-in used it', async () => {
      const first = await signIn({ client_secret: client.clientSecret });
      expectOAuthProblem(await refresh(first), 400, { error: 'invalid_request', param: 'client_secret' });
      expect((await refresh(first, { client_secret: client.clientSecret })).status).toBe(200);
    });

    it('are refused for a refresh token that is unknown, missing, an access token or 90 days old', async () => {
      const first = await signIn();
      expectOAuthProblem(await refresh(first, { refresh_token: 'x' }), 400, usedUp);
      expectOAuthProblem(await refresh(first, { refresh_token: '' }), 400, {
        error: 'invalid_request',
        param: 'refresh_token',
      });
      expectOAuthProblem(await refresh(first, { refresh_token: first.body.access_token }), 400, usedUp);
      clock.advance({ days: 90 });
      expectOAuthProblem(await refresh(first), 400, usedUp);
      expect(await works(first), 'access tokens do not expire').toBe(true);
    });
  });
});
