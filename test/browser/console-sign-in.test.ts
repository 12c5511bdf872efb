// Sign-in to the console: password, second factor, invitations, password reset.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Authenticator } from '../support/authenticator.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { TestClock } from '../support/clock.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

describeInBrowser('sign-in to the console', (browser) => {
  // A fixed clock: one-time codes do not change during a test.
  const clock = new TestClock();
  const nowMs = clock.now().getTime();
  let app: TestApp;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp({ clock });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, { hasTouch: true });
  });
  afterEach(() => window.close());

  /** Checks accessibility and page width on phone and desktop, in light and dark. */
  async function expectAccessibleAndFitting(label: string): Promise<void> {
    for (const [viewport, colorScheme] of [
      [phone, 'dark'],
      [desktop, 'light'],
    ] as const) {
      await window.page.setViewportSize(viewport);
      await window.page.emulateMedia({ colorScheme });
      await window.settled();
      expect(await window.accessibilityFaults(), `${label}, ${viewport.width} px, ${colorScheme}`).toEqual(
        [],
      );
      expect(await window.overflow(), `${label}, ${viewport.width} px`).toBe(0);
    }
  }

  test('signs in with a password, sets up a second factor, signs out and signs in with a code', async () => {
    const account = await newOperator(app, 'dispatcher');
    const { page } = window;
    await window.show('');
    await expectAccessibleAndFitting('sign in');
    await window.signIn({ ...account, password: 'not the password' });
    await page.getByText('The e-mail address or password is wrong.').waitFor();
    await window.signIn(account);
    await page.getByRole('button', { name: 'A dispatcher, dispatcher' }).click();
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password').fill(account.password);
    await page.getByRole('button', { name: 'Start setup' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await expectAccessibleAndFitting('setting up a second factor');
    const key = (await page.locator('code').first().textContent()) ?? '';
    const authenticator = new Authenticator(key.replaceAll(' ', ''));
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The code is wrong').waitFor();
    // The previous code is accepted too, so that the current code stays unused for the sign-in.
    await page.getByRole('textbox', { name: 'Code' }).fill(authenticator.code(nowMs - 30_000));
    await page.getByRole('button', { name: 'Confirm' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' });
    await codes.waitFor();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    await expectAccessibleAndFitting('recovery codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 of 10 recovery codes are unused.').waitFor();
    await expectAccessibleAndFitting('account');
    await page.getByRole('button', { name: 'A dispatcher, dispatcher' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed out.').waitFor();
    await window.signIn(account);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await expectAccessibleAndFitting('code');
    await page.getByRole('textbox', { name: 'Code' }).fill(authenticator.code(nowMs));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await window.expectSignedOut();
    await window.expected(/400 \(Bad Request\)/);
  });

  test('accepts an invitation once, and updates the open operators page', async () => {
    const { page } = window;
    await window.admit(await newOperator(app, 'admin'));
    await window.show('/operators');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail address').fill('sam@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('heading', { name: 'Invitation for sam@example.com' }).waitFor();
    const url = (await page.locator('.select-all').textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor();
    await expectAccessibleAndFitting('operators');
    const guest = await ConsoleBrowserPage.open(browser(), app.baseUrl, { viewport: phone });
    const path = url.slice(url.indexOf('/console/') + '/console'.length);
    await guest.show(path);
    expect(guest.page.url()).not.toContain('token');
    await guest.page.getByText('invited sam@example.com to join as a dispatcher').waitFor();
    expect(await guest.accessibilityFaults()).toEqual([]);
    await guest.page.getByLabel('Your name').fill('Sam Okafor');
    await guest.page.getByLabel('Password').fill('a password of my own');
    await guest.page.getByRole('button', { name: 'Join' }).click();
    await guest.page.getByRole('navigation', { name: 'Shortcuts' }).waitFor();
    await page.getByRole('list', { name: 'Operators' }).getByText('Sam Okafor').first().waitFor();
    await guest.show(path);
    await guest.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await guest.expected(/410 \(Gone\)/);
    await guest.close();
  });

  test('asks every operator to set up a second factor if the sign-in policy requires it', async () => {
    const [admin, viewer] = [await newOperator(app, 'admin'), await newOperator(app, 'viewer')];
    const script = await OperatorClient.signIn(app, admin);
    const { body } = await script.post('/me/second-factor', { password: admin.password });
    await script.post('/me/second-factor/confirm', { code: new Authenticator(body.secret).code(nowMs) });
    await script.put('/sign-in-policy', { require_second_factor: true });
    const { page } = window;
    await window.show('');
    await window.signIn(viewer);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await page.getByRole('button', { name: 'Start setup' }).click();
    await expectAccessibleAndFitting('a second factor that is required');
    const key = (await page.locator('code').first().textContent()) ?? '';
    await page
      .getByRole('textbox', { name: 'Code' })
      .fill(new Authenticator(key.replaceAll(' ', '')).code(nowMs));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
    await script.put('/sign-in-policy', { require_second_factor: false });
    await window.expectSignedOut();
  });

  test('resets a forgotten password and signs in with the new one', async () => {
    const account = await newOperator(app, 'viewer');
    const { page } = window;
    await window.show('');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail address').fill(account.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await expectAccessibleAndFitting('reset link requested');
    const admin = await OperatorClient.enter(app, 'admin');
    const { body } = await admin.post(`/operators/${account.id}/password-reset`);
    await page.goto('about:blank');
    await window.show(body.url.slice(body.url.indexOf('/reset#')));
    await page.getByLabel('Password').fill('another password of mine');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed').waitFor();
    await window.signIn({ ...account, password: 'another password of mine' });
    await page.getByRole('navigation', { name: 'Console' }).waitFor();
    await window.expectSignedOut();
  });
});
