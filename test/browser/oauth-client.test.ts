// Browser tests of all OAuth grants with a generic OAuth client library (oauth4webapi). The user signs in with a real
// browser.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Authorization, password, prepareAuthorization } from '../support/authorization.ts';
import { pageFaults } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { queryAsOwner } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { PATIENCE_MS } from '../support/scale.ts';

// oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out; this is loopback traffic
const insecure = { [oauth.allowInsecureRequests]: true };

describeInBrowser('A standard OAuth client', (browser) => {
  let app: TestApp;
  let asked: Authorization;
  let server: oauth.AuthorizationServer;
  let client: oauth.Client;
  let secret: oauth.ClientAuth;
  let listener: Server;
  let redirectUri: string;

  beforeAll(async () => {
    const port = String(await freePort());
    const issuer = `http://127.0.0.1:${port}`;
    app = await startTestApp({ variables: { PORT: port, PUBLIC_URL: issuer } });
    listener = createServer((_request, response) => response.end('<title>Done</title>'));
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`;
    asked = await prepareAuthorization(app, {
      scopes: ['org', 'user'],
      grants: ['client_credentials', 'authorization_code', 'refresh_token'],
      redirectUris: ['http://127.0.0.1/callback'],
    });
    client = { client_id: asked.client.clientId };
    secret = oauth.ClientSecretBasic(asked.client.clientSecret);
    const metadata = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...insecure });
    server = await oauth.processDiscoveryResponse(new URL(issuer), metadata);
  });
  afterAll(async () => {
    await app.close();
    listener.close();
  });

  async function inBrowser<T>(
    visit: (page: Page) => Promise<T>,
    options: Parameters<ReturnType<typeof browser>['newContext']>[0] = {},
  ): Promise<T> {
    const context: BrowserContext = await browser().newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    try {
      return await visit(await context.newPage());
    } finally {
      await context.close();
    }
  }

  /** At phone and desktop size, in light and dark. */
  async function expectAccessible(page: Page, label: string): Promise<void> {
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      expect(await pageFaults(page), `${label}, ${width} px, ${colorScheme}`).toEqual([]);
    }
  }

  function requestUrl(parameters: Record<string, string>): string {
    const query = { response_type: 'code', client_id: client.client_id, redirect_uri: redirectUri };
    return `${server.authorization_endpoint}?${new URLSearchParams({ ...query, ...parameters }).toString()}`;
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('User name').fill(asked.username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const statusOf = async (token: string) => {
    const url = new URL(`${app.baseUrl}/account`);
    const response = await oauth
      .protectedResourceRequest(token, 'GET', url, undefined, undefined, insecure)
      .catch((error: { status?: number }) => error);
    return response.status;
  };

  test('gets and revokes a token with the client credentials grant', async () => {
    const response = await oauth.clientCredentialsGrantRequest(server, client, secret, {}, insecure);
    const token = await oauth.processClientCredentialsResponse(server, client, response);
    expect(token.scope).toBe('public org');
    expect(await statusOf(token.access_token)).toBe(200);
    const revocation = await oauth.revocationRequest(server, client, secret, token.access_token, insecure);
    await oauth.processRevocationResponse(revocation);
    expect(await statusOf(token.access_token)).toBe(401);
  });

  test('gets, refreshes and revokes a token with the authorization code grant', async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = requestUrl({
      scope: 'user:read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const answer = await inBrowser(async (page) => {
      await page.goto(url);
      await signIn(page);
      await page
        .getByRole('heading', { name: 'Northwind Planner wants to use your Waybill account' })
        .waitFor();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.waitForURL(`${redirectUri}?*`);
      return new URL(page.url());
    });
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      secret,
      parameters,
      redirectUri,
      verifier,
      insecure,
    );
    const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged);
    expect(first.scope).toBe('public user:read');
    expect(await statusOf(first.access_token)).toBe(200);

    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      secret,
      first.refresh_token ?? '',
      insecure,
    );
    const second = await oauth.processRefreshTokenResponse(server, client, refreshed);
    expect(await statusOf(first.access_token)).toBe(401);
    expect(await statusOf(second.access_token)).toBe(200);

    const token = second.refresh_token ?? '';
    const revocation = await oauth.revocationRequest(server, client, secret, token, insecure);
    await oauth.processRevocationResponse(revocation);
    expect(await statusOf(second.access_token)).toBe(401);
  });

  test('receives access_denied when the user cancels', async () => {
    const state = oauth.generateRandomState();
    const answer = await inBrowser(async (page) => {
      await page.goto(requestUrl({ state }));
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(`${redirectUri}?*`);
      return new URL(page.url());
    });
    expect(() => oauth.validateAuthResponse(server, client, answer, state)).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    );
  });

  test('lets the user sign in by keyboard, without scripts, at phone size', async () => {
    const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false };
    await inBrowser(async (page) => {
      const focused = (field: string) => page.locator(`input[name=${field}]:focus`).waitFor();
      await page.goto(requestUrl({}));
      await focused('username');
      await page.keyboard.type(asked.username);
      await page.keyboard.press('Tab');
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      expect(await page.getByRole('alert').innerText()).toBe('The user name or password is wrong.');
      await focused('password');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      const allow = page.getByRole('button', { name: 'Allow' });
      await allow.waitFor();
      const box = await allow.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${redirectUri}?code=*`);
    }, phone);
  });

  test('loses its access when the user revokes it, and again when the user changes the password', async () => {
    const mine = await prepareAuthorization(app);
    const tokenOf = async () => (await mine.exchange(await mine.code())).body.access_token as string;
    let token = await tokenOf();
    await inBrowser(async (page) => {
      await page.goto(`${app.baseUrl}/oauth/account`);
      await page.getByLabel('User name').fill(mine.username);
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      const applications = page.getByRole('region', { name: 'Applications with access' });
      await applications.getByText('Northwind Planner').waitFor();
      await expectAccessible(page, 'the account');
      await queryAsOwner(
        app.connection,
        `update sign_in_session s set created_at = s.created_at - interval '11 minutes'
         from app_user u where u.id = s.user_id and u.username = $1`,
        [mine.username],
      );
      await page.getByRole('button', { name: 'Revoke the access of Northwind Planner' }).click();
      await page.getByLabel(`Password of ${mine.username}`).fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('The password is wrong.').waitFor();
      await page.locator('#current_password:focus[aria-invalid]').waitFor();
      await expectAccessible(page, 'the confirmation');
      await page.getByLabel(`Password of ${mine.username}`).fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Access revoked.').waitFor();
      await applications.getByText('No application has access to your account.').waitFor();
      expect(await statusOf(token)).toBe(401);

      token = await tokenOf();
      const change = async (current: string, next: string) => {
        await page.getByLabel('Current password').fill(current);
        await page.getByLabel('New password').fill(next);
        await page.getByRole('button', { name: 'Change password' }).click();
      };
      await change(password, 'password1234');
      await page.getByRole('alert').getByText('The new password is too easy to guess').waitFor();
      await page.locator('#new_password:focus[aria-invalid]').waitFor();
      expect(await page.locator('[aria-invalid]').count()).toBe(1);
      await expectAccessible(page, 'a refused password');
      await change(password, 'quiet harbour lantern 47');
      await page.getByRole('status').getByText('Password changed.').waitFor();
      expect(await statusOf(token)).toBe(401);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('User name').fill(mine.username);
      await page.getByLabel('Password').fill('quiet harbour lantern 47');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your account' }).waitFor();
    });
  });

  test('lets the user switch to another user', async () => {
    await app.user('jonas', password);
    await inBrowser(async (page) => {
      await page.goto(requestUrl({}));
      await signIn(page);
      await page.getByRole('button', { name: 'Sign in as another user' }).click();
      await page.getByLabel('User name').fill('jonas');
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByText('jonas', { exact: true }).waitFor();
      expect(await page.getByText(asked.username).count()).toBe(0);
    });
  });
});
