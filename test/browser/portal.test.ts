// Browser tests of the webhook portal with real deliveries to a receiver that fails and recovers.
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { requestPortalLink } from '../support/portal-client.ts';
import { PortalBrowserPage } from '../support/portal-page.ts';
import { PATIENCE_MS } from '../support/scale.ts';
import { manners, type Receivers, startReceivers } from '../support/webhook-receivers.ts';

const DAY_MS = 24 * 60 * 60_000;
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

describeInBrowser('The webhook portal', (browser) => {
  let app: TestApp;
  let receivers: Receivers;
  let window: PortalBrowserPage;
  let partner: ApiClient;

  beforeAll(async () => {
    receivers = await startReceivers();
    // One retry after 1 s, so that a delivery is exhausted within seconds.
    app = await startTestApp({ environment: 'sandbox', variables: { WEBHOOK_RETRY_SECONDS: '1' } });
    app.app.worker.start();
  });
  afterAll(async () => {
    await app?.close();
    await receivers?.close();
  });
  beforeEach(async () => {
    const { client } = await app.organization('Northwind Furniture');
    partner = await app.partner({ client });
    window = await PortalBrowserPage.open(browser(), app.baseUrl);
  });
  afterEach(() => window.close());

  /** Each booking produces one `booking.created` event. */
  async function book(count: number): Promise<string[]> {
    const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const order = { stops, product: 'van', arrival_window_from: `${day}T16:00:00Z` };
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const { body, status, text } = await partner.post('/bookings', order);
      expect(status, text).toBe(201);
      ids.push(body.id);
    }
    return ids;
  }

  async function addEndpoint(url: string): Promise<string> {
    const { body, status, text } = await partner.post('/webhooks', { url });
    expect(status, text).toBe(201);
    return body.id;
  }

  test('leads from the first endpoint through a failure to a recovery', async () => {
    const receiver = receivers.receiver('orders', manners.error);
    const { page } = window;
    await window.enter(partner);

    await page.getByRole('link', { name: 'Add your first endpoint' }).click();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByLabel('Description').fill('Order system');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByText('Your endpoint is ready').waitFor();
    await page.getByRole('button', { name: 'Reveal' }).click();
    const secret = (await page.getByText(/^whsec_[A-Za-z0-9+/=]{40,}$/).textContent()) ?? '';

    await page.getByRole('link', { name: 'Send a test event' }).click();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('Failed: HTTP 500').waitFor();
    await page.getByText('thanks').waitFor();
    const [sent] = receiver.received;
    const headers = sent?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(sent?.body ?? '', headers)).toMatchObject({ type: 'webhook.test' });

    await book(3);
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Deliveries' }).click();
    await page.getByLabel('Event type').selectOption('booking.created');
    const failed = page.getByRole('row').filter({ hasText: 'Failed' });
    await expect.poll(() => failed.count(), { timeout: PATIENCE_MS }).toBe(3);
    expect(page.url()).toContain('type=booking.created');

    receiver.behave(manners.ok);
    await page
      .getByRole('navigation', { name: 'Portal' })
      .getByRole('link', { name: /^Endpoints/ })
      .click();
    await page.getByText('Failing', { exact: true }).waitFor();
    await page.getByRole('link', { name: receiver.url.replace('http://', '') }).click();
    await page.getByRole('link', { name: 'Recover' }).click();
    await page.getByRole('button', { name: /^Recover \d/ }).click();
    await page.getByRole('button', { name: 'Start recovery' }).click();
    await page.getByText('Done', { exact: true }).waitFor({ timeout: PATIENCE_MS });

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('Healthy', { exact: true }).waitFor();
    await expect
      .poll(() =>
        page.getByRole('row').filter({ hasText: 'booking.created' }).filter({ hasText: 'Delivered' }).count(),
      )
      .toBe(3);

    // A receiver that responds with 410 ends its endpoint; one step enables it and sends what it missed.
    receiver.behave(manners.gone);
    await book(1);
    const toRecovery = page.getByRole('link', { name: 'Enable and recover' });
    await toRecovery.click({ timeout: PATIENCE_MS });
    // On the page to which it leads, the link would do nothing.
    await expect.poll(() => toRecovery.count()).toBe(0);
    receiver.behave(manners.ok);
    await page.getByRole('button', { name: /^Enable and recover \d/ }).click();
    await window.expectAccessibleAndFitting('the recovery of a disabled endpoint');
    await page.getByRole('button', { name: 'Enable and start recovery' }).click();
    await page.getByText('Endpoint enabled, recovery started.').waitFor();
    await page.getByText('Done', { exact: true }).nth(1).waitFor({ timeout: PATIENCE_MS });
  });

  test('shows every attempt of a delivery and resends it', async () => {
    const receiver = receivers.receiver('flaky', manners.error);
    await addEndpoint(receiver.url);
    const { page } = window;
    await window.enter(partner);
    const [bookingId = ''] = await book(1);
    await window.show(`/deliveries?search=${bookingId}`);
    const { hid } = (await partner.get(`/bookings/${bookingId}`)).body;
    await page.getByRole('row').getByRole('link', { name: hid }).click();
    await page.getByRole('heading', { level: 1, name: hid }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'booking.created' }).click();
    await page.getByRole('link', { name: hid }).waitFor();
    await expect.poll(() => page.getByText('Failed: HTTP 500').count(), { timeout: PATIENCE_MS }).toBe(2);
    await page.getByText('All retries failed.').waitFor();

    receiver.behave(manners.ok);
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('Delivered: HTTP 200').waitFor();
    await page.getByText('Resent').waitFor();
    expect(new Set(receiver.ids()).size).toBe(1);
    expect(receiver.received).toHaveLength(3);
  });

  test('accepts a link once and removes its token from the URL', async () => {
    const { page } = window;
    const token = await requestPortalLink(partner);
    await window.follow(token);
    await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
    expect(page.url()).toBe(`${app.baseUrl}/portal`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();

    await window.follow(token);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByText('For developers').click();
    await page.getByText(`curl ${app.baseUrl}/webhooks/portal`).waitFor();
    expect(page.url()).toBe(`${app.baseUrl}/portal`);
    await window.expected(/401/);
  });

  test('does not show endpoints of another account', async () => {
    const theirs = await (await app.partner()).post('/webhooks', { url: 'https://example.com/theirs' });
    await window.enter(partner);
    await window.show(`/endpoints/${theirs.body.id}`);
    await window.page.getByText('This endpoint does not exist').waitFor();
    await window.expected(/404/);
  });

  test('previews the tracking page of a sandbox booking, which follows the simulation live', async () => {
    const [id = ''] = await book(1);
    const { hid } = (await partner.get(`/bookings/${id}`)).body;
    const advance = (steps: number) =>
      Array.from({ length: steps }).reduce<Promise<unknown>>(
        (before) => before.then(() => partner.post(`/sandbox/bookings/${id}/advance`)),
        Promise.resolve(),
      );
    const { page } = window;
    await window.enter(partner);
    await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('link', { name: hid, exact: true }).click();
    await page.getByRole('link', { name: `Preview the tracking page of ${hid}` }).click();
    await page.getByText('Delivery from Northwind Furniture').waitFor();
    await page.getByText('Recipients of a real delivery see this page').waitFor();
    await page.evaluate('window.wasLoaded = 1');
    await advance(2);
    await page.getByRole('heading', { level: 1, name: /–|On the way/ }).waitFor({ timeout: PATIENCE_MS });
    await page.getByText('The crew is driving to 5th Ave').waitFor();
    await window.expectAccessibleAndFitting('the preview');
    await advance(13);
    await page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor({ timeout: PATIENCE_MS });
    expect(await page.evaluate('window.wasLoaded')).toBe(1);
    await page.getByRole('link', { name: 'Back to the booking' }).click();
    await page.getByRole('heading', { level: 1, name: hid }).waitFor();
    await page.getByText('Completed', { exact: true }).first().waitFor();

    await app.system.deleteFrom('portal_session').execute();
    await page.goto(`${app.baseUrl}/portal/bookings/${id}/tracking`);
    await page.getByRole('heading', { name: 'Your portal session has ended' }).waitFor();
    await window.expected(/401/);
  });

  test('shows a validation error at its field', async () => {
    const { page } = window;
    await window.enter(partner);
    await window.show('/endpoints/new');
    await page.getByLabel('URL').fill('http://192.168.1.4/hooks');
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    const field = page.getByLabel('URL');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    const described = await field.getAttribute('aria-describedby');
    const message = await page
      .locator(`[id="${described?.split(' ').find((id) => id.endsWith('error'))}"]`)
      .textContent();
    expect(message).toContain('192.168.1.4 is not a public IP address');
    await window.expected(/400/);
  });

  test('shows that the session has ended', async () => {
    const { page } = window;
    await window.enter(partner);
    await app.system.deleteFrom('portal_session').execute();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    await window.expected(/401/);
  });

  test('can be used by keyboard alone', async () => {
    const receiver = receivers.receiver('keys');
    const { page } = window;
    const { keyboard } = page;
    await window.enter(partner);
    await keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to content');
    await keyboard.press('Enter');
    await page.locator('#content:focus').waitFor();

    await window.tabTo('Add your first endpoint');
    await keyboard.press('Enter');
    await expect.poll(() => page.locator('h1:focus').innerText()).toBe('Add an endpoint');
    await window.tabTo('URL');
    await keyboard.type(receiver.url);
    await window.tabTo('All events');
    await keyboard.press('ArrowDown');
    await window.tabTo(/crew\.location_updated/);
    await page.getByText('Example of crew.location_updated').waitFor();
    await keyboard.press('Space');
    await window.tabTo('Add endpoint');
    await keyboard.press('Enter');
    await page.getByText('Your endpoint is ready').waitFor();

    await window.tabTo('Rotate');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Rotate the signing secret?' }).waitFor();
    await keyboard.press('Escape');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Rotate');
    await window.tabTo('Node');
    await keyboard.press('ArrowRight');
    await expect.poll(() => page.locator(':focus').innerText()).toBe('Python');
    await page.getByText('hmac.compare_digest').waitFor();
  });
});
