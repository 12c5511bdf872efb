// The page of a booking in a real browser, from the first stop to the refund.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { bookVan, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';
import { picture } from '../support/test-photos.ts';

const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (hour: number) => `${day}T${hour}:00:00Z`;

describeInBrowser('the page of a booking', (browser) => {
  let app: TestApp;
  let admin: OperatorAccount;
  let operator: OperatorClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp();
    app.app.worker.start();
    admin = await newOperator(app, 'admin');
    operator = await OperatorClient.signIn(app, admin);
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, {
      viewport: { width: 1280, height: 900 },
      colorScheme: 'light',
    });
  });
  afterAll(async () => {
    await window.close();
    await app.close();
  });

  test('manages a booking on its page, from the first stop to the refund', async () => {
    const partner = await app.partner();
    const couch = await bookVan(partner, {
      arrival_window_from: at(16),
      arrival_window_to: at(17),
      contacts: [{ name: 'Grace', phone_number: '+14155552671' }],
    });
    const { id: crew_id } = await formCrew(operator, `Crew of ${couch.hid}`);
    await operator.post(`/bookings/${couch.id}/assign`, { crew_id });
    const { page } = window;
    await window.enter(admin, `/bookings/${couch.hid}`);
    await page.getByRole('heading', { name: couch.hid }).waitFor();
    await window.expectMap();
    await page.getByText(/, at the pickup$/).waitFor();
    await window.expectAccessibleAndFitting('the booking page');
    await page.getByLabel('New note').fill('The gate code is 4711');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Note saved.').waitFor();
    await page.getByText('The gate code is 4711').waitFor();
    await page.getByRole('button', { name: 'Log a call' }).click();
    await page.getByLabel('Summary').fill('She is home');
    await page.getByRole('button', { name: 'Log call' }).click();
    await page.getByText('Called Grace: reached').waitFor();
    await page.getByRole('button', { name: 'Edit booking' }).click();
    await page.getByLabel('Order number').fill('SO-99');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Booking updated.').waitFor();
    await page.getByRole('button', { name: 'Add a stop' }).click();
    await page.getByLabel('Address').fill('200 Central Park West, New York, NY 10024');
    await window.expectAccessibleAndFitting('adding a stop');
    await page.getByRole('button', { name: 'Add stop' }).click();
    await page.getByText('Stop added.').waitFor();
    await page.getByRole('button', { name: 'Move stop 2 up' }).click();
    await page.getByText('Stop order changed. The partner is notified.').waitFor();
    const placed = page.getByRole('listitem').filter({ hasText: '200 Central Park West' });
    await placed.getByRole('button', { name: 'Remove stop 1' }).click();
    await page.getByRole('button', { name: 'Remove the stop' }).click();
    await page.getByText('Stop removed.').waitFor();
    await page.getByRole('button', { name: 'Edit booking' }).click();
    const days = page.getByLabel('Arrival window', { exact: true });
    await days.locator('optgroup option').first().waitFor({ state: 'attached' });
    await days.selectOption({ index: 2 });
    await page.getByLabel('Available window').waitFor();
    await window.expectAccessibleAndFitting('choosing an available window');
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await page.getByRole('button', { name: 'Mark as departed' }).click();
    await page.getByRole('button', { name: 'Mark as arrived' }).click();
    await page.getByRole('button', { name: 'Complete with photo' }).click();
    const photo = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await picture()) };
    await page.getByLabel('Photo', { exact: true }).setInputFiles(photo);
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByRole('img', { name: 'Proof of delivery 1 of stop 1' }).waitFor();
    for (const move of ['depart', 'arrive']) await go(operator, couch, 1, move);
    await go(operator, couch, 1, 'cannot-complete', { reason: 'Contact not there' });
    await page.getByRole('heading', { level: 1 }).getByText('Stop failed').waitFor();
    await window.expectAccessibleAndFitting('the page of a booking with a failed stop');
    await page.getByRole('button', { name: 'Edit booking' }).click();
    await page.getByText('Can no longer be changed: the crew has departed for the pickup.').waitFor();
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await page.getByRole('button', { name: 'Skip the stop' }).click();
    await page.getByLabel('Reason').fill('The recipient was absent');
    await page.getByRole('button', { name: 'Skip stop' }).click();
    const complete = page.getByRole('button', { name: 'Complete the booking now' });
    await complete.waitFor();
    // Only completed stops have a tick.
    await page.getByRole('listitem').filter({ hasText: 'Skipped' }).getByText('2', { exact: true }).waitFor();
    await window.expectAccessibleAndFitting('the page of a delivered booking');
    await complete.click();
    await page.getByRole('heading', { level: 1 }).getByText('Stop skipped').waitFor();
    await page.getByRole('button', { name: 'Adjust or refund' }).click();
    await page.getByLabel('Amount in dollars').fill('99999');
    await page.getByLabel('Reason (the partner sees it)').fill('Scratched leg');
    await page.getByRole('button', { name: 'Adjust fare', exact: true }).click();
    await page.getByText(/Enter at most \$[\d.,]+, the total of the fare\./).waitFor();
    await page.getByLabel('Amount in dollars').fill('12.50');
    await page.getByLabel('Reason (the partner sees it)').fill('Scratched leg');
    await page.getByRole('button', { name: 'Adjust fare', exact: true }).click();
    await page.getByText('Scratched leg').waitFor();
    const { fare } = (await partner.get(`/bookings/${couch.id}`)).body;
    expect(fare.adjustments).toMatchObject([{ kind: 'refund', amount: -1_250 }]);
  });

  test('shows the cancellation fee before it is charged', async () => {
    const { id, client } = await app.organization();
    const tiers = [{ from: 'notice', notice_minutes: 43_200, fee: { cents: 1500 } }];
    await operator.put(`/organizations/${id}/cancellation-policy`, { tiers });
    const partner = await app.partner({ client });
    const sofa = await bookVan(partner);
    const { page } = window;
    await window.visit(`/console/bookings/${sofa.hid}`);
    await page.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('If the partner cancelled now, the fee would be $15.00.').waitFor();
    await dialog.getByLabel('Reason').fill('The van broke down');
    await dialog.getByLabel('Cancelled by, and fee').selectOption('We cancel, fee of $15.00');
    await window.expectAccessibleAndFitting('cancelling a booking');
    expect(await dialog.getByRole('button', { name: 'Keep booking' }).count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel for $15.00' }).click();
    await page.getByText(`Booking ${sofa.hid} cancelled.`).waitFor();
    await page.getByText('Cancelled by an operator').waitFor();
    await page.getByText('The booking is cancelled: only the cancellation fee is charged.').waitFor();
    const chair = await bookVan(partner);
    await partner.post(`/bookings/${chair.id}/cancel`, { cancel_reason: 'im_not_ready' });
    await window.visit(`/console/bookings/${chair.hid}`);
    await page.getByText('Cancelled by the partner').waitFor();
    await page.getByText('The customer is not ready').waitFor();
  });
});
