// Exceptions, calendar, dashboards and the global search of the console.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { type BookedVan, bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const HOUR_MS = 3_600_000;
// Fixed at the start, so that tests that run past midnight use the same day.
const startedMs = Date.now();
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(startedMs + days * 24 * HOUR_MS);

describeInBrowser('the planning pages of the console', (browser) => {
  let app: TestApp;
  let partner: ApiClient;
  let planner: OperatorClient;
  let account: OperatorAccount;
  let urgent: BookedVan;
  let done: BookedVan;
  let window: ConsoleBrowserPage;

  beforeAll(async () => {
    app = await startTestApp({ corruptsData: true });
    app.app.worker.start();
    account = await newOperator(app, 'admin');
    planner = await OperatorClient.signIn(app, account);
    const { client } = await app.organization('Northwind Furniture');
    partner = await app.partner({ client });
    const windowIn = (hours: number) => ({
      arrival_window_from: new Date(Date.now() + hours * HOUR_MS).toISOString(),
      arrival_window_to: new Date(Date.now() + (hours + 1) * HOUR_MS).toISOString(),
    });
    urgent = await bookVan(partner, {
      ...windowIn(0.5),
      order_number: 'PO-7',
      customer: { name: 'Ana Díaz', phone_number: '+14155552671' },
    });
    // The window begins within two minutes, so that it is today except in the last minutes of a day: dashboards do not
    // show tomorrow.
    done = await bookVan(partner, windowIn(0.02));
    const { id: crew_id } = await formCrew(planner, 'Night Owls');
    await planner.post(`/bookings/${done.id}/assign`, { crew_id });
    for (const position of [0, 1]) {
      await go(planner, done, position, 'depart', {});
      await go(planner, done, position, 'arrive', {});
      await finishStop(planner, done, position);
    }
    for (let count = 0; count < 3; count += 1)
      await bookVan(partner, { arrival_window_from: `${dayIn(3)}T15:00:00Z` });
    await untilFollowersCaughtUp(app.connection);
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, { colorScheme: 'light', hasTouch: true });
    await window.admit(account);
    await window.show('');
  });
  afterAll(async () => {
    await window.close();
    await app.close();
  });

  test('lists open exceptions, and resolves one with a reason by keyboard', async () => {
    const { page } = window;
    await window.visit('/console/exceptions');
    const row = page.getByRole('listitem').filter({ hasText: urgent.hid });
    await row.waitFor();
    expect(await row.innerText()).toContain('Ana Díaz');
    const badge = page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: /Exceptions 1 open/ });
    await badge.waitFor();
    await window.expectAccessibleAndFitting('exceptions');
    await window.tabTo(`Resolve ${urgent.hid}: No crew`);
    await page.keyboard.press('Enter');
    await page.getByLabel('Resolution').waitFor();
    expect(await window.faults()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Enter a short reason.').waitFor();
    await page.keyboard.type('A crew is on its way');
    await page.keyboard.press('Enter');
    await page.getByText('No open exceptions').waitFor();
    await page.getByRole('tab', { name: 'Decided' }).click();
    const decisions = page.getByRole('list', { name: 'Decisions' });
    await decisions.getByText('A crew is on its way').waitFor();
    await decisions.getByText(/Ana Díaz · Northwind Furniture · decided by A admin/).waitFor();
    expect(await decisions.getByRole('link', { name: urgent.hid }).getAttribute('href')).toBe(
      `/console/bookings/${urgent.id}`,
    );
    await window.expectAccessibleAndFitting('decisions');
    await page.getByRole('button', { name: /Reopen/ }).click();
    await page.getByRole('tab', { name: 'Open (1)' }).waitFor();
  });

  test('assigns a crew from the exception with two clicks, and shows the booking on the board', async () => {
    const { page } = window;
    await window.visit('/console/exceptions');
    await page.getByRole('tab', { name: 'Open (1)' }).click();
    await page.getByRole('button', { name: `Assign a crew: ${urgent.hid}` }).click();
    const crew = page.getByRole('dialog').getByRole('option', { name: /Night Owls.*not on shift/ });
    await crew.waitFor();
    await window.expectAccessibleAndFitting('assigning from an exception');
    await crew.click();
    const done = page.getByText(`${urgent.hid} was assigned to Night Owls. Note: not on shift.`);
    await done.waitFor();
    await page.getByText('No open exceptions').waitFor();
    // The focus stays in the list, from which the exception has disappeared.
    expect(await page.evaluate("document.activeElement.closest('[role=tabpanel]') !== null")).toBe(true);
    await page.keyboard.press('Control+z');
    await page.getByText(`The move of ${urgent.hid} was undone.`).waitFor();
    expect(await done.count(), 'the toast of the undone move').toBe(0);
    await page.getByRole('link', { name: `Board with ${urgent.hid}` }).click();
    const card = page.getByRole('region', { name: 'Unassigned' }).getByRole('button', { name: urgent.hid });
    await card.and(page.locator(':focus')).waitFor();
    expect(await card.getAttribute('aria-current')).toBe('true');
    await page.waitForURL(new RegExp(`/board\\?day=\\d{4}-\\d\\d-\\d\\d&booking=${urgent.id}$`));
    await window.visit(`/console/bookings/${urgent.id}`);
    await page.getByRole('button', { name: 'Assign a crew' }).click();
    await page.getByRole('option', { name: /Night Owls/ }).click();
    await page.getByRole('button', { name: 'Reassign' }).click();
    await page.getByText(/^Now with Night Owls: arrives at \d+:\d\d\s[AP]M, in time$/).waitFor();
    await page.keyboard.press('Escape');
    // The timeline is written for people, with the time of the clock.
    await page.getByText('Night Owls assigned', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Unassign', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unassign', exact: true }).click();
    await page.getByText('No crew yet.').waitFor();
    const call = page.getByRole('link', { name: 'Call Ana Díaz: +1 415-555-2671' });
    expect(await call.first().getAttribute('href')).toBe('tel:+14155552671');
  });

  test('warns before a day with bookings is closed, and shows it as closed', async () => {
    const { page } = window;
    await window.visit('/console/calendar');
    // All products together, unless one is chosen.
    await page
      .getByRole('button', { name: /: \d+ of 5000 booked/ })
      .first()
      .waitFor();
    await page.getByLabel('Product').selectOption('van');
    const short = new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      month: 'short',
      day: 'numeric',
    }).format(new Date(dayIn(3)));
    const day = new Intl.DateTimeFormat('en-US', {
      timeZone: 'UTC',
      weekday: 'long',
      month: 'long',
      day: 'numeric',
    }).format(new Date(dayIn(3)));
    await page.getByRole('button', { name: new RegExp(`^${day}.*: 3 of 1000 booked`) }).waitFor();
    await window.expectAccessibleAndFitting('calendar');
    await page.getByRole('button', { name: new RegExp(`${short}\\b.*close this day`) }).click();
    await page.getByText('3 bookings are in hours that would have too little capacity').waitFor();
    const affected = page.getByRole('list', { name: 'Affected bookings' });
    expect(await affected.getByRole('link', { name: /^[0-9A-Z]{8}$/ }).count(), 'named bookings').toBe(3);
    await window.settled();
    expect(await window.faults()).toEqual([]);
    await page.getByLabel('Reason').fill('Day off');
    await page.keyboard.press('Enter');
    await page.getByText('Saved. 3 bookings are in hours with too little capacity.').waitFor();
    await page.getByRole('button', { name: new RegExp(`^${day}.*: closed, 3 booked`) }).waitFor();
    // Arrow keys move the focus from hour to hour.
    const cell = page.locator('[data-cell="0 0"]');
    await cell.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-cell="1 1"]:focus').waitFor();
    await page.getByRole('button', { name: /^Remove .*Closed all day/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByText('No changes planned').waitFor();
    expect((await planner.get('/capacity-overrides')).body.data).toEqual([]);
  });

  test('shows dashboards as tables beside the charts, and downloads them as CSV', async () => {
    const { page } = window;
    await window.visit('/console/dashboards');
    await page.getByRole('heading', { name: 'By organization' }).waitFor();
    await page.getByRole('row', { name: /^Northwind Furniture/ }).waitFor();
    await window.expectAccessibleAndFitting('dashboards');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^waybill-.*\.csv$/);
  });

  test('opens the search with a keystroke on every page, and opens the booking found', async () => {
    const { page } = window;
    await window.visit('/console/dashboards');
    await page.getByRole('heading', { name: 'By organization' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('diaz 2671');
    const found = page.getByRole('option', { name: new RegExp(urgent.hid) });
    await found.waitFor();
    await window.expectAccessibleAndFitting('search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('owls');
    await page
      .getByRole('option', { name: /Night Owls/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type(urgent.hid.toLowerCase());
    await found.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/console/bookings/${urgent.id}`);
  });
});
