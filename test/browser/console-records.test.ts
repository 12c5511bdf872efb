// Request log, organization, personal data, user and security pages of the console: accessible on phone and desktop, in light and dark.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { password, prepareAuthorization } from '../support/authorization.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { queryAsOwner } from '../support/database.ts';
import { insertDelivery } from '../support/delivery-log.ts';
import { bookVan } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount } from '../support/operator-client.ts';
import { until } from '../support/until.ts';
import { granted } from '../support/user-account.ts';

const phone = { width: 360, height: 740 };

describeInBrowser('the records pages of the console', (browser) => {
  let app: TestApp;
  let window: ConsoleBrowserPage;
  let organizationId: string;
  let partner: ApiClient;
  let admin: OperatorAccount;
  beforeAll(async () => {
    app = await startTestApp();
    const { id, client } = await app.organization('Northwind Furniture');
    organizationId = id;
    partner = await app.partner({ client });
    const { id: bookingId } = await bookVan(partner, {
      customer: { name: 'Ada Lovelace', phone_number: '+12125550147' },
    });
    await partner.post(`/bookings/${bookingId}/cancel`, { cancel_reason: 'other' });
    await partner.get('/bookings/nonsense');
    await until(
      () => app.system.selectFrom('request_log').select('id').where('status', '=', 404).execute(),
      (rows) => rows.length > 0,
    );
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, { hasTouch: true });
    admin = await newOperator(app, 'admin');
    await window.admit(admin);
    await window.show('');
  });
  afterAll(async () => {
    await window.close();
    await app.close();
  });

  test('list the requests of an organization, and show one with its response', async () => {
    const { page } = window;
    await window.visit(`/console/requests?account=${organizationId}`);
    await page.getByRole('link', { name: 'GET /bookings/•••' }).waitFor();
    await window.expectAccessibleAndFitting('the log');
    await window.expectOutline('console/request log');
    await page.getByLabel('Status').selectOption('failed');
    await page.getByRole('link', { name: 'POST /bookings', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'GET /bookings/•••' }).click();
    await page.getByText('There is no such booking.').waitFor();
    await window.expectAccessibleAndFitting('a request');
  });

  test('list bookings in a table that shows whom to call and cuts nothing off', async () => {
    const { page } = window;
    await window.visit('/console/bookings');
    const row = page.getByRole('row').filter({ hasText: 'Ada Lovelace' });
    await row.getByRole('link', { name: 'Call Ada Lovelace: +1 212-555-0147' }).waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Booking',
      'State',
      expect.stringMatching(/^Window \(E[DS]T\)$/),
      'Customer',
      'Town',
      'Crew',
      'Organization',
      'Product',
    ]);
    await row.getByRole('cell', { name: 'Brooklyn' }).waitFor();
    const cut = `[...document.querySelectorAll('td, th')].filter((cell) => cell.scrollWidth > cell.clientWidth).length`;
    expect(await page.evaluate(cut), 'cells that are cut off').toBe(0);
    await window.expectAccessibleAndFitting('bookings');
    await window.expectOutline('console/bookings');
    // The order by window begins with open bookings: the oldest of all would be first.
    await page.getByLabel('Sort by').selectOption('Soonest window first');
    await page.getByText('No matching bookings').waitFor();
    expect(await page.getByLabel('State').inputValue()).toBe('state=created,dispatched');
    await page.getByLabel('State').selectOption('Cancelled');
    await row.waitFor();
    expect(new URL(page.url()).search).toBe('?sort=window&state=cancelled');
  });

  test('list organizations with their bookings, statements and webhooks', async () => {
    const { page } = window;
    await window.visit('/console/organizations');
    await page.getByRole('link', { name: '1 booking in 30 days' }).waitFor();
    await page.getByRole('link', { name: 'No webhooks' }).waitFor();
    await window.expectAccessibleAndFitting('organizations with their activity');
    await page.getByRole('link', { name: 'No statements' }).click();
    const statements = page.getByRole('region', { name: 'Statements' });
    await statements.getByText('Nothing is owed.').waitFor();
    // What is used every day comes first.
    await page.getByRole('region', { name: 'API clients' }).waitFor();
    await page.getByRole('region', { name: 'People with portal access' }).waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Details',
      'People with portal access',
      'No people yet',
      'API clients',
      'Webhook endpoints',
      'Statements',
      'Message limits',
    ]);
    await page.getByRole('definition').getByRole('link', { name: '1', exact: true }).waitFor();
    await page.getByRole('link', { name: 'No endpoints' }).click();
    const webhooks = page.getByRole('region', { name: 'Webhook endpoints' });
    await expect.poll(() => webhooks.evaluate((card) => card.getBoundingClientRect().top)).toBeLessThan(700);
    await window.expectAccessibleAndFitting('an organization');
  });

  test('let an admin create an API client of an organization and rotate its secret', async () => {
    const { page } = window;
    await window.visit('/console/organizations');
    await page.getByRole('link', { name: 'Northwind Furniture' }).click();
    await page.getByRole('button', { name: 'Create a client' }).click();
    await page.getByLabel('Name').fill('Shop');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText(/^wb_production_secret_/).waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Rotate Shop' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('The old secret is still valid').waitFor();
    const { body: endpoint } = await partner.post('/webhooks', {
      url: 'https://hooks.example.com/northwind',
    });
    const at = new Date(Date.now() - 7_200_000);
    await insertDelivery(app.system, {
      accountId: organizationId,
      endpointId: endpoint.id,
      at,
      status: 'failed',
    });
    await queryAsOwner(
      app.connection,
      `update webhook_endpoint set disabled = true, disabled_reason = 'failing', disabled_at = $2 where id = $1`,
      [endpoint.id, at],
    );
    // Where the exception of a failing endpoint leads.
    await window.show(`/organizations/${organizationId}?endpoint=${endpoint.id}`);
    const marked = page.getByRole('list', { name: 'Webhook endpoints' }).getByRole('listitem');
    await marked.and(page.locator(':focus')).getByText('https://hooks.example.com/northwind').waitFor();
    await marked
      .getByText(/^Last failed attempt 2h ago.*: The endpoint responded with HTTP 500\.$/)
      .waitFor();
    await window.expectAccessibleAndFitting('an organization');
  });

  test('show a viewer the access tokens of an API client, without what changes them', async () => {
    const own = await ConsoleBrowserPage.open(browser(), app.baseUrl);
    const { page } = own;
    await own.admit(await newOperator(app, 'viewer'));
    await own.show(`/organizations/${organizationId}`);
    const tokens = page.getByRole('button', { name: 'Tokens of test client' });
    await tokens.waitFor();
    const changes = page.getByRole('button', { name: /Create|Rotate|Disable|Delete|Revoke/ });
    expect(await changes.count()).toBe(0);
    await tokens.click();
    await page.getByRole('dialog').getByText('client_credentials').first().waitFor();
    expect(await changes.count()).toBe(0);
    await own.close();
  });

  test('let an admin approve the name that a partner has set, and lower the message limits', async () => {
    const { page } = window;
    await window.visit('/console/organizations');
    await page.getByRole('link', { name: 'Northwind Furniture' }).waitFor();
    // The open page shows the new name without a reload.
    await partner.patch('/account', { name: 'Northwind Home' });
    const names = page.getByRole('list', { name: 'Names to approve' });
    await names.getByText('now Northwind Furniture').waitFor();
    await window.expectAccessibleAndFitting('names to approve');
    await names.getByRole('link', { name: 'Northwind Home' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Approve the name' }).click();
    await page.getByRole('heading', { name: 'Northwind Home', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Edit the message limits' }).click();
    await page.getByLabel('SMS: Per booking').fill('20');
    await window.expectAccessibleAndFitting('message limits');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'Per booking 20 120 (default)' }).waitFor();
    await window.expectAccessibleAndFitting('an organization with limits');
  });

  test('find the data of a person and erase it after confirmation', async () => {
    const { page } = window;
    await window.visit('/console/privacy');
    await page.getByLabel('Phone number').fill('(212) 555-0147');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('heading', { name: '1 booking found for +12125550147' }).waitFor();
    await window.expectAccessibleAndFitting('search results');
    await page.getByRole('button', { name: 'Erase…' }).click();
    await window.expectAccessibleAndFitting('the confirmation');
    await page.getByLabel('Type “erase” to confirm').fill('erase');
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByRole('heading', { name: 'No data found for +12125550147' }).waitFor();
    await window.expectFocus('erased data');
  });

  test('let an admin revoke an application of a user, end the sessions, and disable the user', async () => {
    const { page } = window;
    const asked = await prepareAuthorization(app);
    await granted(asked);
    const { username, visitor } = asked;
    const person = visitor();
    await person.open('/oauth/account');
    await person.press('sign_in', { username, password });
    const heading = async () => /<h1>(.*?)<\/h1>/s.exec((await person.open('/oauth/account')).text)?.[1];
    expect(await heading()).toBe('Your account');
    await window.visit('/console/users');
    await page.getByRole('searchbox', { name: 'User name' }).fill(username);
    await page.keyboard.press('Enter');
    const users = page.getByRole('list', { name: 'Users' });
    await users.getByText('1 application, 2 sessions').waitFor();
    await window.expectAccessibleAndFitting('users');
    await window.expectOutline('console/users');
    await users.getByRole('link', { name: username }).click();
    await page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first().waitFor();
    await window.expectAccessibleAndFitting('a user');
    const applications = page.getByRole('list', { name: 'Applications' });
    await applications.getByText('Sees, books and changes deliveries of the user').waitFor();
    await page.getByRole('button', { name: 'Revoke the access of Northwind Planner' }).click();
    await window.expectAccessibleAndFitting('the confirmation of a revoked access');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
    await page.getByText('No application has access to this account.').waitFor();
    expect((await person.open('/oauth/account')).text).toContain(
      'No application has access to your account.',
    );
    await page.getByRole('button', { name: 'End sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click();
    await page.getByText('The user is not signed in.').waitFor();
    expect(await heading()).toBe('Sign in');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('heading', { name: `${username} Disabled`, level: 1 }).waitFor();
    await window.expectAccessibleAndFitting('a disabled user');
    const refused = await person.press('sign_in', { username, password });
    expect([refused.status, await heading()]).toEqual([400, 'Sign in']);
  });

  test('show security events, filter them by actor, and export what is shown after a confirmation', async () => {
    const { page } = window;
    await window.visit('/console/security');
    await page.getByRole('table').getByText('Operator signed in').first().waitFor();
    await window.expectAccessibleAndFitting('security events');
    await page.getByLabel('Event', { exact: true }).selectOption('client.created');
    const actor = page.getByRole('button', { name: /^command test$/ }).first();
    await actor.waitFor();
    await page.getByRole('table').getByText('Operator signed in').first().waitFor({ state: 'detached' });
    await actor.click();
    await expect.poll(() => page.url()).toContain('actor=command%3Atest');
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Export' }).click();
    await queryAsOwner(
      app.connection,
      `update operator_session set confirmed_at = confirmed_at - interval '11 minutes'`,
    );
    const csv = page.getByRole('button', { name: 'CSV for spreadsheets' });
    expect((await csv.boundingBox())?.x, 'the menu is inside of the viewport').toBeGreaterThanOrEqual(0);
    await csv.click();
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await page.getByLabel('Your password').fill(admin.password);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Confirm', exact: true }).click(),
    ]);
    await window.expected(/403 \(Forbidden\)/);
    await window.expectFocus('the export');
    const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows[0]).toMatch(/^id,at,event,/);
    expect(rows.slice(1).every((row) => row.includes('"client.created"'))).toBe(true);
    expect(download.suggestedFilename()).toMatch(/^waybill-security-.*\.csv$/);
    await page.getByLabel('Severity', { exact: true }).selectOption('critical');
    await page.getByText('No events match these filters').waitFor();
    await window.expectAccessibleAndFitting('no security events');
    await window.expectOutline('console/security');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('table').getByText('Operator signed in').first().waitFor();
  });
});
