// Browser tests of every portal page, at desktop and phone size, in light and dark theme: accessible, no horizontal
// overflow.
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/issue-client.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { insertDelivery, insertWebhookHour } from '../support/delivery-log.ts';
import { focusWalkFaults } from '../support/focus-walk.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PortalBrowserPage } from '../support/portal-page.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 60 * 60_000;
const month = new Date().toISOString().slice(0, 7);

describeInBrowser('Portal pages', (browser) => {
  let app: TestApp;
  let client: IssuedClient;
  let partner: ApiClient;
  let endpointId: string;
  let failedId: string;
  let refusedId: string;
  let bookingId: string;

  beforeAll(async () => {
    app = await startTestApp({ environment: 'sandbox', corruptsData: true });
    const { id: accountId, client: ownClient } = await app.organization(
      'Northwind Furniture of the Pacific Northwest',
    );
    client = ownClient;
    partner = await app.partner({ client });
    endpointId = await addEndpoint(
      'https://hooks.northwind-furniture.example/a/rather/long/path/of/an/endpoint?tenant=us-west',
    );
    const deadId = await addEndpoint('https://gone.northwind.example/hooks');
    const now = Date.now();
    for (let hour = 0; hour < 24; hour += 3) {
      const counts = { succeeded: 40 + hour, failed: hour === 6 ? 7 : 0, durationMs: 80 + hour };
      await insertWebhookHour(app.system, { accountId, endpointId }, wholeHour(now - hour * HOUR_MS), counts);
    }
    const of = { accountId, endpointId };
    for (let minute = 1; minute < 40; minute += 1) {
      const status = (['delivered', 'failed', 'discarded', 'pending'] as const)[minute % 4] ?? 'pending';
      await insertDelivery(app.system, { ...of, status, at: new Date(now - minute * 60_000) });
    }
    const failed = { ...of, status: 'failed', attempts: 4, at: new Date(now - HOUR_MS) } as const;
    failedId = (await insertDelivery(app.system, failed)).id;
    await partner.post('/bookings', { stops: [{ location: '1 Main St' }], contacts: [{ name: 'Ada' }] });
    refusedId = await refusedCall();
    const booked = await partner.post('/bookings', {
      stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
      product: 'van',
      order_number: 'SO-4711',
      arrival_window_from: new Date(now + 24 * HOUR_MS).toISOString(),
    });
    expect(booked.status, booked.text).toBe(201);
    bookingId = booked.body.id;
    await app.system
      .updateTable('webhook_endpoint')
      .set({ disabled: true, disabled_reason: 'failing', disabled_at: new Date(now - 30 * HOUR_MS) })
      .where('id', '=', deadId)
      .execute();
  });
  afterAll(() => app.close());

  /** Id of the rejected request, as soon as the request log contains it. */
  async function refusedCall(): Promise<string> {
    const rows = await until(
      () => app.system.selectFrom('request_log').select('id').where('status', '=', 400).execute(),
      (found) => found.length > 0,
    );
    return rows[0]?.id ?? '';
  }

  async function addEndpoint(url: string): Promise<string> {
    const { body, status, text } = await partner.post('/webhooks', { url, description: 'Orders' });
    expect(status, text).toBe(201);
    return body.id;
  }

  const openWindow = () =>
    PortalBrowserPage.open(browser(), app.baseUrl, { colorScheme: 'light', hasTouch: true });

  let window: PortalBrowserPage;

  const endpointUrl = /^hooks\.northwind-furniture\.example/;
  /** Path, heading, and what else tells the page apart from others with this heading. */
  const pages: Readonly<
    Record<string, () => readonly [path: string, heading: string | RegExp, mark?: string | RegExp]>
  > = {
    'the endpoints': () => ['', 'Endpoints'],
    'a new endpoint': () => ['/endpoints/new', 'Add an endpoint'],
    'an endpoint': () => [`/endpoints/${endpointId}`, endpointUrl, 'Overview'],
    'its test': () => [`/endpoints/${endpointId}/test`, endpointUrl, 'Test'],
    'its recovery': () => [`/endpoints/${endpointId}/recover`, endpointUrl, 'Recover'],
    'its signing secret': () => [`/endpoints/${endpointId}/signing`, endpointUrl, 'Signing'],
    'its settings': () => [`/endpoints/${endpointId}/settings`, endpointUrl, 'Settings'],
    'the deliveries': () => ['/deliveries', 'Webhook deliveries'],
    'a delivery search without results': () => [
      '/deliveries?search=nothing&time=custom',
      'Deliveries',
      'No webhook deliveries match these filters',
    ],
    'a delivery': () => [`/deliveries/${failedId}`, /^booking\.created/],
    'the event catalog': () => ['/events', 'Event catalog'],
    'an event type': () => ['/events/booking.stop.arrived', 'Event catalog', 'booking.stop.arrived'],
    'the bookings': () => ['/bookings', 'Bookings', /SO-4711/],
    'a booking': () => [`/bookings/${bookingId}`, /^Booking/, 'Labor'],
    'a new booking': () => ['/bookings/new', 'New booking', 'Route'],
    'a booking search without results': () => ['/bookings?search=nothing', 'Bookings', 'No booking matches'],
    'the statements': () => ['/statements', 'Statements', 'No statements yet'],
    'a statement': () => [`/statements/${month}`, new RegExp(month.slice(0, 4)), /nothing is charged/],
    'the requests': () => ['/requests', 'Requests'],
    'a request search without results': () => [
      '/requests?search=nothing&time=custom',
      'Requests',
      'No requests match these filters',
    ],
    'a request': () => [`/requests/${refusedId}`, /^POST \/bookings/],
    'no people': () => ['/people', 'People', 'No people yet'],
    'the API clients': () => ['/keys', 'API clients'],
    'an unknown URL': () => ['/nowhere', 'Not found'],
  };

  /** The entry of a list of links that is the current one, or an empty state. */
  const marked = ({ page }: PortalBrowserPage, mark: string | RegExp) =>
    page
      .locator('#content [aria-current]')
      .filter({ hasText: mark })
      .or(page.getByText(mark, { exact: true }).and(page.locator(':not(a)')))
      .filter({ visible: true });

  describe('in one session', () => {
    let visit: PortalBrowserPage;
    beforeAll(async () => {
      visit = await openWindow();
      await visit.enter(partner);
    });
    afterAll(() => visit.close());

    test.each(Object.keys(pages))(
      'show %s accessibly at desktop and phone size, in light and dark theme',
      async (name) => {
        const [path = '', heading = '', mark] = pages[name]?.() ?? [];
        await visit.visit(`/portal${path}`);
        await visit.page.getByRole('heading', { level: 1, name: heading }).waitFor();
        if (mark !== undefined) await marked(visit, mark).first().waitFor();
        // Descriptions of the API mark code with backticks.
        expect(await visit.page.locator('main p').filter({ hasText: '`' }).count()).toBe(0);
        await visit.expectAccessibleAndFitting(name);
        await visit.expectOutline(`portal/${name}`);
      },
    );

    test('have navigation in one row that shows the current page, also on a phone', async () => {
      const { page } = visit;
      await page.setViewportSize({ width: 360, height: 740 });
      await visit.visit('/portal/keys');
      const navigation = page.getByRole('navigation', { name: 'Portal' });
      await navigation.getByRole('link', { name: 'API clients' }).waitFor();
      const boxes = await Promise.all(
        (await navigation.getByRole('link').all()).map((link) => link.boundingBox()),
      );
      expect(new Set(boxes.map((box) => box?.y)).size, 'one row').toBe(1);
      const current = boxes.at(-1);
      expect(current && current.x >= 0 && current.x + current.width <= 360, 'in view').toBe(true);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    test('do not move what is shown while a list loads', async () => {
      const { page } = visit;
      await page.setViewportSize({ width: 390, height: 844 });
      for (const path of ['/bookings', '/deliveries']) {
        await visit.show(path);
        await page.getByRole('table').waitFor();
        expect(await layoutShift(page), path).toBeLessThanOrEqual(0.02);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    test('show the focus wherever the Tab key leads', async () => {
      for (const path of ['/bookings/new', `/endpoints/${endpointId}/settings`]) {
        await visit.visit(`/portal${path}`);
        await visit.page.getByRole('heading', { level: 1 }).waitFor();
        await visit.settled();
        expect(await focusWalkFaults(visit.page), path).toEqual([]);
      }
    });

    test('are accessible with the event picker open', async () => {
      await visit.visit('/portal/endpoints/new');
      await visit.page.getByLabel('Selected events').check();
      await visit.expectAccessibleAndFitting('the event picker');
    });

    test('are accessible with secrets, snippets and the rotate dialog', async () => {
      const { page } = visit;
      await visit.visit(`/portal/endpoints/${endpointId}/signing`);
      await page.getByRole('button', { name: 'Reveal' }).click();
      await page.getByText('Current').waitFor();
      await page.getByRole('tab', { name: 'Java' }).click();
      await visit.expectAccessibleAndFitting('the Java snippet');
      await page.getByRole('button', { name: 'Rotate' }).click();
      await visit.expectAccessibleAndFitting('the rotate dialog');
    });

    test('are accessible while an API client is created, and show its secret once', async () => {
      const { page } = visit;
      await visit.visit('/portal/keys');
      await page.getByRole('button', { name: 'Create a client' }).click();
      await page.getByLabel('Name').fill('Warehouse');
      await visit.expectAccessibleAndFitting('the create dialog');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByLabel('Client secret', { exact: true }).fill('wrong');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('This is not a valid secret of the client').waitFor();
      await visit.expectAccessibleAndFitting('the step-up dialog');
      await page.getByLabel('Client secret', { exact: true }).fill(client.clientSecret);
      await page.keyboard.press('Enter');
      await page.getByText(/^wb_sandbox_secret_/).waitFor();
      await visit.expectAccessibleAndFitting('the secret');
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByRole('button', { name: 'Rotate Warehouse' }).click();
      await page.getByRole('button', { name: 'Rotate', exact: true }).click();
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.getByText('The old secret is still valid').waitFor();
      await visit.expectAccessibleAndFitting('two secrets');
      await page.getByRole('button', { name: 'Tokens of test client' }).click();
      await page.getByText('client_credentials').first().waitFor();
      await visit.expectAccessibleAndFitting('the tokens');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('created in the portal by test client').waitFor();
      await page.getByText('Read and write (org)').first().waitFor();
      await page.getByRole('button', { name: /^Disable them/ }).click();
      await page.getByRole('button', { name: 'Disable', exact: true }).click();
      await page.getByText('1 client disabled.').waitFor();
      // The refused creation and the wrong secret.
      await visit.expected(/403|400/);
    });

    test('are accessible with the headers of every attempt, and with the delete dialog', async () => {
      const { page } = visit;
      await visit.visit(`/portal/deliveries/${failedId}`);
      await page.getByRole('heading', { name: 'Attempts' }).waitFor();
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      await visit.expectAccessibleAndFitting('headers');
      await visit.visit(`/portal/endpoints/${endpointId}/settings`);
      await page.getByRole('button', { name: 'Delete endpoint' }).click();
      await visit.expectAccessibleAndFitting('the delete dialog');
    });
  });

  describe('in their own session', () => {
    beforeEach(async () => {
      window = await openWindow();
    });
    afterEach(() => window.close());

    test('explain how to get a link when there is no session', async () => {
      await window.show('');
      await window.page.getByRole('heading', { name: 'Sign in to the portal' }).waitFor();
      await window.expectAccessibleAndFitting('without a session');
      await window.page.setViewportSize({ width: 390, height: 400 });
      await window.page.getByText('For developers').click();
      await window.settled();
      expect(await focusWalkFaults(window.page)).toEqual([]);
      await window.follow('no-such-token');
      await window.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await window.expectAccessibleAndFitting('with a used link');
      await window.expected(/401/);
    });

    test('hide requests from a session without the scope to read, and say why', async () => {
      await window.enter(await app.partner({ client, scope: 'org:write' }));
      await window.page.getByText('Bookings, statements and the request log are hidden').waitFor();
      expect(await window.page.getByRole('link', { name: 'Requests' }).count()).toBe(0);
      await window.show('/requests');
      await window.page.getByText('This session may not read requests').waitFor();
      await window.expectAccessibleAndFitting('no scope');
      await window.show('/keys');
      await window.page.getByText('This client may do more than this session (org:write).').first().waitFor();
      await window.page
        .getByText(/sign in to the portal by e-mail as an admin/)
        .first()
        .waitFor();
      await window.expectAccessibleAndFitting('a locked client');
    });

    test('repeat every call that was refused until the client secret is confirmed', async () => {
      const { page } = window;
      const { id, client: own } = await app.organization();
      const admin = await OperatorClient.enter(app, 'admin');
      for (const name of ['Shop', 'Warehouse']) {
        const created = await admin.post(`/organizations/${id}/clients`, { name, scopes: ['org'] });
        const rotated = await admin.post(`/clients/${created.body.id}/rotate`, { overlap_hours: 24 });
        expect(rotated.status, rotated.text).toBe(200);
      }
      // Both calls are sent before the server refuses one.
      const held: Route[] = [];
      await page.route(/\/old-secret$/, async (route) => {
        held.push(route);
        if (held.length >= 2) for (const each of held.splice(0)) await each.continue();
      });
      await window.enter(await app.partner({ client: own }));
      await window.show('/keys');
      for (const name of ['Shop', 'Warehouse'])
        await page.getByRole('button', { name: new RegExp(`^Revoke now.*of ${name}$`) }).click();
      await page.getByLabel('Client secret', { exact: true }).fill(own.clientSecret);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByText('The old secret is still valid').count()).toBe(0);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await window.expected(/403/);
    });

    test('show empty states for a new account', async () => {
      await window.enter(await app.partner());
      await window.expectAccessibleAndFitting('no endpoints');
      await window.show('/deliveries');
      await window.page.getByText('No webhook deliveries yet').waitFor();
      await window.expectAccessibleAndFitting('no deliveries');
    });

    test('keep the chosen theme after a reload', async () => {
      await window.enter(partner);
      const ground = () => window.page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
      const light = await ground();
      await window.page.getByRole('button', { name: 'Use dark theme' }).click();
      const dark = await ground();
      expect(dark).not.toBe(light);
      await window.page.reload();
      await window.page.getByRole('button', { name: 'Use light theme' }).waitFor();
      expect(await ground()).toBe(dark);
    });
  });
});

/** Sum of the layout shifts since the page was opened. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
  })`);
}

function wholeHour(ms: number): Date {
  return new Date(Math.floor(ms / HOUR_MS) * HOUR_MS);
}
