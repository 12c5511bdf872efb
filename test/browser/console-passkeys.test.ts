// Passkeys in the console, with the virtual authenticator of Chromium on http://localhost.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { queryAsOwner } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { newOperator } from '../support/operator-client.ts';

describeInBrowser('passkeys in the console', (browser) => {
  let app: TestApp;
  let baseUrl: string;
  beforeAll(async () => {
    const port = String(await freePort());
    baseUrl = `http://localhost:${port}`;
    app = await startTestApp({ variables: { PORT: port, PUBLIC_URL: baseUrl } });
  });
  afterAll(() => app.close());

  async function addAuthenticator({ page }: ConsoleBrowserPage): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  test('are added, sign in, confirm a sensitive action, and are removed', async () => {
    const account = await newOperator(app, 'admin');
    const window = await ConsoleBrowserPage.open(browser(), baseUrl);
    const { page } = window;
    await addAuthenticator(window);
    await window.enter(account, '/account');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Office laptop');
    expect(await window.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    const passkeys = page.getByRole('list', { name: 'Passkeys' });
    await passkeys.getByText('Office laptop').waitFor();
    await passkeys.getByText('never used').waitFor();
    expect(await window.faults()).toEqual([]);

    await page.getByRole('button', { name: 'A admin, admin' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed out.').waitFor();
    // The password alone is not enough; the passkey completes the sign-in.
    await window.signIn(account);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('button', { name: 'A admin, admin' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await passkeys.getByText(/last used/).waitFor();

    const longAgo = "update operator_session set confirmed_at = confirmed_at - interval '1 hour'";
    await queryAsOwner(app.connection, `${longAgo} where operator_id = $1`, [account.id]);
    await page.getByRole('button', { name: 'Remove Office laptop' }).click();
    await page.getByRole('button', { name: 'Remove the passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Passkey removed.').waitFor();
    await passkeys.waitFor({ state: 'detached' });
    await window.expectSignedOut();
    await window.expected(/403 \(Forbidden\)/);
    await window.close();
  });

  test('are hidden where the host is an IP address', async () => {
    const account = await newOperator(app, 'viewer');
    const window = await ConsoleBrowserPage.open(browser(), app.baseUrl);
    const { page } = window;
    await window.show('');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await window.enter(account, '/account');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Passkeys' }).count()).toBe(0);
    await window.close();
  });
});
