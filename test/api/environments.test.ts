import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { basic, expectOAuthProblem, requestToken } from '../support/oauth.ts';

describe('production and sandbox', () => {
  let production: TestApp;
  let sandbox: TestApp;
  beforeAll(async () => {
    [production, sandbox] = await Promise.all([
      startTestApp({ environment: 'production' }),
      startTestApp({ environment: 'sandbox' }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([production.close(), sandbox.close()]);
  });

  /** Both directions: the environment that issued a credential, and the one that must refuse it. */
  const directions = () =>
    [
      [production, sandbox],
      [sandbox, production],
    ] as const;

  it('report their name, and prefix client ids, secrets and tokens with it', async () => {
    for (const test of [production, sandbox]) {
      const { client } = await test.organization();
      const partner = await test.partner({ client });
      expect((await partner.get('/account')).body.environment).toBe(test.environment);
      expect(client.clientId).toMatch(new RegExp(`^wb_${test.environment}_client_`));
      expect(client.clientSecret).toMatch(new RegExp(`^wb_${test.environment}_secret_`));
      expect(partner.token).toMatch(new RegExp(`^wb_${test.environment}_at_`));
    }
  });

  it('refuse each other’s tokens with the reason', async () => {
    for (const [home, elsewhere] of directions()) {
      const partner: ApiClient = await home.partner();
      const refused = await partner.at(elsewhere.baseUrl).get('/account');
      expectProblem(refused, 401, { type: 'authentication_error', code: 'invalid_token' });
      expect(refused.body.message).toBe(
        `The access token belongs to ${home.environment}, but this server is ${elsewhere.environment}.`,
      );
      expect((await partner.get('/account')).status).toBe(200);
    }
  });

  it('refuse each other’s credentials with the reason', async () => {
    for (const [home, elsewhere] of directions()) {
      const { client } = await home.organization();
      const fields = {
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: client.clientSecret,
      };
      const refused = await requestToken(elsewhere, fields);
      expectOAuthProblem(refused, 400, { error: 'invalid_client', param: 'client_id' });
      expect(refused.body.message).toBe(
        `The client belongs to ${home.environment}, but this server is ${elsewhere.environment}.`,
      );
      const headers = basic(client.clientId, client.clientSecret);
      const byBasic = await requestToken(elsewhere, { grant_type: 'client_credentials' }, { headers });
      expectOAuthProblem(byBasic, 401, { error: 'invalid_client', type: 'authentication_error' });
      expect(byBasic.body.message).toContain(`belongs to ${home.environment}`);
    }
  });

  it('cannot revoke each other’s tokens', async () => {
    for (const [home, elsewhere] of directions()) {
      const partner = await home.partner();
      const stranger = await elsewhere.partner();
      expect((await stranger.post('/oauth/revoke', { token: partner.token })).status).toBe(200);
      expect(
        (await partner.at(elsewhere.baseUrl).post('/oauth/revoke', { token: partner.token })).status,
      ).toBe(401);
      expect((await partner.get('/account')).status).toBe(200);
    }
  });

  it('share no users', async () => {
    const { id } = await sandbox.organization();
    const client = await sandbox.client(id, { grants: ['password'], scopes: ['user'] });
    await production.user('only-in-production', 'a plum in the fog');
    const answer = await requestToken(sandbox, {
      grant_type: 'password',
      client_id: client.clientId,
      username: 'only-in-production',
      password: 'a plum in the fog',
    });
    expectOAuthProblem(answer, 400, { error: 'invalid_grant', param: 'username' });
  });
});
