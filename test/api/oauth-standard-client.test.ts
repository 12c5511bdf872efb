import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/system/create-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

describe('a standard OAuth client library', () => {
  let test: TestApp;
  let server: oauth.AuthorizationServer;
  let credentials: IssuedClient;
  beforeAll(async () => {
    test = await startTestApp();
    const { id } = await test.organization();
    credentials = await test.client(id, {
      scopes: ['org', 'user'],
      grants: ['client_credentials', 'password', 'refresh_token'],
    });
    await test.user('standard', 'a plum in the fog');
    server = {
      issuer: test.baseUrl,
      token_endpoint: `${test.baseUrl}/oauth/token`,
      revocation_endpoint: `${test.baseUrl}/oauth/revoke`,
    };
  });
  afterAll(() => test.close());

  // oxlint-disable-next-line typescript/no-deprecated -- marked deprecated only so that it stands out; loopback has no TLS
  const options = { [oauth.allowInsecureRequests]: true };
  const ways = [
    ['HTTP Basic', () => oauth.ClientSecretBasic(credentials.clientSecret)],
    ['the body', () => oauth.ClientSecretPost(credentials.clientSecret)],
  ] as const;

  it.each(ways)(
    'gets a token, uses it and revokes it, with its secret in %s',
    async (_where, authenticate) => {
      const client = { client_id: credentials.clientId };
      const parameters = new URLSearchParams({ scope: 'org:read' });
      const asked = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        authenticate(),
        parameters,
        options,
      );
      const token = await oauth.processClientCredentialsResponse(server, client, asked);
      expect(token).toMatchObject({ token_type: 'bearer', scope: 'public org:read' });

      const account = new URL(`${test.baseUrl}/account`);
      const read = () =>
        oauth.protectedResourceRequest(token.access_token, 'GET', account, undefined, null, options);
      expect((await read()).status).toBe(200);
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, authenticate(), token.access_token, options),
      );
      await expect(read()).rejects.toMatchObject({ status: 401, name: 'WWWAuthenticateChallengeError' });
    },
  );

  it('refreshes a token', async () => {
    const client = { client_id: credentials.clientId };
    const authenticate = oauth.ClientSecretPost(credentials.clientSecret);
    const fields = new URLSearchParams({ username: 'standard', password: 'a plum in the fog' });
    const signIn = await oauth.genericTokenEndpointRequest(
      server,
      client,
      authenticate,
      'password',
      fields,
      options,
    );
    const first = await oauth.processGenericTokenEndpointResponse(server, client, signIn);
    const refresh = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authenticate,
      String(first.refresh_token),
      options,
    );
    const second = await oauth.processRefreshTokenResponse(server, client, refresh);
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).toBeTruthy();
  });

  it('parses the error responses', async () => {
    const client = { client_id: credentials.clientId };
    const ask = async (secret: oauth.ClientAuth, scope: string) => {
      const parameters = new URLSearchParams({ scope });
      const answer = await oauth.clientCredentialsGrantRequest(server, client, secret, parameters, options);
      return oauth.processClientCredentialsResponse(server, client, answer);
    };
    await expect(ask(oauth.ClientSecretPost(credentials.clientSecret), 'admin')).rejects.toMatchObject({
      error: 'invalid_scope',
      status: 400,
      error_description: expect.stringContaining('public org'),
    });
    await expect(ask(oauth.ClientSecretPost('wrong'), 'org')).rejects.toMatchObject({
      error: 'invalid_client',
      status: 400,
    });
    await expect(ask(oauth.ClientSecretBasic('wrong'), 'org')).rejects.toMatchObject({ status: 401 });
  });
});
