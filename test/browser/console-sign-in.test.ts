// Sign-in to the console: password, second factor, invitations, password reset.
import type { Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Authenticator } from '../support/authenticator.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { TestClock } from '../support/clock.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { queryAsOwner } from '../support/database.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

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

  /** The last authentication of the operator was 10 minutes ago. */
  async function confirmLongAgo(operatorId: string): Promise<void> {
    const at = new Date(nowMs - 10 * 60_000);
    const update = 'update operator_session set confirmed_at = $2 where operator_id = $1';
    await queryAsOwner(app.connection, update, [operatorId, at]);
  }

  test('signs in with a password, sets up a second factor, signs out and signs in with a code', async () => {
    const account = await newOperator(app, 'dispatcher');
    const { page } = window;
    await window.show('');
    await window.expectAccessibleAndFitting('sign in');
    await window.signIn({ ...account, password: 'not the password' });
    await page.getByText('The e-mail address or password is wrong.').waitFor();
    await window.signIn(account);
    await page.getByRole('button', { name: 'A dispatcher, dispatcher' }).click();
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await window.expectAccessibleAndFitting('setting up a second factor');
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
    // The factor is on before its codes are saved.
    await page.getByRole('region', { name: 'Second factor' }).getByText('On', { exact: true }).waitFor();
    await window.expectAccessibleAndFitting('recovery codes');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 of 10 recovery codes are unused.').waitFor();
    await window.expectAccessibleAndFitting('account');
    await page.getByRole('button', { name: 'A dispatcher, dispatcher' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed out.').waitFor();
    await window.signIn(account);
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await window.expectAccessibleAndFitting('code');
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
    await window.expectAccessibleAndFitting('operators');
    const guest = await ConsoleBrowserPage.open(browser(), app.baseUrl, { viewport: phone });
    const path = url.slice(url.indexOf('/console/') + '/console'.length);
    await guest.show(path);
    expect(guest.page.url()).not.toContain('token');
    await guest.page.getByText('invited sam@example.com to join as a dispatcher').waitFor();
    expect(await guest.faults()).toEqual([]);
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
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    await window.expectAccessibleAndFitting('a second factor that is required');
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

  test('asks for the password before a sensitive action, and then repeats the action', async () => {
    const { page } = window;
    const account = await newOperator(app, 'admin');
    const colleague = await newOperator(app, 'viewer');
    await window.admit(account);
    await confirmLongAgo(account.id);
    await window.show('/operators');
    const role = page.getByLabel(`Role of ${'A viewer'}`).last();
    await role.selectOption('dispatcher');
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    await window.expectAccessibleAndFitting('step-up');
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('The password is wrong.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Nothing was changed: you did not confirm that it is you.').waitFor();
    await role.selectOption('dispatcher');
    await dialog.getByLabel('Your password').fill(account.password);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('is now a dispatcher and must sign in again.').waitFor();
    // The page continues with the new cookie, and needs no second confirmation.
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail address').fill(`kim-${colleague.id}@example.com`);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('heading', { name: /^Invitation for kim-/ }).waitFor();
    await window.expected(/403 \(Forbidden\)/);
    await window.expected(/400 \(Bad Request\)/);
  });

  test('warns before the session ends, and counts only visible pages as use', async () => {
    const { page } = window;
    const account = await newOperator(app, 'viewer');
    await window.admit(account);
    const endsAt = new Date(Date.now() + 10 * 60_000);
    await queryAsOwner(app.connection, 'update operator_session set expires_at = $2 where operator_id = $1', [
      account.id,
      endsAt,
    ]);
    await page.clock.install();
    await window.show('/organizations');
    await page.getByText('Your session ends at').waitFor();
    await window.expectAccessibleAndFitting('session end');
    const isSession = (request: Request) => request.url().endsWith('/operator/session');
    const visible = page.waitForRequest(isSession);
    await page.clock.runFor(61_000);
    expect((await visible).headers()['x-session-use']).toBeUndefined();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['x-session-use']}`));
    await page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
    await page.clock.runFor(181_000);
    expect(asked.filter((url) => url.includes('/operator/session'))).toEqual([]);
    // An event refreshes the hidden page without counting as use.
    const refreshed = page.waitForRequest((request) => request.url().endsWith('/operator/organizations'));
    const admin = await OperatorClient.enter(app, 'admin');
    await admin.post('/organizations', { name: 'Fabrikam' });
    await expect.poll(() => page.clock.runFor(1_000).then(() => asked.length)).toBeGreaterThan(0);
    expect((await refreshed).headers()['x-session-use']).toBe('none');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByText('You are signed out.').waitFor();
  });

  test('resets a forgotten password and signs in with the new one', async () => {
    const account = await newOperator(app, 'viewer');
    const { page } = window;
    await window.show('');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail address').fill(account.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await window.expectAccessibleAndFitting('reset link requested');
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
