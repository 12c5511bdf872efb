// Browser tests of bookings in the portal: book step by step, change, cancel; add, move and remove stops, with the price
// before it is sent.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { PortalBrowserPage } from '../support/portal-page.ts';
import { PATIENCE_MS } from '../support/scale.ts';

const DAY_MS = 24 * 60 * 60_000;
const addresses = ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'];
const added = '11 Wall St, New York, NY 10005';

/** The first amount of "$102.50 to $140.00". */
const dollarsOf = (text: string | null) => Number(/\$([\d.]+)/.exec(text ?? '')?.[1]);

describeInBrowser('A booking in the portal', (browser) => {
  let app: TestApp;
  let partner: ApiClient;
  let window: PortalBrowserPage;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp({ environment: 'sandbox' });
    app.app.worker.start();
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

  test('opens a change of the time on the day of the booking, and names the time that is booked', async () => {
    const { page } = window;
    await open(addresses);
    const day =
      (await page.locator('dd', { hasText: /[AP]M/ }).first().locator('span').first().textContent()) ?? '';
    await page.getByRole('button', { name: 'Change time' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`Booked: ${day}, `).waitFor();
    await dialog.getByText('The time is that of the arrival at the pickup.').waitFor();
    expect(await dialog.getByLabel('Day').inputValue()).toBe(day);
    await window.expectAccessibleAndFitting('a change of the time');
  });

  test('books a delivery step by step, changes it, and shows the fee before it is cancelled', async () => {
    const { page } = window;
    await window.enter(partner);
    await window.show('/bookings');
    await page.getByRole('link', { name: 'New booking' }).first().click();
    await page.getByRole('button', { name: 'Show prices' }).click();
    await page.getByText('Enter an address with street, city and state.').first().waitFor();
    const pickup = page.getByRole('combobox', { name: 'Pickup address' });
    await pickup.fill('350 5th ave, new york, ny');
    // By keyboard: the suggestion has the spelling of the geocoder.
    await page.getByRole('option', { name: /350 5th ave, New York, NY/i }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => pickup.inputValue()).toMatch(/^350 5th ave, New York, NY/i);
    await page.getByRole('combobox', { name: 'Drop-off address' }).fill('1 Nowhere Rd, Atlantis, NY');
    await page.getByRole('button', { name: 'Show prices' }).click();
    await page
      .getByText(/Atlantis/)
      .first()
      .waitFor();
    await window.expectAccessibleAndFitting('an address that does not exist');
    // A stop that was just added is not blamed for the last attempt.
    await page.getByRole('button', { name: 'Add a stop' }).click();
    expect(
      await page
        .getByText('Enter an address')
        .or(page.getByText(/is not a known|not found/))
        .count(),
    ).toBe(0);
    await page.getByRole('button', { name: 'Remove stop 2' }).click();
    await page.getByRole('combobox', { name: 'Drop-off address' }).fill('1 Main St, Brooklyn, NY 11201');
    await page.getByRole('button', { name: 'Add a contact for the drop-off' }).click();
    const contact = page.getByRole('group', { name: 'Contact for the drop-off' });
    await contact.getByLabel('Contact name').fill('Grace Hopper');
    await contact.getByLabel('Contact phone').fill('555-0199');
    await page.getByRole('button', { name: 'Add floor and elevator of the drop-off' }).click();
    await page.getByLabel('Floor').fill('3');
    await page.getByLabel('Elevator').selectOption('no');
    await page.getByRole('button', { name: 'Add an item' }).click();
    await page.getByLabel('What is it?').fill('Sofa');
    for (const [name, value] of Object.entries({ Width: '84', Height: '36', Length: '38' }))
      await page.getByLabel(`${name}, in`).fill(value);
    await page.getByRole('button', { name: 'Show prices' }).click();
    await page.getByText('Enter a phone number with its area code').waitFor();
    await page.getByText('Enter 1 to 20,000.').waitFor();
    await expect.poll(() => page.locator(':focus').inputValue()).toBe('555-0199');
    await window.expectAccessibleAndFitting('a contact and an item with errors');
    await contact.getByLabel('Contact phone').fill('212.555.0199');
    await page.getByLabel('Weight, lb').fill('120');
    expect(await contact.getByLabel('Contact phone').inputValue()).toBe('(212) 555-0199');
    await page.getByRole('button', { name: 'Show prices' }).click();
    await page.getByText('Holds your items').waitFor();
    await page.getByRole('radio', { name: /^Cargo van .*\$\d+\.\d\d/ }).check();
    const estimate = page.getByText('Estimate with everything you chose').locator('..').locator('strong');
    const plain = dollarsOf(await estimate.textContent());
    await page.getByRole('checkbox', { name: /^Haul-away/ }).check();
    await expect.poll(async () => dollarsOf(await estimate.textContent())).toBe(plain + 59);
    await window.expectAccessibleAndFitting('the vehicles');
    await page.getByRole('button', { name: 'Choose a time' }).click();
    await page.getByRole('radio', { name: 'As soon as possible' }).waitFor();
    const day = page.getByLabel('Day');
    await day.selectOption({ index: 1 });
    await page
      .getByRole('radio', { name: /\d (–|AM|PM)/ })
      .first()
      .check();
    await window.expectAccessibleAndFitting('the windows');
    await page.getByRole('button', { name: 'Enter details' }).click();
    await page.getByLabel('Order number').fill('SO-9');
    await page.getByLabel('Customer name').fill('Ada Byron');
    await page.getByLabel('Tip for the crew').fill('0.50');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('Enter a phone number or an e-mail').waitFor();
    await page.getByText('at least $1.00').waitFor();
    await page.getByLabel('Customer phone').fill('(212) 555-0142');
    await page.getByLabel('Tip for the crew').fill('5');
    await window.expectAccessibleAndFitting('the details');
    // A step that is left keeps what was entered.
    await page.getByRole('button', { name: 'Route and items' }).click();
    expect(await contact.getByLabel('Contact name').inputValue()).toBe('Grace Hopper');
    await page.getByRole('button', { name: 'Choose a vehicle' }).click();
    expect(await page.getByRole('checkbox', { name: /^Haul-away/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Details' }).click();
    expect(await page.getByLabel('Customer phone').inputValue()).toBe('(212) 555-0142');
    await page.getByRole('button', { name: 'Review' }).click();
    for (const text of [
      'Contact: Grace Hopper, (212) 555-0199',
      'Floor 3, no elevator',
      '1 × Sofa, 84 × 36 × 38 in, 120 lb',
      'Haul-away, $59.00',
      'Order SO-9',
      'Customer: Ada Byron, (212) 555-0142',
      'The tip of $5.00 is added.',
    ])
      await page.getByText(text).waitFor();
    await window.expectAccessibleAndFitting('the review');
    await page.getByRole('button', { name: 'Book', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Booking/ }).waitFor();
    const { body } = await partner.get('/bookings');
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      product: 'van',
      order_number: 'SO-9',
      tip: 500,
      customer: { name: 'Ada Byron', phone_number: '+12125550142' },
      contacts: [
        { phone_number: '+12125550142', notification_scope: 'all' },
        { name: 'Grace Hopper', phone_number: '+12125550199', stop_positions: [1] },
      ],
      quote: { addons: [{ slug: 'haul_away' }] },
      description: expect.stringContaining('Sofa'),
    });
    expect(body.data[0].route[1]).toMatchObject({ floor: 3, elevator: false });
    await page.getByText('Order SO-9').waitFor();

    await page.getByRole('button', { name: 'Change details' }).click();
    await page.getByLabel('Order number').fill('SO-10');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add a contact for the pickup' }).click();
    const added = dialog.getByRole('group', { name: 'Contact for the pickup' });
    await added.getByLabel('Contact name').fill('Edsger');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await added.getByText('Enter a phone number with its area code').waitFor();
    await added.getByLabel('Contact phone').fill('(212) 555-0150');
    await dialog.getByRole('checkbox', { name: /^Assembly/ }).check();
    await dialog.getByText('+$49.00').waitFor();
    await window.expectAccessibleAndFitting('the details dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Order SO-10').waitFor();
    const changed = await partner.get(`/bookings/${body.data[0].id}`);
    expect(changed.body.contacts.map((each: { name: string }) => each.name)).toEqual([
      'Ada Byron',
      'Grace Hopper',
      'Edsger',
    ]);
    expect(changed.body.contacts[2]).toMatchObject({ phone_number: '+12125550150', stop_positions: [0] });
    expect(changed.body.quote.addons).toHaveLength(2);
    await page.getByRole('button', { name: 'Change the drop-off' }).click();
    await page.getByLabel('Instructions for the crew').fill('Ring twice');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ring twice').waitFor();
    await page.getByRole('button', { name: 'Change time' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'As soon as possible' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Change time' }).click();
    await page.getByText('As soon as possible, no fixed time').waitFor();

    await page.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('Cancelling now is free.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep booking' }).waitFor();
    await window.expectAccessibleAndFitting('the cancellation');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('The booking was cancelled without a fee.').waitFor();
    expect((await partner.get(`/bookings/${body.data[0].id}`)).body.state).toBe('cancelled');
    await page.getByText('By your organization: another reason').waitFor();
    await page.getByText('Time changed').waitFor({ timeout: PATIENCE_MS });
    await page.getByRole('link', { name: 'Book again' }).click();
    await page.getByText(/^Filled in from booking/).waitFor();
    expect(await page.getByRole('combobox', { name: 'Drop-off address' }).inputValue()).toContain(
      '1 Main St',
    );
    await window.expected(/422/);
  });

  test('has stops that are added, moved and removed, each with its price before it is sent', async () => {
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
    await page.getByText(/^Stop removed\. New estimate: /).waitFor();
    expect(await names()).toEqual(['11 Wall St', '1 Main St']);
    await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await window.expected(/422/);
  });

  test('has stops that are moved by keyboard, with the focus on the stop that moved', async () => {
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

  test('has stops that cannot be changed once the crew has departed for them', async () => {
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
