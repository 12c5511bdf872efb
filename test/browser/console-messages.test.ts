// An operator writes to a customer and delivers again, in a real browser; the customer follows both on the tracking page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { TestClock } from '../support/clock.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { MessagingEnvironment } from '../support/messaging-environment.ts';
import { bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';
import { PortalBrowserPage } from '../support/portal-page.ts';

const ana = { name: 'Ana', phone_number: '+13125550142', email: 'ana@example.com', stop_positions: [1] };

describeInBrowser('messages and new deliveries', (browser) => {
  let people: MessagingEnvironment;
  let admin: OperatorAccount;
  let operator: OperatorClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    // Noon in New York: at night, messages that can wait are not sent.
    people = await MessagingEnvironment.start(new TestClock(new Date(new Date().setUTCHours(17, 0, 0, 0))));
    admin = await newOperator(people.test, 'admin');
    operator = await OperatorClient.signIn(people.test, admin);
    window = await ConsoleBrowserPage.open(browser(), people.test.baseUrl, {
      viewport: { width: 1280, height: 900 },
      colorScheme: 'light',
    });
  });
  afterAll(async () => {
    await window.close();
    await people.close();
  });

  /** The crew cannot complete the destination. */
  async function fail() {
    const booking = await bookVan(people.partner, { contacts: [ana] });
    const { id: crew_id } = await formCrew(operator);
    await operator.post(`/bookings/${booking.id}/assign`, { crew_id });
    for (const move of ['depart', 'arrive']) await go(operator, booking, 0, move);
    await finishStop(operator, booking, 0);
    for (const move of ['depart', 'arrive']) await go(operator, booking, 1, move);
    await go(operator, booking, 1, 'cannot-complete', { reason: 'Contact not there' });
    return booking;
  }

  /** The partner starts a new booking with the stop that was not delivered, in the portal. */
  async function bookAgain({ id }: { readonly id: string }) {
    const portal = await PortalBrowserPage.open(browser(), people.test.baseUrl);
    try {
      await portal.enter(people.partner);
      await portal.show(`/bookings/${id}`);
      await portal.page.getByRole('heading', { level: 1 }).getByText('Not delivered').waitFor();
      await portal.page.getByText('The crew did not complete the drop-off').waitFor();
      await portal.page.getByText('Drop-off skipped').waitFor();
      expect(await portal.page.getByText('Crew finished the drop-off').count()).toBe(0);
      await portal.expectAccessibleAndFitting('a booking that was not delivered');
      await portal.page.getByRole('link', { name: 'Open the new delivery' }).click();
      await portal.page.getByText('Delivers again').waitFor();
      await portal.show(`/bookings/${id}`);
      await portal.page.getByRole('link', { name: 'Book again' }).click();
      await portal.page.getByText('open stops').waitFor();
      expect(await portal.page.getByRole('combobox', { name: 'Drop-off address' }).inputValue()).toContain(
        '1 Main St',
      );
      await portal.page.getByRole('button', { name: 'Show prices' }).click();
      await portal.page.getByRole('radio', { checked: true }).waitFor();
      await portal.expectAccessibleAndFitting('booking again');
    } finally {
      await portal.close();
    }
  }

  test('sends exactly what the preview shows', async () => {
    const booking = await fail();
    const { page } = window;
    await window.enter(admin, `/bookings/${booking.id}`);
    await page.getByRole('button', { name: 'Message the customer' }).first().click();
    const dialog = page.getByRole('dialog');
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByText('the contact was not there. Please contact').waitFor();
    await window.expectAccessibleAndFitting('the message dialog');
    await dialog.getByLabel('What happens next').selectOption('sender_contacts');
    await preview.getByText('We will contact you about a new time.').waitFor();
    await dialog.getByLabel('Message', { exact: true }).selectOption('custom');
    await dialog.getByLabel('Text').fill('The crew waits until noon.');
    await preview.getByText('The crew waits until noon.').waitFor();
    const shown = await preview.locator('article p').last().innerText();
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('The message is being sent.').waitFor();
    await people.settled(booking.id);
    expect(people.twilio.smsTextsTo(ana.phone_number).at(-1)).toBe(shown);
    await page.getByText(/SMS to \+1 312-555-0142, from /).waitFor();
  });

  test('delivers again, and the tracking page leads to the new delivery', async () => {
    const booking = await fail();
    const { page } = window;
    await go(operator, booking, 1, 'skip', { reason: 'Contact not there' });
    const tracking = await page.context().newPage();
    await tracking.goto(`${people.test.baseUrl}${new URL(booking.share_url).pathname}`);
    await tracking.getByText('To arrange a new time').waitFor();
    await page.goto(`${people.test.baseUrl}/console/bookings/${booking.id}`);
    await page.getByRole('button', { name: 'Deliver again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Show price and windows' }).click();
    await dialog.getByText('Price:').waitFor();
    await dialog.getByLabel('Window at drop-off').waitFor();
    await window.expectAccessibleAndFitting('the redelivery dialog');
    await dialog.getByRole('button', { name: 'Book the delivery' }).click();
    await page.getByText('The new delivery is booked.').waitFor();
    await page.getByText('This booking repeats a stop of booking').waitFor();
    await page.getByRole('link', { name: booking.hid }).click();
    await page.getByText('delivers it again').waitFor();
    await window.expectAccessibleAndFitting('the booking that is delivered again');
    await bookAgain(booking);
    // The page that was open all the time learns of it when the reader comes back to it.
    await tracking.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await tracking.getByText('It will be delivered again').waitFor();
    await tracking.getByRole('link', { name: 'Track the new delivery' }).click();
    await tracking.getByRole('heading', { level: 1 }).waitFor();
    await tracking.waitForURL((url) => url.pathname !== new URL(booking.share_url).pathname);
    await tracking.close();
  });
});
