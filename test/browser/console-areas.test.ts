// Areas and prices in the console: validation, drafts, and the editor of coverage on the map.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

describeInBrowser('the areas page of the console', (browser) => {
  let app: TestApp;
  let planner: OperatorClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp();
    const account = await newOperator(app, 'admin');
    planner = await OperatorClient.signIn(app, account);
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, { colorScheme: 'light', hasTouch: true });
    await window.admit(account);
    await window.show('');
  });
  afterAll(async () => {
    await window.close();
    await app.close();
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
    await page.getByText(/ miles, \d+ minutes$/).waitFor();
    await page.getByLabel('Sunday, closes').fill('00:00');
    await changes.getByText(/Opening hours, Sunday: .*–midnight/).waitFor();
    await window.expectAccessibleAndFitting('areas with changes');
    // Another page does not cost the changes, and neither does another admin who saves first.
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    const { body: documents } = await planner.get('/area-documents');
    const { revision, document } = documents.areas;
    document.areas[0].priority += 1;
    const saved = await planner.put('/area-documents/areas', { document, revision });
    expect(saved.status).toBe(200);
    await page.goBack();
    await page.getByText('A newer version of the areas or prices was saved').waitFor();
    expect(await base.inputValue()).toBe(String(before + 10));
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Apply my changes' }).click();
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

  test('plans the windows of an area instead of counting bookings, and says so in the calendar', async () => {
    const { page } = window;
    await window.visit('/console/areas');
    const capacity = page.getByLabel('Capacity', { exact: true });
    const save = async (mode: string) => {
      await capacity.selectOption(mode);
      const changes = page.getByRole('region', { name: 'Your changes' });
      await changes.getByText('Capacity').first().waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      // The message may still be there from the save before.
      await changes.waitFor({ state: 'detached' });
    };
    await save('planned');
    const { areas } = (await planner.get('/area-documents')).body;
    expect(areas.document.areas[0].capacity).toBe('planned');
    await window.visit('/console/calendar');
    await page.getByText('Windows of this area are planned').waitFor();
    await page
      .getByText(/: 0 booked, limited by the plan/)
      .first()
      .waitFor();
    await window.expectAccessibleAndFitting('the calendar of a planned area');
    await window.visit('/console/areas');
    await save('counted');
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
    for (const _ of ['the map', 'Delete all', 'Delete the polygon']) await page.keyboard.press('Shift+Tab');
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

  test('names what two windows have changed, before one replaces the other', async () => {
    const { page } = window;
    await window.show('/areas');
    await window.expectMap();
    const { revision, document } = (await planner.get('/area-documents')).body.areas;
    await window.tabTo(/^Polygon 1, point 1 of \d+: /);
    await page.keyboard.press('ArrowRight');
    const changes = page.getByRole('region', { name: 'Your changes' });
    await changes.waitFor();
    document.areas[0].priority += 1;
    document.areas[0].coverage.coordinates[0][0][1][0] -= 0.5;
    expect((await planner.put('/area-documents/areas', { document, revision })).status).toBe(200);
    const notice = page.getByText('A newer version of the areas or prices was saved').locator('..');
    await notice.getByText(/Both versions change: .*, Coverage\. If you apply your changes/).waitFor();
    await window.expectAccessibleAndFitting('areas with a conflict');
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await changes.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Priority').inputValue()).toBe(String(document.areas[0].priority));
  });

  test('keeps a polygon that is not finished while another page is open', async () => {
    const { page } = window;
    await window.show('/areas');
    await window.expectMap();
    const add = async (key: string) => {
      await page.keyboard.press(key);
      await page.keyboard.press('Enter');
    };
    await page.getByRole('button', { name: 'Draw a polygon' }).click();
    await add('ArrowUp');
    await add('ArrowRight');
    await page.getByText(/^Point 2 added at /).waitFor();
    await page.getByLabel('Priority').fill('7');
    const changes = page.getByRole('region', { name: 'Your changes' });
    await changes.getByText(/^Not saved, because a polygon is not finished: /).waitFor();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Calendar' }).click();
    await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
    await page.goBack();
    await page.getByText('Your polygon with 2 points is not finished yet.').waitFor();
    await page.locator('.map-pane').focus();
    await add('ArrowDown');
    await page.getByRole('button', { name: 'Finish the polygon' }).click();
    await page.getByText(/^Polygon \d+ added with 3 points\.$/).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await changes.waitFor({ state: 'detached' });
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
});
