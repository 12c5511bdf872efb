// The live map and the crews pages of the console in a real browser.
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { type BookedVan, bookVan, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';
import { roadRouter } from '../support/road-router.ts';

const desktop = { width: 1280, height: 900 };

/** By wheel and double click, on a screen with two pixels per point. */
async function expectPointerZoom(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('Emulation.setDeviceMetricsOverride', {
    ...desktop,
    deviceScaleFactor: 2,
    mobile: false,
  });
  const scale = page.locator('.map-scale-text');
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.map-pane').boundingBox()) ?? {};
  const empty = [x + width * 0.05, y + height * 0.3] as const;
  const zoomed = async (zoom: () => Promise<void>) => {
    const before = await scale.innerHTML();
    await zoom();
    await expect.poll(() => scale.innerHTML()).not.toBe(before);
  };
  await page.mouse.move(...empty);
  // One level each: the numbers of the scale are not in every step.
  await zoomed(() => page.mouse.wheel(0, -600));
  await zoomed(() => page.mouse.dblclick(...empty));
  await expect
    .poll(() =>
      page.evaluate(
        "(({ width, clientWidth }) => width / clientWidth)(document.querySelector('.map-canvas'))",
      ),
    )
    .toBeCloseTo(2, 1);
  await devices.send('Emulation.clearDeviceMetricsOverride');
  await page.setViewportSize(desktop);
  await page.locator('.map-pane').focus();
  await page.keyboard.press('0');
}

describeInBrowser('the live map', (browser) => {
  let app: TestApp;
  let admin: OperatorAccount;
  let operator: OperatorClient;
  let partner: ApiClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp({ router: roadRouter() });
    app.app.worker.start();
    admin = await newOperator(app, 'admin');
    operator = await OperatorClient.signIn(app, admin);
    partner = await app.partner();
    for (const name of ['Blue van', 'Red van']) await formCrew(operator, name);
    const { id: vehicle_id } = (await operator.post('/vehicles', { type: 'pickup_truck', name: 'Small' }))
      .body;
    await operator.post('/crews', { name: 'Tiny truck', vehicle_id });
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, {
      viewport: desktop,
      colorScheme: 'light',
    });
  });
  afterAll(async () => {
    await window.close();
    await app.close();
  });

  /** Late and failed jobs come first, with the reason, a marker of their own, and the way to another crew. */
  async function expectAlerts(crew: { name: string }, booking: BookedVan): Promise<void> {
    const { page } = window;
    const missed = Date.now() - 25 * 60_000;
    await sql`update booking set arrival_window = (arrival_window::jsonb || jsonb_build_object(
      'startMs', ${missed - 3_600_000}::float8, 'endMs', ${missed}::float8))::json where id = ${booking.id}`.execute(
      app.system,
    );
    const alerts = page.getByRole('list', { name: 'Late or failed bookings' });
    const row = alerts.getByRole('listitem').filter({ hasText: booking.hid });
    await row.getByText(/^2\d min late$/).waitFor();
    await page.locator('.map-marker-late, .map-cluster-alerts').first().waitFor();
    await window.expectAccessibleAndFitting('the map with a late booking');
    await row.getByRole('button', { name: `Reassign ${booking.hid}` }).click();
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /Red van/ })
      .waitFor();
    await page.keyboard.press('Escape');
    for (const move of ['depart', 'arrive']) await go(operator, booking, 0, move);
    await go(operator, booking, 0, 'cannot-complete', { reason: 'Contact not at home' });
    await row.getByText('Stop failed').waitFor();
    await row.getByText('“Contact not at home”').waitFor();
    await row.getByRole('button', { name: crew.name }).click();
    // The stops of the chosen crew, with the numbers on the map.
    const stops = page.getByRole('list', { name: `Stops of ${crew.name}` });
    await stops.getByRole('link', { name: booking.hid }).first().waitFor();
    await page.locator('.map-marker-faded').first().waitFor();
    await window.expectAccessibleAndFitting('the map with a chosen crew');
    const marker = page.getByRole('button', {
      name: new RegExp(`^Open booking ${booking.hid}, stop failed`),
    });
    await page.getByRole('button', { name: 'Show all crews' }).click();
    await stops.waitFor({ state: 'detached' });
    await row.getByRole('button', { name: crew.name }).click();
    await marker.press('Enter');
    await page.getByRole('heading', { name: booking.hid }).waitFor();
    await page.getByText('Reason: “Contact not at home”').waitFor();
  }

  test('shows moving crews and the age of their positions on the map, and the crews pages', async () => {
    const { page } = window;
    const moving = (await operator.get('/crews')).body.data[0];
    const soon = { arrival_window_from: new Date(Date.now() + 5 * 3_600_000).toISOString() };
    const [assigned, open] = [await bookVan(partner, soon), await bookVan(partner, soon)];
    await operator.post(`/bookings/${assigned.id}/assign`, { crew_id: moving.id });
    await operator.post(`/crews/${moving.id}/position`, { location: [-73.98, 40.75] });
    await app.system
      .updateTable('crew')
      .set({ longitude: -73.9, latitude: 40.7, position_at: new Date(Date.now() - 8 * 60_000) })
      .where('name', '=', 'Red van')
      .execute();
    await window.enter(admin, '/map');
    const marker = page.getByRole('button', { name: moving.name, exact: true }).first();
    await page.getByText('Seen 8m ago', { exact: true }).waitFor();
    const before = await marker.boundingBox();
    await operator.post(`/crews/${moving.id}/position`, { location: [-73.95, 40.78] });
    await expect.poll(async () => (await marker.boundingBox())?.x).not.toBe(before?.x);
    await window.expectMap();
    // The job of the crew follows roads. A job without a crew is a marker of its own kind, and a link in the list.
    await page.locator('.map-route:not(.map-route-estimate)').first().waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: 'Bookings without a crew (1)' }).waitFor();
    await page.getByRole('link', { name: open.hid }).waitFor();
    // Alone, or part of a cluster that says so.
    await page.locator('.map-marker-job, .map-cluster-jobs').first().waitFor();
    await page.getByText(/^This map shows no streets yet/).waitFor();
    await page
      .getByRole('list', { name: 'Legend' })
      .getByText('Booking without a crew', { exact: true })
      .waitFor();
    await page
      .getByRole('link', { name: /^Call .+: \+1 212-555-0142$/ })
      .first()
      .waitFor();
    await window.expectAccessibleAndFitting('the map');
    await expectPointerZoom(page);
    // Crews at one depot are one marker. It opens by keyboard, and the focus goes to its first crew.
    const others = ['Red van', 'Tiny truck', 'Blue van'];
    for (const [index, name] of others.entries())
      await app.system
        .updateTable('crew')
        .set({ longitude: -73.9 + index * 0.0001, latitude: 40.7, position_at: new Date() })
        .where('name', '=', name)
        .execute();
    const depot = page.getByRole('button', { name: /^3 markers: .*Show them$/ });
    await depot.waitFor();
    await depot.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Blue van', exact: true }).and(page.locator('g:focus')).waitFor();
    expect(await depot.count()).toBe(0);
    await page.keyboard.press('0');
    await depot.waitFor();
    const scale = page.locator('.map-scale-text');
    const wholeScale = await scale.innerHTML();
    for (const _ of [1, 2]) await page.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await expect.poll(() => scale.innerHTML()).not.toBe(wholeScale);
    // Damaged tiles leave gaps, and the markers stay.
    await page.route(/\/maps\/\w+\/\d+\/\d+\/\d+$/, (route) =>
      route.fulfill({ status: 200, contentType: 'application/vnd.mapbox-vector-tile', body: 'damaged' }),
    );
    const damaged = page.waitForResponse(/\/maps\//);
    for (const _ of [1, 2, 3, 4]) await page.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await damaged;
    await page.locator('[data-marker]').first().waitFor();
    await page.unroute(/\/maps\//);
    await expectAlerts(moving, assigned);
    await window.visit('/console/map');
    await page.getByRole('link', { name: open.hid }).click();
    await page.getByRole('heading', { name: open.hid }).waitFor();
    // Regions are imported while pages are open: the next read of the session names their source.
    await page.route('**/operator/session', async (route) => {
      const response = await route.fetch();
      const { map, ...session } = await response.json();
      await route.fulfill({ response, json: { ...session, map: { ...map, attribution: '© New source' } } });
    });
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('© New source').waitFor();
    await page.unroute('**/operator/session');
    await window.visit('/console/crews');
    await page.getByText('Blue van', { exact: true }).first().waitFor();
    await window.expectAccessibleAndFitting('the crews');
    await page.getByRole('tab', { name: 'Vehicles' }).click();
    await page.getByRole('button', { name: 'Add a vehicle' }).click();
    await page.getByLabel('Name').fill('Van 99');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Van 99', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Shifts' }).click();
    // Days of this week that are over offer no shift.
    const nextWeek = page.getByRole('link', { name: 'Next week' });
    await nextWeek.click();
    await page.getByRole('button', { name: /Add a shift for Tiny truck on Monday/ }).click();
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await page.getByText(`Times of ${zone.replaceAll('_', ' ')}.`).waitFor();
    await page.getByRole('button', { name: 'Add shift' }).click();
    await page.getByRole('button', { name: '8 AM–5 PM' }).waitFor();
    await window.expectAccessibleAndFitting('the shifts');
    await page.getByRole('button', { name: '8 AM–5 PM' }).click();
    await page.getByRole('button', { name: 'Remove this shift' }).click();
    await page.getByRole('button', { name: '8 AM–5 PM' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Shift restored.').waitFor();
    await page.getByRole('button', { name: '8 AM–5 PM' }).waitFor();
    // Back from the toast to where the focus came from, not to the top of the page.
    await page.locator('main :focus, main:focus').waitFor({ state: 'attached' });
    // The controls beside the heading wrap on a phone, not the heading.
    await page.setViewportSize({ width: 390, height: 844 });
    const heading = page.getByRole('heading', { name: /^Week of Monday/ });
    expect((await heading.boundingBox())?.height).toBeLessThan(40);
    await page.setViewportSize({ width: 1280, height: 800 });

    // Repeated every week, except on one day.
    await page.getByRole('button', { name: /Add a shift for Tiny truck on Tuesday/ }).click();
    await page.getByRole('button', { name: 'Repeat every week' }).click();
    await page.getByLabel('Monday').check();
    await page.getByText('24 shifts', { exact: true }).waitFor();
    const dates = page.getByRole('region', { name: 'Dates of the pattern' }).getByRole('checkbox');
    await dates.nth(3).uncheck();
    await page.getByText('23 shifts, 1 exception').waitFor();
    await window.expectAccessibleAndFitting('the weekly pattern');
    await page.getByRole('button', { name: 'Add shifts' }).click();
    await page.getByText('Shifts added.').waitFor();
    const repeated = page.getByRole('button', { name: '8 AM–5 PM , repeats every week' });
    await nextWeek.click();
    await repeated.nth(1).waitFor();
    await repeated.first().click();
    await page.getByText('A change here applies to this day only.').waitFor();
    await page.getByRole('button', { name: 'Edit the weekly pattern' }).click();
    await page.getByText(/^\d+ shifts, 1 exception$/).waitFor();
    await page.getByRole('button', { name: 'Remove the pattern and its shifts' }).click();
    await page.getByText('Weekly pattern and its shifts removed.').waitFor();
    await repeated.first().waitFor({ state: 'detached' });
  });

  /** All bookings of "Broken van" in one step: one is moved, one is refused, and the move is undone. */
  async function replaceLostCrew([stranded, later]: readonly [BookedVan, BookedVan]): Promise<void> {
    const { page } = window;
    await page.getByRole('heading', { name: 'Reassign the bookings of Broken van' }).waitFor();
    const crewOf = (booking: BookedVan) => page.getByLabel(`New crew of ${booking.hid}`);
    await page.getByText('proposed: arrives first').nth(1).waitFor();
    await window.expectAccessibleAndFitting('reassigning all bookings of a crew');
    await page.getByRole('checkbox', { name: `Reassign ${later.hid}` }).uncheck();
    await page.getByRole('button', { name: 'Reassign 1 booking', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: `Reassign ${later.hid}` }).check();
    // Another dispatcher takes the crew of one booking away while the page is open.
    await page.route('**/operator/reassignments', async (route) => {
      await operator.post(`/bookings/${later.id}/lose-crew`, {});
      await route.continue();
    });
    await page.getByRole('button', { name: 'Reassign 2 bookings' }).click();
    const result = page.getByRole('status').filter({ hasText: '1 booking moved, 1 could not be moved.' });
    await result.getByText(later.hid).waitFor();
    await page.unroute('**/operator/reassignments');
    await page.getByText('No bookings to reassign').waitFor();
    await window.expectAccessibleAndFitting('the result of reassigning all bookings');
    await result.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 1 booking moved back to Broken van.').waitFor();
    await crewOf(stranded).waitFor();
    expect((await operator.get(`/bookings/${stranded.id}`)).body.crew.name).toBe('Broken van');
  }

  test('forms a crew with a chosen lead, and names the bookings of a crew that cannot be retired', async () => {
    const { page } = window;
    await window.visit('/console/crews?tab=members');
    await page.getByRole('tab', { name: 'Crew members' }).click();
    for (const [name, number] of [
      ['Lee', ''],
      ['Pat', '(212) 555-0190'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a crew member' }).click();
      await page.getByLabel('First name').fill(name);
      await page.getByLabel('Phone number').fill(number);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText(`${name} added.`).waitFor();
    }
    await page.getByRole('tab', { name: 'Crews', exact: true }).click();
    await page.getByRole('button', { name: 'Create a crew' }).click();
    await page.getByLabel('Name').fill('Silver van');
    await page.getByLabel('Lee').check();
    await page.getByLabel('Pat').check();
    await page.getByLabel('Lead').selectOption('Pat');
    await window.expectAccessibleAndFitting('forming a crew');
    await page.getByRole('button', { name: 'Create crew' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Silver van' });
    await row.getByText('Pat, Lee').waitFor();
    await row.getByText('No upcoming shift').waitFor();
    const { body } = await operator.get('/crew-members');
    expect(body.data.find(({ first_name }: { first_name: string }) => first_name === 'Pat')).toMatchObject({
      phone_number: '+12125550190',
    });

    const { id: crew_id, name } = await formCrew(operator, 'Broken van');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const [stranded, later] = [
      await bookVan(partner, { arrival_window_from: inHours(6) }),
      await bookVan(partner, { arrival_window_from: inHours(10) }),
    ];
    for (const { id } of [stranded, later]) {
      const { status, text } = await operator.post(`/bookings/${id}/assign`, { crew_id });
      expect(status, text).toBe(200);
    }
    const rescue = await formCrew(operator, 'Rescue van');
    const shift = { crew_id: rescue.id, starts_at: inHours(-1), ends_at: inHours(20) };
    expect((await operator.post('/shifts', shift)).status).toBe(201);
    await page.getByRole('button', { name: `Retire ${name}` }).click();
    await page.getByRole('button', { name: 'Retire', exact: true }).click();
    await page.getByText(/^The crew is engaged in/).waitFor();
    await window.expected(/409 \(Conflict\)/);
    await page.getByRole('dialog').getByRole('link', { name: stranded.hid }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Reassign all its bookings' }).click();
    await replaceLostCrew([stranded, later]);
  });
});
