// Planning a day on the board in a real browser, with the real planner: start, stop, review, lock, apply a part, undo, and what
// happens when another dispatcher was faster.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { queryAsOwner } from '../support/database.ts';
import { docsPicture } from '../support/docs-picture.ts';
import { type BookedVan, bookVan, formCrew } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const day = dayIn(3);
const at = (hour: number, date = day) => `${date}T${hour}:00:00Z`;
const places = ['10001', '11201', '10118', '11211', '10025', '11215', '10013'];
const AREA = 'united-states';

describeInBrowser('planning a day on the board', (browser) => {
  let app: TestApp;
  let dispatcher: OperatorAccount;
  let operator: OperatorClient;
  let partner: ApiClient;
  let window: ConsoleBrowserPage;
  const bookings: BookedVan[] = [];
  beforeAll(async () => {
    app = await startTestApp();
    app.app.worker.start();
    dispatcher = await newOperator(app, 'dispatcher');
    operator = await OperatorClient.signIn(app, await newOperator(app, 'admin'));
    partner = await app.partner();
    for (const name of ['Blue van', 'Red van']) {
      const { id: crew_id } = await formCrew(operator, name);
      await operator.post('/shifts', { crew_id, starts_at: at(12), ends_at: at(23) });
    }
    for (const [nth, hour] of [14, 14, 17, 17, 20].entries()) bookings.push(await book(hour, nth));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, {
      viewport: { width: 1440, height: 900 },
      colorScheme: 'light',
    });
  });
  afterEach(() => window.close());

  const book = (hour: number, nth: number, date = day): Promise<BookedVan> =>
    bookVan(partner, {
      stops: [nth, nth + 2].map((place) => ({
        location: `${nth + 1} Main St, New York, NY ${places[place % places.length]}`,
      })),
      arrival_window_from: at(hour, date),
      arrival_window_to: at(hour + 1, date),
      customer: { name: `Customer ${nth + 1}`, phone_number: '+14155552671' },
    });
  const row = (name: string) => window.page.getByRole('region', { name, exact: true });
  const button = (name: string | RegExp) => window.page.getByRole('button', { name });
  const figure = async (name: string) => {
    const cells = window.page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
    return (await cells.allTextContents()).map((text) => text.replace(/^(Better|Worse): /, ''));
  };

  /** Starts a search of a minute with the dialog of the board, and ends it early once it has found something. */
  async function stopSearch(): Promise<void> {
    const { page } = window;
    await page.getByText('Searching for a better plan').waitFor();
    await page.getByText('Not served', { exact: true }).waitFor();
    await button('Stop and keep the best').click();
    await page.getByRole('heading', { name: 'Before and after' }).waitFor();
    await page.getByRole('list', { name: 'Key of the jobs' }).waitFor();
    await page.getByRole('list', { name: 'Key of the map' }).waitFor();
    await window.expectFocus('the plan');
  }

  test('plans, reviews, applies a part, undoes, locks, and plans again', async () => {
    const { page } = window;
    await window.enter(dispatcher, `/board?day=${day}`);
    await row('Blue van').waitFor();
    await button('Plan day').click();
    const dialog = page.getByRole('dialog', { name: /^Plan / });
    await dialog.getByText('5 bookings, 2 crews').waitFor();
    await dialog.getByLabel('Search for').selectOption('60');
    await window.expectAccessibleAndFitting('the dialog of the plan');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: /^Plan 1 for / }).waitFor();
    await page.getByText('Searching for a better plan').waitFor();
    // Leaving the page does not end the search, and the board leads back to it.
    await page.getByRole('main').getByRole('link', { name: 'Board' }).click();
    await page.getByText('Plan 1 is being computed.').waitFor();
    await page.getByRole('link', { name: 'Open plan 1' }).click();
    await stopSearch();
    await page.getByText('Not applied', { exact: true }).waitFor();
    expect(await figure('Served')).toEqual(['0', '5']);
    await page.getByText('Jobs that change: 5 new.').waitFor();
    await window.expectMap();
    await window.expectAccessibleAndFitting('the page of a plan');
    await docsPicture(window, 'console-plan');

    // A job: why it is with its crew, and that it is not to be applied.
    const [left, kept] = [bookings[0], bookings[4]];
    if (!left || !kept) throw new Error('no bookings');
    await page.locator(`[data-card="${left.id}"]`).click();
    await page
      .getByRole('dialog')
      .getByText(/van serves it\. (1 other crew|No other crew) could serve it/)
      .waitFor();
    await page.getByRole('dialog').getByLabel('Apply this job').uncheck();
    await window.expectAccessibleAndFitting('the dialog of a planned job');
    await page.keyboard.press('Escape');
    await button('Apply 4 of 5 jobs').click();
    await page.getByText('4 jobs of plan 1 were applied.').waitFor();
    await page.getByText('Applied: 4 of 5 jobs', { exact: true }).waitFor();

    // The board shows intentions in the rows of their crews.
    await page.getByRole('main').getByRole('link', { name: 'Board' }).click();
    await page.getByText('5 bookings, 1 unassigned, 4 planned').waitFor();
    await row('Unassigned').getByRole('button', { name: left.hid }).waitFor();
    expect(await page.locator('.board-crew [data-mood="intended"]').count()).toBe(4);
    await window.expectAccessibleAndFitting('a board with planned bookings');
    await page.setViewportSize({ width: 1440, height: 900 });
    await docsPicture(window, 'console-plan-board');
    await page.locator(`.board-crew [data-card="${kept.id}"]`).click();
    const note = page.getByRole('region', { name: 'Plan', exact: true });
    await note.getByText(/^Planned for (Blue|Red) van: departs /).waitFor();
    await note.getByText(/serves it\./).waitFor();
    await window.expectAccessibleAndFitting('the dialog of a planned booking');
    await note.getByRole('link', { name: 'Open the plan' }).click();
    await button('Undo the plan').waitFor();
    await window.visit(`/console/bookings/${kept.id}`);
    await page.getByRole('link', { name: /^Planned: (Blue|Red) van, .+ [AP]M$/ }).waitFor();
    expect(await page.getByText('No crew yet.').count()).toBe(0);
    await window.expectAccessibleAndFitting('the page of a planned booking');
    await page.goBack();

    await button('Undo the plan').click();
    await page.getByText('Plan 1 was undone.').waitFor();
    await page.getByText('Undone', { exact: true }).waitFor();
    const intended = await operator.get(`/planned-jobs?area=${AREA}&day=${day}`);
    expect(intended.body.jobs).toEqual([]);

    // The next plan keeps what is locked.
    await button('Plan again').click();
    await page.getByRole('heading', { name: /^Plan 2 for / }).waitFor();
    await stopSearch();
    const crewOfKept = () =>
      page.locator(`.board-crew:has([data-card="${kept.id}"])`).getAttribute('aria-label');
    const keptBy = await crewOfKept();
    await page.locator(`[data-card="${kept.id}"]`).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Lock to /)
      .check();
    await page.keyboard.press('Escape');
    await button('Plan again with locks').click();
    await page.getByRole('heading', { name: /^Plan 3 for / }).waitFor();
    await stopSearch();
    expect(await crewOfKept()).toBe(keptBy);
    await page.locator(`[data-card="${kept.id}"]`).getByText('Locked').waitFor({ state: 'attached' });

    // Another dispatcher applies another plan first.
    const older = await operator.get(`/plans?area=${AREA}&day=${day}`);
    const second = older.body.data.find(({ version }: { version: number }) => version === 2);
    expect((await operator.post(`/plans/${second.id}/apply`)).status).toBe(200);
    await page.getByText('The day has changed since this plan was computed').waitFor();
    await button('Apply the plan').click();
    const alert = page.getByRole('alert');
    await alert
      .getByText(/the intention of this day has changed: .*another plan was applied.*Compute a new plan/)
      .waitFor();
    await window.expected(/409/);
    await page.getByLabel('Plan version').selectOption({ label: 'Plan 2: Applied' });
    await page.getByRole('heading', { name: /^Plan 2 for / }).waitFor();

    // Moved by hand after the plan was applied: undo leaves assigned bookings alone.
    await page.getByRole('main').getByRole('link', { name: 'Board' }).click();
    await page.locator(`.board-crew [data-card="${kept.id}"][data-mood="intended"]`).press('Enter');
    await page.getByRole('option', { name: /Fits/ }).first().click();
    await page.locator(`.board-crew [data-card="${kept.id}"][data-mood="planned"]`).waitFor();
  });

  test('opens the plan that another dispatcher has started, and explains why a plan is not possible or failed', async () => {
    const { page } = window;
    const started = await operator.post('/plans', { area: AREA, day, seconds: 60 });
    expect(started.status, started.text).toBe(202);
    await window.enter(dispatcher, `/board?day=${day}`);
    await button('Plan day').click();
    await button('Start').click();
    await page.getByText('Another dispatcher is planning this day already. This is that plan.').waitFor();
    await window.expected(/409/);
    await stopSearch();
    // Its process was killed.
    await queryAsOwner(
      app.connection,
      `update plan set status = 'failed', result = null, failure = '{"code":"interrupted","message":"The process that computed the plan has ended.","retryAfterSeconds":null}'
       where id = '${started.body.id}'`,
    );
    await window.show(`/board/plans/${started.body.id}`);
    await page.getByText('The process that computed the plan has ended. Plan again.').waitFor();

    // A day without shifts, then a day without bookings.
    await book(15, 1, dayIn(5));
    await window.show(`/board?day=${dayIn(5)}`);
    await button('Plan day').click();
    await page.getByText('No crew of this area has a shift on this day.').waitFor();
    expect(await button('Start').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await window.show(`/board?day=${dayIn(6)}`);
    await button('Plan day').click();
    await page.getByText('There are no bookings to plan on this day.').waitFor();
    await page.keyboard.press('Escape');

    // A plan of such a day, which only the API starts, leads to the next day with bookings.
    const showPlanOf = async (of: string) => {
      const { id } = (await operator.post('/plans', { area: AREA, day: of, seconds: 5 })).body;
      await window.show(`/board/plans/${id}`);
      await page.getByRole('heading', { name: 'No bookings on this day' }).waitFor();
    };
    await showPlanOf(dayIn(6));
    await page.getByRole('link', { name: 'Open Bookings' }).waitFor();
    await showPlanOf(dayIn(4));
    await page.getByText(/^A plan finds the best crew and time for every booking/).waitFor();
    await window.expectAccessibleAndFitting('a plan without bookings');
    await page.getByRole('link', { name: /^Open \w+day, / }).click();
    await page.waitForURL(`**/board?day=${dayIn(5)}&area=${AREA}`);
    // Without an id, the addresses of plans lead to the board.
    for (const path of ['/plans', '/board/plans']) {
      await window.show(path);
      await page.waitForURL('**/console/board');
    }

    await window.show(`/board?day=${day}`);
    await button('Plan day').click();
    await page.context().setOffline(true);
    await button('Start').click();
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    await page.context().setOffline(false);
    await window.expected(/ERR_INTERNET_DISCONNECTED/);
    await button('Start').click();
    await page.getByRole('heading', { name: /^Plan \d for / }).waitFor();
    await until(
      async () => (await operator.get(`/plans?area=${AREA}&day=${day}&limit=1`)).body.data[0].status,
      (status) => status === 'ready',
    );
    await page.getByRole('heading', { name: 'Before and after' }).waitFor();
  });
});
