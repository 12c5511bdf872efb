// Browser tests of people in the portal: an operator adds a person, the person signs in with a link by e-mail, and manages
// other people. Phone and desktop, light and dark, accessible.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { TestClock } from '../support/clock.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { PortalBrowserPage } from '../support/portal-page.ts';
import { SmtpInbox } from '../support/smtp-inbox.ts';
import { until } from '../support/until.ts';

const email = 'ana.flores@northwind.example';

describeInBrowser('People in the portal', (browser) => {
  const clock = new TestClock();
  let inbox: SmtpInbox;
  let app: TestApp;
  let operator: Awaited<ReturnType<typeof newOperator>>;
  let organizationId: string;
  let window: PortalBrowserPage | ConsoleBrowserPage | null = null;
  beforeAll(async () => {
    inbox = await SmtpInbox.start();
    const variables = { SMTP_URL: inbox.url, MAIL_FROM: 'Waybill <no-reply@waybill.example>' };
    app = await startTestApp({ clock, variables });
    app.app.worker.start();
    operator = await newOperator(app, 'admin');
    organizationId = (await app.organization('Northwind')).id;
  });
  afterEach(async () => {
    await window?.close();
    window = null;
  });
  afterAll(async () => {
    await app?.close();
    await inbox?.close();
  });

  const mailTo = (to: string, count: number) =>
    until(
      async () => inbox.received.filter((mail) => mail.to === to),
      (mails) => mails.length >= count,
    );
  const tokenIn = (text = '') => /#token=(\S+)/.exec(text)?.[1] ?? '';

  async function addPerson(to: string, role: 'admin' | 'member'): Promise<string> {
    const admin = await OperatorClient.signIn(app, operator);
    const person = { name: 'Ana Flores', email: to, role };
    const { status, text } = await admin.post(`/organizations/${organizationId}/portal-members`, person);
    expect(status, text).toBe(201);
    return tokenIn((await mailTo(to, 1)).at(-1)?.text);
  }

  const openPortal = async (options = {}) => {
    const page = await PortalBrowserPage.open(browser(), app.baseUrl, options);
    window = page;
    return page;
  };

  test('get access from an operator, on the page of the organization', async () => {
    const own = await ConsoleBrowserPage.open(browser(), app.baseUrl);
    window = own;
    const { page } = own;
    await own.admit(operator);
    await own.show(`/organizations/${organizationId}`);
    await page.getByText('No people yet').waitFor();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill('Ben Ito');
    await page.getByLabel('E-mail address').fill('ben@northwind.example');
    await own.expectAccessibleAndFitting('adding a person');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByText('A link is on its way to ben@northwind.example.').waitFor();
    await page.getByText('never signed in').waitFor();
    await own.expectAccessibleAndFitting('the people of an organization');
    await mailTo('ben@northwind.example', 1);
    await page.getByRole('button', { name: 'Remove Ben Ito' }).click();
    await own.expectAccessibleAndFitting('removing a person');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('No people yet').waitFor();
  });

  test('sign in on a phone with a link by e-mail, and see their own name', async () => {
    await addPerson(email, 'member');
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const portal = await openPortal(phone);
    const { page } = portal;
    await portal.show('');
    await page.getByRole('heading', { name: 'Sign in to the portal' }).waitFor();
    await portal.expectOutline('portal/sign-in');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'E-mail me a link' }).click();
    await page.getByText('a link is on its way').waitFor();
    await portal.expectAccessibleAndFitting('a requested link');
    const [, mail] = await mailTo(email, 2);
    await portal.follow(tokenIn(mail?.text));
    await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();
    expect(await page.locator('header').innerText()).toContain(`, ${email}`);
    expect(await page.getByRole('link', { name: /People|API clients/ }).count()).toBe(0);
    await portal.expectAccessibleAndFitting('the bookings of a person');
    await portal.show('/keys');
    await page.getByText('Portal admins manage API clients').waitFor();
    await page.getByText('Ask an admin of your organization').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    // Without a session at first.
    await portal.expected(/401/);
  });

  test('manage others as admins, after a recent sign-in', async () => {
    const portal = await openPortal();
    const { page } = portal;
    await portal.follow(await addPerson('admin@northwind.example', 'admin'));
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('main').getByText('admin@northwind.example').waitFor();
    await page.getByText('You', { exact: true }).waitFor();
    await portal.expectAccessibleAndFitting('the people');
    await portal.expectOutline('portal/the-people');
    await page.getByRole('button', { name: 'Remove Ana Flores' }).last().click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('You are the last portal admin').waitFor();
    await portal.expectAccessibleAndFitting('the last admin');
    await page.getByRole('button', { name: 'Cancel' }).click();
    clock.advance({ minutes: 11 });
    await page.getByRole('button', { name: 'Add a person' }).click();
    await page.getByLabel('Name').fill('Cem Oz');
    await page.getByLabel('E-mail address').fill('cem@northwind.example');
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('heading', { name: 'Sign in again to continue' }).waitFor();
    await portal.expectAccessibleAndFitting('signing in again');
    await page.getByRole('button', { name: 'E-mail me a link' }).click();
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    await portal.expectAccessibleAndFitting('a mailed link');
    await mailTo('admin@northwind.example', 2);
    await portal.expected(/403|409/);
  });

  test('are sent to the delivery company where there is no e-mail', async () => {
    const other = await startTestApp({ sharing: app, clock });
    try {
      const portal = await PortalBrowserPage.open(browser(), other.baseUrl);
      window = portal;
      await portal.show('');
      await portal.page.getByText('This service cannot send e-mail').waitFor();
      await portal.expectAccessibleAndFitting('without e-mail');
      await portal.page.getByText('For developers').click();
      await portal.page.getByText(`curl ${other.baseUrl}/webhooks/portal`).waitFor();
      await portal.expectAccessibleAndFitting('the link for developers');
      await portal.expected(/401/);
      await portal.close();
      window = null;
    } finally {
      await other.close();
    }
  });
});
