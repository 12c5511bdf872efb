// Exceptions, calendar, dashboards, areas and prices, and the global search of the console.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { type BookedVan, bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

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
    expect(await window.accessibilityFaults()).toEqual([]);
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
    await page.getByRole('button', { name: 'Assign a crew' }).first().click();
    await page.getByRole('option', { name: /Night Owls/ }).click();
    await page.getByRole('button', { name: 'Reassign' }).waitFor();
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
    expect(await window.accessibilityFaults()).toEqual([]);
    await page.getByLabel('Reason').fill('Day off');
    await page.keyboard.press('Enter');
    await page.getByText('Saved. 1 hour has more bookings than capacity.').waitFor();
    await page.getByRole('button', { name: new RegExp(`^${day}.*: closed, 3 booked`) }).waitFor();
    // Arrow keys move the focus from hour to hour.
    const cell = page.locator('[data-cell="0 0"]');
    await cell.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.locator('[data-cell="1 1"]:focus').waitFor();
    await page.getByRole('button', { name: /^Remove .*Closed all day/ }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByText('No overrides').waitFor();
    expect((await planner.get('/capacity-overrides')).body.data).toEqual([]);
  });

  test('shows dashboards as tables beside the charts, and downloads them as CSV', async () => {
    const { page } = window;
    await window.visit('/console/dashboards');
    await page.getByRole('heading', { name: 'By partner' }).waitFor();
    await page.getByRole('row', { name: /^Northwind Furniture/ }).waitFor();
    await window.expectAccessibleAndFitting('dashboards');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^waybill-.*\.csv$/);
  });

  test('previews prices before they are saved, and shows errors at their fields', async () => {
    const { page } = window;
    await window.visit('/console/areas');
    const base = page.getByLabel('Base fare, van');
    await base.waitFor();
    await window.expectAccessibleAndFitting('areas');
    const before = Number(await base.inputValue());
    await base.fill('free');
    await page.getByText('1 error').waitFor();
    expect(await base.getAttribute('aria-invalid')).toBe('true');
    const changes = page.getByRole('region', { name: 'Your changes' });
    await changes.getByText('van: Base fare must be an amount in dollars').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await base.fill(String(before + 10));
    await page.getByRole('button', { name: 'Calculate prices' }).click();
    await page.getByRole('row', { name: /^van .*\+\$10\.00/ }).waitFor();
    await page.getByLabel('Sunday, closes').fill('00:00');
    await changes.getByText(/Opening hours, Sunday: .* to midnight/).waitFor();
    await window.expectAccessibleAndFitting('areas with changes');
    // Another page does not cost the changes, and neither does another admin who saves first.
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Dashboards' }).click();
    await page.getByRole('heading', { name: 'By partner' }).waitFor();
    const { body: documents } = await planner.get('/area-documents');
    const { revision, document } = documents.areas;
    document.areas[0].priority += 1;
    const saved = await planner.put('/area-documents/areas', { document, revision });
    expect(saved.status).toBe(200);
    await page.goBack();
    await page.getByText('Areas or prices were saved by another operator').waitFor();
    expect(await base.inputValue()).toBe(String(before + 10));
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Apply my changes to the new version' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The changes are in effect.').waitFor();
    await page.getByText('Prices changed by A admin').waitFor();
    expect(await base.inputValue()).toBe(String(before + 10));
    const { areas } = (await planner.get('/area-documents')).body;
    expect(areas.document.areas[0]).toMatchObject({
      priority: document.areas[0].priority,
      hours: { sunday: [{ closes: '24:00' }] },
    });
  });

  test('changes the coverage of an area on the map, by keyboard alone', async () => {
    const { page } = window;
    // The tiles come when the network is back.
    const refused: string[] = [];
    await page.route('**/maps/**', (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    await window.show('/areas');
    await expect.poll(() => refused.length).toBeGreaterThan(0);
    await page.unroute('**/maps/**');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await window.expectMap();
    await window.expected(/ERR_FAILED/);
    // A shortcut of the browser, not of the map.
    await page.locator('.map-pane').press('Control+=');
    expect(await page.getByRole('button', { name: 'Show everything' }).count()).toBe(0);
    const areaOf = async () => (await planner.get('/area-documents')).body.areas.document.areas[0].coverage;
    const stored = await areaOf();
    const [first] = stored.coordinates[0][0];
    await window.tabTo(/^Polygon 1, point 1 of \d+: /);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/^Polygon 1, point 1 moved to /).waitFor();
    await page.keyboard.press('Insert');
    await page.getByText('Polygon 1, point 2 inserted.').waitFor();
    await page.keyboard.press('Delete');
    await page.getByText('Polygon 1, point 2 deleted.').waitFor();
    // Zoomed in, the next point is outside of the map, which moves there.
    await page.locator('.map-vertex:focus').hover();
    await page.keyboard.down('Control');
    for (let level = 0; level < 5; level += 1) await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.poll(() => page.locator('.map-vertex').count()).toBe(1);
    await page.keyboard.press('PageDown');
    await page
      .getByRole('button', { name: /^Polygon 1, point 2 of / })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Insert');
    await page.keyboard.press('Control+z');
    await page.getByText('Undone.').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await window.expectAccessibleAndFitting('the coverage');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The changes are in effect.').waitFor();
    // The editor starts again with the saved documents: from here on, no edit is lost.
    await page.getByRole('region', { name: 'Your changes' }).waitFor({ state: 'detached' });
    const changed = await areaOf();
    expect(changed.type).toBe(stored.type);
    const [moved] = changed.coordinates[0][0];
    expect(moved[0]).toBeGreaterThan(first[0]);
    expect(moved[1]).toBeCloseTo(first[1], 4);
    expect(changed.coordinates[0][0].slice(1, -1)).toEqual(stored.coordinates[0][0].slice(1, -1));

    // A new polygon: points are added at the centre of the map. Edges that cross are explained.
    await page.getByRole('button', { name: 'Draw a polygon' }).click();
    const moves = ['', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
    const draw = async (order: readonly string[]) => {
      for (const key of order) {
        if (key !== '') for (const _ of [1, 2]) await page.keyboard.press(key);
        await page.keyboard.press('Enter');
      }
    };
    await draw(moves);
    for (const _ of ['Cancel', 'Remove the last point', 'Finish']) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/^Polygon \d+ added with 4 points\.$/).waitFor();
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowDown');
    await page
      .getByText(/crosses the edge .* Move or delete one of these points/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    for (const _ of ['the map', 'Delete the polygon']) await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText(/^Polygon \d+ deleted\.$/).waitFor();
    await page.getByRole('region', { name: 'Your changes' }).waitFor({ state: 'detached' });

    // "Everywhere" by mistake: the polygons come back.
    const coverage = page.getByLabel('Coverage', { exact: true }).first();
    await coverage.selectOption('everywhere');
    await page.getByRole('region', { name: 'Your changes' }).waitFor();
    await coverage.selectOption('drawn');
    await page.getByRole('region', { name: 'Your changes' }).waitFor({ state: 'detached' });

    // Polygons that are yet to be drawn are not "everywhere". The fault is named once.
    await page.getByText('GeoJSON', { exact: true }).click();
    await page.getByLabel('Coverage as GeoJSON').fill('{"type":"MultiPolygon","coordinates":[]}');
    const changes = page.getByRole('region', { name: 'Your changes' });
    await changes.getByText('Draw at least one polygon, or choose "Everywhere".').waitFor();
    await changes.getByText('1 change, 1 error').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  test('moves and inserts points of an area on the map, with the mouse and with a finger', async () => {
    const { page } = window;
    await window.show('/areas');
    await window.expectMap();
    // The upper corners are above the visible part of the page: an edge is grabbed of which one end is not visible.
    await page.evaluate("scrollBy(0, document.querySelector('.map-pane').getBoundingClientRect().top + 100)");
    const scrolled = await page.evaluate('scrollY');
    const vertex = (nth: number) => page.locator(`[data-vertex="0-0-${nth}"]`);
    const edge = (nth: number) => page.locator('.map-edge-handle').nth(nth);
    const spotOf = async (handle: Locator) => {
      const box = await handle.boundingBox();
      if (!box) throw new Error('the handle is not on the map');
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    };
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Spot[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    const mouse = {
      down: async ({ x, y }: Spot) => {
        await page.mouse.move(x, y);
        await page.mouse.down();
      },
      move: ({ x, y }: Spot) => page.mouse.move(x, y),
      up: () => page.mouse.up(),
    };
    const finger = {
      down: (spot: Spot) => touch('touchStart', spot),
      move: (spot: Spot) => touch('touchMove', spot),
      up: () => touch('touchEnd'),
    };
    /** Returns where the handle should be now. It is not grabbed at its exact centre, and keeps this distance. */
    const drag = async (pointer: typeof mouse | typeof finger, handle: Locator, by: Spot) => {
      const { x, y } = await spotOf(handle);
      await pointer.down({ x: x + 5, y: y - 4 });
      for (const share of [0.25, 0.5, 0.75, 1])
        await pointer.move({ x: x + 5 + by.x * share, y: y - 4 + by.y * share });
      await pointer.up();
      return { x: x + by.x, y: y + by.y };
    };
    const other = await spotOf(vertex(1));
    /** The point is there, selected and focused, and neither the page nor the map has moved. */
    const expectAt = async (nth: number, { x, y }: Spot) => {
      await page.locator(`[data-vertex="0-0-${nth}"][aria-pressed="true"]:focus`).waitFor();
      const pixelsAway = async () => {
        const spot = await spotOf(vertex(nth));
        return Math.hypot(spot.x - x, spot.y - y);
      };
      await expect.poll(pixelsAway, { message: `pixels from ${x}, ${y}` }).toBeLessThan(3);
      expect([await page.evaluate('scrollY'), await spotOf(vertex(1))]).toEqual([scrolled, other]);
    };
    const undo = page.getByRole('button', { name: 'Undo' });

    // A click or a tap selects the point and changes nothing.
    await expectAt(0, await drag(mouse, vertex(0), { x: 1, y: 1 }));
    await expectAt(0, await drag(finger, vertex(0), { x: 0, y: 0 }));
    expect(await undo.isDisabled()).toBe(true);

    await expectAt(0, await drag(mouse, vertex(0), { x: 40, y: -30 }));
    await page.getByText(/^Polygon 1, point 1 is at /).waitFor();
    await expectAt(2, await drag(mouse, edge(1), { x: -60, y: 20 }));
    await page.getByText(/^Polygon 1, point 3 is at /).waitFor();
    await page.getByRole('button', { name: /^Polygon 1, point 3 of 5: / }).waitFor();
    // Up and down is the direction in which a finger scrolls the page.
    await expectAt(0, await drag(finger, vertex(0), { x: 10, y: -80 }));
    for (const _ of ['moved by finger', 'inserted', 'moved by mouse']) await undo.click();
    expect(await undo.isDisabled()).toBe(true);
    await page.getByRole('region', { name: 'Your changes' }).waitFor({ state: 'detached' });
  });

  test('opens the search with a keystroke on every page, and opens the booking found', async () => {
    const { page } = window;
    await window.visit('/console/dashboards');
    await page.getByRole('heading', { name: 'By partner' }).waitFor();
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
