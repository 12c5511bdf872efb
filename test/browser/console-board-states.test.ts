// What the board shows in a real browser: a day without bookings, open offers, and its scroll position.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { queryAsOwner } from '../support/database.ts';
import { type BookedVan, bookVan, formCrew } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';

const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (hour: number) => `${day}T${hour}:00:00Z`;

describeInBrowser('the states of the board', (browser) => {
  let app: TestApp;
  let admin: OperatorAccount;
  let operator: OperatorClient;
  let partner: ApiClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp();
    app.app.worker.start();
    admin = await newOperator(app, 'admin');
    operator = await OperatorClient.signIn(app, admin);
    partner = await app.partner();
    for (const name of ['Blue van', 'Red van']) await formCrew(operator, name);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, {
      viewport: { width: 1280, height: 900 },
      colorScheme: 'light',
    });
  });
  afterEach(() => window.close());

  const row = (name: string) => window.page.getByRole('region', { name, exact: true });
  const card = (name: string, { hid }: BookedVan) => row(name).getByRole('button', { name: hid });
  const openBoard = async () => {
    await window.enter(admin, `/board?day=${day}`);
    await row('Blue van').waitFor();
  };

  test('says that a day has no bookings, and leads to Crews before the first crew is created', async () => {
    const { page } = window;
    const emptyDay = new Date(Date.parse(`${day}T00:00:00Z`) - 40 * 86_400_000).toISOString().slice(0, 10);
    await window.enter(admin, `/board?day=${emptyDay}`);
    await row('Unassigned').getByText('No bookings on this day.').waitFor();
    // Two frames: the strip is measured in the first one after the board is drawn.
    await row('Blue van').waitFor();
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
    );
    expect(await page.getByRole('region', { name: 'Not in view' }).textContent()).toBe('');
    await page.route('**/operator/board?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), crews: [] } });
    });
    await window.show(`/board?day=${emptyDay}`);
    const title = await page.getByRole('heading', { name: 'No crews yet' }).boundingBox();
    const board = await page.locator('.board').boundingBox();
    if (!title || !board) throw new Error('the board is not visible');
    const offset = title.x + title.width / 2 - (board.x + board.width / 2);
    expect(Math.abs(offset), 'distance from the center of the board').toBeLessThan(2);
    await window.expectAccessibleAndFitting('a board without crews');
    await page.getByRole('link', { name: 'Open Crews' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crews' }).waitFor();
  });

  test('shows to which crew a booking is offered, and what an assignment does to the offer', async () => {
    const shelf = await bookVan(partner, { arrival_window_from: at(18), arrival_window_to: at(19) });
    await queryAsOwner(
      app.connection,
      `insert into dispatch_offer (id, booking_id, account_id, crew_id, state, starts_at, arrives_at, ends_at,
         from_longitude, from_latitude, to_longitude, to_latitude, offered_at, expires_at)
       select gen_random_uuid(), b.id, b.account_id, k.id, 'open', '${at(17)}', '${at(18)}', '${at(19)}', 0, 0, 0, 0,
         now(), now() + interval '10 minutes'
       from booking b, crew k where b.id = '${shelf.id}' and k.name = 'Red van'`,
    );
    await openBoard();
    const { page } = window;
    const offered = card('Unassigned', shelf);
    await offered.getByText('Offered', { exact: true }).waitFor();
    await offered.and(page.getByRole('button', { name: /2 stops Offered to Red van$/ })).waitFor();
    await offered.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Offered', { exact: true }).waitFor();
    const note = /^Offered to Red van until \d+:\d+.[AP]M\. Assigning another crew withdraws the offer\.$/;
    await dialog.getByText(note).waitFor();
    await window.expectAccessibleAndFitting('the dialog of an offered booking');
    await window.show(`/bookings/${shelf.id}`);
    await page.getByRole('heading', { level: 1 }).getByText('Offered').waitFor();
    await page.getByRole('button', { name: 'Assign a crew' }).click();
    await dialog.getByText(note).waitFor();
    await dialog.getByRole('option', { name: /Blue van/ }).click();
    await page.getByRole('heading', { level: 1 }).getByText('Assigned').waitFor();
    const { body } = await operator.get(`/bookings/${shelf.id}`);
    expect(body.offers).toMatchObject([{ crew_name: 'Red van', state: 'withdrawn' }]);
  });

  test('offers a booking to several crews, and says so until the offers end', async () => {
    const from = new Date(Date.now() + 1_800_000).toISOString();
    const lamp = await bookVan(partner, { arrival_window_from: from });
    const { page } = window;
    await window.enter(admin, `/bookings/${lamp.id}`);
    await page.getByRole('button', { name: 'Assign a crew' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Offer to crews' }).click();
    const submit = dialog.getByRole('button', { name: /^Offer/ });
    await dialog.getByRole('checkbox', { name: /^Blue van/ }).check();
    expect(await submit.innerText()).toBe('Offer to 1 crew');
    await dialog.getByRole('checkbox', { name: /^Red van/ }).check();
    await dialog.getByLabel('Time to answer').selectOption('30 minutes');
    await window.expectAccessibleAndFitting('the form of an offer');
    await submit.and(page.getByText('Offer to 2 crews')).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByText(new RegExp(`^${lamp.hid} is offered to 2 crews until \\d+:\\d+.[AP]M\\.$`))
      .waitFor();
    await page.getByRole('heading', { level: 1 }).getByText('Offered').waitFor();
    const { body } = await operator.get(`/bookings/${lamp.id}`);
    const names = body.offer.crews.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Blue van', 'Red van']);
    const label = /^Offered to 2 crews until \d+:\d+.[AP]M$/;
    await page.getByRole('button', { name: 'Assign a crew' }).click();
    await dialog.getByText(/: Blue van, Red van\. Assigning a crew withdraws the other offers\.$/).waitFor();
    await dialog.getByRole('tab', { name: 'Offer to crews' }).click();
    expect(await dialog.getByRole('checkbox', { name: 'Red van Offered already' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');

    await window.show('/exceptions');
    await page.getByRole('listitem').filter({ hasText: lamp.hid }).getByText(label).waitFor();
    await window.show('/map');
    await page.getByRole('listitem').filter({ hasText: lamp.hid }).getByText(label).waitFor();
    await window.expectAccessibleAndFitting('the map with an offered booking');
    await page.getByRole('combobox', { name: 'Search' }).fill(lamp.hid);
    await page.getByRole('option').filter({ hasText: lamp.hid }).getByText(label).waitFor();
  });

  test('returns to the hours that were in view when the operator goes back', async () => {
    await bookVan(partner, { arrival_window_from: at(18), arrival_window_to: at(19) });
    await openBoard();
    const { page } = window;
    const scroller = page.locator('[data-scroll]');
    await scroller.evaluate((element) => element.scrollTo({ left: 300 }));
    await expect.poll(() => page.evaluate('history.state?.boardScroll?.[0]')).toBe(300);
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Crews' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crews' }).waitFor();
    await page.goBack();
    await row('Blue van').waitFor();
    await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBe(300);
    // Opened again by a link, it begins where it always does.
    await window.page.getByRole('link', { name: 'Next day' }).click();
    await page.getByRole('link', { name: 'Previous day' }).click();
    await row('Blue van').waitFor();
    expect(await scroller.evaluate((element) => element.scrollLeft)).toBe(0);
  });

  test('keeps the rows in view after an assignment, and when the operator comes back from a booking', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        operator.post('/crews', { name: `${nth < 15 ? 'Aside' : 'Zone'} ${nth + 1}` }),
      ),
    );
    const vase = await bookVan(partner, { arrival_window_from: at(21), arrival_window_to: at(22) });
    await operator.post(`/bookings/${vase.id}/assign`, {
      crew_id: (await operator.get('/crews')).body.data.find(
        ({ name }: { name: string }) => name === 'Red van',
      ).id,
    });
    await openBoard();
    const { page } = window;
    const scroller = page.locator('[data-scroll]');
    const top = () => scroller.evaluate((element) => element.scrollTop);
    await card('Red van', vase).click();
    const before = await top();
    expect(before).toBeGreaterThan(200);
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /^Blue van/ })
      .click();
    await card('Blue van', vase).waitFor();
    await page
      .getByText(/^Moved|assigned/i)
      .first()
      .waitFor();
    expect(await top()).toBe(before);
    await expect.poll(() => page.evaluate('history.state?.boardScroll?.[1]')).toBe(before);
    await card('Blue van', vase).click();
    await page.getByRole('link', { name: 'Open the booking' }).click();
    await page.getByRole('heading', { level: 1, name: vase.hid }).waitFor();
    await page.goBack();
    await row('Red van').waitFor();
    await expect.poll(top).toBe(before);
  });
});
