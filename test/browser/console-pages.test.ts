// Messages and organizations pages of the console: phone and desktop, light and dark, accessible, not wider than the
// viewport.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { bookVan } from '../support/operator-actions.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

const phone = { width: 360, height: 740 };

describeInBrowser('the messages and organizations pages', (browser) => {
  let app: TestApp;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp({ environment: 'sandbox' });
    app.app.worker.start();
    const contacts = [{ phone_number: '+13125550142', name: 'Ana', email: 'ana@example.com' }];
    await bookVan(await app.partner(), { contacts });
    const operator = await OperatorClient.enter(app, 'viewer');
    await until(
      async () => (await operator.get('/messages')).body.data.length as number,
      (count) => count >= 2,
    );
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, { hasTouch: true });
    await window.admit(await newOperator(app, 'admin'));
    await window.show('');
  });
  afterAll(async () => {
    await window.close();
    await app.close();
  });

  test('list messages, filter them by channel and open one', async () => {
    const { page } = window;
    await window.visit('/console/messages');
    await page.getByText('+1 312-555-0142').waitFor();
    await page.getByLabel('Channel').selectOption({ label: 'E-mail' });
    const list = page.getByRole('list', { name: 'Messages' });
    await page.getByText('+1 312-555-0142').waitFor({ state: 'detached' });
    await window.expectAccessibleAndFitting('messages');
    await list.getByRole('link', { name: 'Booked' }).click();
    await page.getByText('Hello Ana,').waitFor();
    await page.getByText('The sandbox sends no messages').waitFor();
    await window.expectAccessibleAndFitting('a message');
  });

  test('show a booking with links to web photos only, and warn if the customer is no contact', async () => {
    const { page } = window;
    const partner = await app.partner();
    const uris = ['https://example.com/sofa%20bed.jpg', 'javascript:alert(1)', 's3://photos/sofa.jpg'];
    const customer = { name: 'Ana', phone_number: '+13125550142' };
    const { id } = await bookVan(partner, { photo_urls: uris, customer });
    await window.visit(`/console/bookings/${id}`);
    const hrefs = () =>
      page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const uri of uris) await page.getByText(uri, { exact: true }).waitFor();
    const [web, ...others] = uris;
    expect(await hrefs()).toContain(web);
    for (const uri of others) expect(await hrefs()).not.toContain(uri);
    expect((await hrefs()).filter((href) => /^javascript:/i.test(href))).toEqual([]);
    const warning = page.getByText('The customer is not among the contacts');
    expect(await warning.count()).toBe(0);
    // A change of the customer keeps the contact that was made from the old one.
    const other = { name: 'Bo', phone_number: '+13125550143' };
    const { body } = await partner.patch(`/bookings/${id}`, { customer: other });
    expect(body).toMatchObject({ customer: other, contacts: [customer] });
    await warning.waitFor();
    await window.expectAccessibleAndFitting('a booking with photos');
  });

  test('lead from a list without bookings to the organizations, and from a map without crews to the crews', async () => {
    const { page } = window;
    const none = { data: [], next: null, previous: null };
    await page.route(/operator.bookings(\?|$)/, (route) => route.fulfill({ json: none }));
    await window.visit('/console/bookings');
    await page.getByRole('heading', { name: 'No bookings yet' }).waitFor();
    await window.expectAccessibleAndFitting('bookings before the first one');
    await page.getByRole('link', { name: 'Open Organizations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    await page.unrouteAll();
    await window.visit('/console/map');
    await page.getByRole('link', { name: 'Open Crews' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crews' }).waitFor();
  });

  test('list organizations, create one and edit its details and cancellation policy', async () => {
    const { page } = window;
    await window.visit('/console/organizations');
    await page.getByRole('heading', { name: 'Organizations', level: 1 }).waitFor();
    await window.expectAccessibleAndFitting('organizations');
    await page.getByRole('button', { name: 'Create an organization' }).click();
    await page.getByLabel('Name').fill('Northwind of the Pacific Northwest');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'Northwind of the Pacific Northwest' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Language of customer messages').selectOption({ label: 'Spanish' });
    await page.getByLabel('Operations e-mail').fill('ops@northwind.example');
    await window.expectAccessibleAndFitting('editing an organization');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('definition').filter({ hasText: 'Spanish' }).waitFor();
    await page.getByText('ops@northwind.example').waitFor();
    await page.getByRole('button', { name: 'Edit the cancellation policy' }).click();
    await page.getByRole('button', { name: 'Add a tier' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Its fee must have percent or cents above 0.').waitFor();
    await page.getByLabel('% of estimate').fill('25');
    await window.expectAccessibleAndFitting('the cancellation policy');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('From 24 h before the window: 25% of the estimate').waitFor();
    await window.expectAccessibleAndFitting('an organization');
    await window.expected(/400/);
  });

  test('are reachable through the drawer on a phone', async () => {
    const { page } = window;
    await page.setViewportSize(phone);
    await window.show('/organizations');
    await page.getByRole('button', { name: 'More' }).click();
    const drawer = page.getByRole('dialog', { name: 'All pages' });
    await drawer.waitFor();
    await window.settled();
    expect(await window.faults()).toEqual([]);
    await drawer.getByRole('link', { name: 'Operators' }).click();
    await page.getByRole('heading', { name: 'Operators', level: 1 }).waitFor();
    await drawer.waitFor({ state: 'detached' });
  });
});
