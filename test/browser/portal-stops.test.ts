// Browser tests of the stops of a booking in the portal: add, move and remove them, with the price before it is sent.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { PortalBrowserPage } from '../support/portal-page.ts';

const DAY_MS = 24 * 60 * 60_000;
const addresses = ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'];
const added = '11 Wall St, New York, NY 10005';

describeInBrowser('The stops of a booking in the portal', (browser) => {
  let app: TestApp;
  let partner: ApiClient;
  let window: PortalBrowserPage;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp({ environment: 'sandbox' });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    const { client } = await app.organization('Northwind Furniture');
    partner = await app.partner({ client });
    window = await PortalBrowserPage.open(browser(), app.baseUrl, { hasTouch: true });
  });
  afterEach(() => window.close());

  /** Opens the page of a new booking with these stops. */
  async function open(stops: readonly string[]): Promise<void> {
    const { status, text, body } = await partner.post('/bookings', {
      stops: stops.map((location) => ({ location })),
      product: 'van',
      arrival_window_from: new Date(Date.now() + 2 * DAY_MS).toISOString(),
      contacts: [{ name: 'Ada', phone_number: '+12125550142', stop_positions: [1] }],
    });
    expect(status, text).toBe(201);
    id = body.id;
    await window.enter(partner);
    await window.show(`/bookings/${id}`);
  }

  const booking = async () => (await partner.get(`/bookings/${id}`)).body;
  const names = async () =>
    (await booking()).route.map(({ location }: { location: { name: string } }) => location.name);
  /** "$102.50 to $140.00", of the last toast. */
  async function estimate(): Promise<string> {
    const { quote } = await booking();
    const dollars = quote.fare_estimate.map(({ total }: { total: number }) => `$${(total / 100).toFixed(2)}`);
    return [...new Set(dollars)].join(' to ');
  }
  const pricesInDialog = () =>
    window.page.getByRole('dialog').locator('dl[aria-label="Price"] dd').allTextContents();

  test('are added, moved and removed, each with its price before it is sent', async () => {
    const { page } = window;
    await open(addresses);
    const before = await estimate();
    const dialog = page.getByRole('dialog');

    await page.getByRole('button', { name: 'Add a stop' }).click();
    await dialog.getByRole('button', { name: 'Show price' }).click();
    await dialog.getByText('Enter an address with street, city and state.').waitFor();
    await dialog.getByRole('combobox', { name: 'Address' }).fill('1 Nowhere Rd, Atlantis, NY');
    await dialog.getByRole('button', { name: 'Show price' }).click();
    await expect.poll(() => dialog.locator('[aria-invalid="true"]').count()).toBe(1);
    await dialog.getByText(/Atlantis/).waitFor();
    await dialog.getByRole('combobox', { name: 'Address' }).fill(added);
    await dialog.getByLabel('Instructions for the crew').fill('Ring twice');
    await dialog.getByRole('button', { name: 'Show price' }).click();
    await dialog.getByRole('button', { name: 'Add stop' }).waitFor();
    const [now, after, difference] = await pricesInDialog();
    expect(now).toBe(before);
    expect(difference).toMatch(/^\+\$/);
    await window.expectAccessibleAndFitting('a new stop with its price');
    expect(await names(), 'nothing is sent yet').toHaveLength(2);
    await dialog.getByRole('button', { name: 'Add stop' }).click();
    await page.getByText(`Stop added. New estimate: ${after}.`).waitFor();
    expect(await estimate()).toBe(after);
    expect(await names()).toEqual(['350 5th Ave', '11 Wall St', '1 Main St']);
    await page.getByText('Ring twice').waitFor();
    await window.expectAccessibleAndFitting('three stops');

    await page.getByRole('button', { name: 'Move stop 2 up' }).click();
    await dialog.getByText(/applies to the new pickup, 11 Wall St/).waitFor();
    await dialog.getByText('With this change').waitFor();
    await window.expectAccessibleAndFitting('another order with its price');
    const [, moved] = await pricesInDialog();
    await dialog.getByRole('button', { name: 'Move stop' }).click();
    await page.getByText(`Stop moved. New estimate: ${moved}.`).waitFor();
    await expect.poll(estimate).toBe(moved);
    expect(await names()).toEqual(['11 Wall St', '350 5th Ave', '1 Main St']);

    await page.getByRole('button', { name: 'Remove stop 2' }).click();
    await dialog.getByText(/^350 5th Ave, .* is taken off the route/).waitFor();
    await dialog.getByText('With this change').waitFor();
    await window.expectAccessibleAndFitting('a removal with its price');
    await dialog.getByRole('button', { name: 'Remove stop' }).click();
    await page.getByText(/^Stop removed/).waitFor();
    expect(await names()).toEqual(['11 Wall St', '1 Main St']);
    await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await window.expected(/422/);
  });

  test('are moved by keyboard, with the focus on the stop that moved', async () => {
    const { page } = window;
    await open([...addresses, added]);
    await page.getByRole('button', { name: 'Move stop 2 up' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('With this change').waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Move stop 2 up');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('With this change').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Move stop' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Stop moved/).waitFor();
    await page.getByRole('button', { name: 'Move the pickup up' }).waitFor();
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("li")?.textContent'))
      .toMatch(/^Pickup1 Main St/);
  });

  test('cannot be changed once the crew has departed for them', async () => {
    const { page } = window;
    await open([...addresses, added]);
    await page.getByRole('button', { name: 'Move the pickup down' }).waitFor();
    // Assigned, then on the way to the pickup.
    for (let step = 0; step < 2; step += 1) await partner.post(`/sandbox/bookings/${id}/advance`);
    await page.getByText('On the way to the pickup').waitFor();
    expect(await page.getByRole('button', { name: /the pickup/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Move stop 2 up' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Add a stop' }).click();
    const places = page.getByLabel('Place on the route').locator('option');
    expect(await places.allTextContents()).toEqual([
      expect.stringMatching(/^Before stop 2: 1 Main St/),
      expect.stringMatching(/^Before the drop-off: 11 Wall St/),
      'Last, as the new drop-off',
    ]);
  });
});
