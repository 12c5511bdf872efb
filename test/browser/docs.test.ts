// Browser tests of the documentation: works without internet access and sends real requests to the sandbox.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { layoutFaults, pageFaults } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { newOperator } from '../support/operator-client.ts';
import { PATIENCE_MS } from '../support/scale.ts';

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
const maxScriptBytes = 40_000;
const referencePages = [
  '/docs/reference',
  '/docs/reference/bookings',
  '/docs/reference/bookings.create',
  '/docs/reference/oauth.token',
  '/docs/reference/events/booking.created',
  // Long names in the links to the next and previous page.
  '/docs/reference/events/webhook_endpoint.failing',
  '/docs/operator',
  '/docs/operator/bookings.get',
];

describeInBrowser('The documentation', (browser) => {
  let app: TestApp;
  let context: BrowserContext;
  let page: Page;
  let foreignRequests: string[];
  let complaints: string[];

  beforeAll(async () => {
    app = await startTestApp({ environment: 'sandbox' });
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    context = await browser().newContext({ viewport: desk });
    foreignRequests = [];
    complaints = [];
    // The browser resolves no other host.
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== app.baseUrl && !['data:', 'blob:'].includes(protocol))
        foreignRequests.push(request.url());
    });
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    // Violations of the content security policy are reported as console errors too.
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await context.close();
    expect(foreignRequests).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('sends real requests of an operation with the credentials of the partner', async () => {
    const { client } = await app.organization('Northwind');
    const tryIt = page.getByRole('form', { name: 'Try it' });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    // A link to the reference that was one page opens the page of the operation.
    await page.goto(`${app.baseUrl}/docs/reference#tag/account/GET/account`);
    await page.waitForURL(`${app.baseUrl}/docs/reference/account.get`);
    await page.getByRole('heading', { level: 1, name: 'Retrieve the account' }).waitFor();
    await button('Try it').click();
    await button('Send GET').click();
    await tryIt.getByText('Get an access token first.').waitFor();

    const authorize = async (id: string, secret: string) => {
      await page.getByLabel('Client id').fill(id);
      await page.getByLabel('Client secret').fill(secret);
      await page.keyboard.press('Enter');
    };
    // Reported in the page, without the sign-in prompt of the browser.
    await authorize('unknown', 'nothing');
    await tryIt.getByText('The client_id is unknown or the client_secret is wrong').waitFor();
    await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining('400')]);
    await authorize(client.clientId, client.clientSecret);
    await tryIt.getByText('The access token is ready.').waitFor();
    await button('Send GET').click();
    await tryIt.getByText(/^200 OK · \d+ ms · X-Request-Id /).waitFor();
    await tryIt.getByText('"name": "Northwind"').waitFor();

    // The sandbox token stays in the tab; the example is for the next days.
    await page.goto(`${app.baseUrl}/docs/reference/bookings.create`);
    await button('Try it').click();
    await button('Send POST').click();
    await tryIt.getByText(/^201 Created/).waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await layoutFaults(page)).toEqual([]);
    await page.getByLabel('Body', { exact: true }).fill('{"product":');
    await button('Send POST').click();
    await tryIt.getByText(/^The body is not valid JSON/).waitFor();
    await button('Close').click();
    await tryIt.waitFor({ state: 'hidden' });
    // A file, and the other credentials.
    await page.goto(`${app.baseUrl}/docs/reference/billing.getStatementPdf`);
    await button('Try it').click();
    await page.getByLabel('month').fill(new Date().toISOString().slice(0, 7));
    await button('Send GET').click();
    await tryIt.getByRole('link', { name: /^Save the response \(application\/pdf/ }).waitFor();
    await button('Use other credentials').click();
    await page.getByLabel('Client id').waitFor();
  });

  test('sends requests of the operator API with the session of the console or a token', async () => {
    const tryIt = page.getByRole('form', { name: 'Try it' });
    const send = async (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${app.baseUrl}/docs/operator/vehicles.create`);
    await send('Try it');
    await send('Send POST');
    await tryIt.getByText('Sign in to the console, or enter an operator token.').waitFor();
    await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    const { email, password } = await newOperator(app, 'dispatcher');
    const signIn = (token: boolean) =>
      context.request.post(`${app.baseUrl}/operator/sessions`, { data: { email, password, token } });
    const { token } = await (await signIn(true)).json();
    await page.getByLabel('Operator token').fill(token);
    await send('Send POST');
    await tryIt.getByText(/^201 Created/).waitFor();
    await page.getByLabel('Operator token').fill('');
    await signIn(false);
    // The name of a vehicle can be used once.
    const body = page.getByLabel('Body', { exact: true });
    await body.fill((await body.inputValue()).replace('Van 7', 'Van 8'));
    const second = page.waitForResponse(`${app.baseUrl}/operator/vehicles`);
    await send('Send POST');
    expect((await second).status()).toBe(201);
  });

  test('shows code samples in the language that the reader chose, by keyboard alone', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${app.baseUrl}/docs/reference/bookings.create`);
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    expect(await tab('curl').getAttribute('aria-selected')).toBe('true');
    await page.getByRole('link', { name: 'Code samples' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('curl');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator(':focus').innerText()).toBe('TypeScript');
    const panel = page.getByRole('tabpanel');
    expect(await panel.count()).toBe(1);
    await panel.getByRole('button', { name: 'Copy' }).click();
    await panel.getByRole('button', { name: 'Copied' }).waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toContain('await waybill.bookings.create({');
    // The dates of the description are too far away: the API would refuse them.
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(copied).toContain(`arrival_window_from: '${soon}T`);
    await page.getByRole('link', { name: 'Next List bookings' }).click();
    await page.getByRole('heading', { level: 1, name: 'List bookings' }).waitFor();
    expect(await tab('TypeScript').getAttribute('aria-selected')).toBe('true');
    // Events have no curl sample.
    await tab('curl').click();
    await page.goto(`${app.baseUrl}/docs/reference/events/booking.created`);
    expect(await page.getByRole('tabpanel').innerText()).toContain('webhooks.verify(');
    // A sample that was hidden when the page was loaded can be scrolled with the keyboard.
    await page.setViewportSize(phone);
    await page.goto(`${app.baseUrl}/docs/reference/bookings.create`);
    await tab('Python').click();
    expect(await pageFaults(page, ['scrollable-region-focusable'])).toEqual([]);
  });

  test('opens nested objects, and prints them and all samples', async () => {
    await page.goto(`${app.baseUrl}/docs/reference/bookings.create`);
    const nested = page.locator('.explanation details').first();
    await nested.locator('summary').focus();
    await page.keyboard.press('Enter');
    await nested.locator('code', { hasText: /^location$/ }).waitFor();
    const closed = () => page.locator('main details:not([open])').count();
    const before = await closed();
    expect(before).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await closed()).toBe(0);
    expect(await page.locator('.sample:visible').count()).toBe(3);
    expect(await page.locator('header, .side, .languages').evaluateAll(hidden)).toBe(true);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await closed()).toBe(before);
  });

  test('is readable without JavaScript', async () => {
    const plain = await browser().newContext({ javaScriptEnabled: false, viewport: phone });
    const reader = await plain.newPage();
    await reader.goto(`${app.baseUrl}/docs/reference/bookings.create`);
    expect(await reader.locator('.sample:visible').count()).toBe(3);
    expect(await reader.locator('.languages').isVisible()).toBe(false);
    await reader.goto(`${app.baseUrl}/docs/reference#tag/bookings/POST/bookings`);
    expect(await reader.locator(':target').innerText()).toBe('Create a booking');
    await plain.close();
  });

  test('has a small reference: scripts and elements of every kind of page', async () => {
    for (const path of referencePages) {
      await page.goto(app.baseUrl + path, { waitUntil: 'load' });
      const bytes: number = await page.evaluate(`performance.getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
      expect(bytes, path).toBeGreaterThan(0);
      expect(bytes, path).toBeLessThan(maxScriptBytes);
      expect(await page.locator('*').count(), path).toBeLessThan(4_000);
    }
  });

  test('opens the documentation of an error code from its doc_url', async () => {
    const partner = await app.partner();
    const { body } = await partner.patch('/account', { nam: 'x' });
    const { pathname, hash } = new URL(body.doc_url);
    expect(hash).toBe('#unknown_parameter');
    await page.goto(app.baseUrl + pathname + hash);
    await expect.poll(() => isInView(page, hash)).toBe(true);
    expect(await page.locator(hash).innerText()).toBe('unknown_parameter');
    expect(await page.locator(`${hash} + p + p`).innerText()).toContain('Remove the parameter');
    await page.goto(`${app.baseUrl}/docs/errors#invalid_tip`);
    await expect.poll(() => isInView(page, '#invalid_tip')).toBe(true);
  });

  test('links from the list of guides to each guide, and from one guide to the next', async () => {
    await page.goto(app.baseUrl);
    await page.getByRole('main').getByRole('link', { name: 'Quickstart' }).click();
    await page.getByRole('heading', { level: 1, name: 'Quickstart' }).waitFor();
    const here = page.getByRole('navigation', { name: 'All guides', exact: true });
    expect(await here.locator('[aria-current="page"]').innerText()).toBe('Quickstart');
    await page.getByRole('link', { name: 'Next Authentication' }).click();
    await page.getByRole('heading', { level: 1, name: 'Authentication' }).waitFor();
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: 'Scopes' })
      .click();
    await expect.poll(() => isInView(page, '#scopes')).toBe(true);
  });

  test('copies a code block to the clipboard', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${app.baseUrl}/docs/webhooks`);
    const block = page.locator('figure.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toMatch(/^endpoint=\$\(curl -s \$API\/webhooks/);
  });

  test('highlights code without a script, and changes the theme on all pages', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${app.baseUrl}/docs/sdk`);
    const colorOf = (part: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('figure.code .${part}')).color`);
    const colors = await Promise.all(['remark', 'string', 'word'].map(colorOf));
    expect(new Set(colors).size).toBe(3);
    await page.getByRole('button', { name: 'Use dark theme' }).click();
    await page.getByRole('button', { name: 'Use light theme' }).waitFor();
    expect(await colorOf('string')).not.toBe(colors[1]);
    await page.goto(`${app.baseUrl}/docs/reference/bookings.create`);
    await page.locator('figure.code .name').first().waitFor();
    await page.getByRole('button', { name: 'Use light theme' }).click();
    await page.getByRole('button', { name: 'Use dark theme' }).waitFor();
    await page.evaluate(`localStorage.removeItem('waybill-theme')`);
  });

  test.each(['light', 'dark'] as const)('is accessible in the %s theme', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/docs', '/docs/quickstart', '/docs/errors']) {
      await page.goto(app.baseUrl + path);
      expect(await pageFaults(page), path).toEqual([]);
    }
    // The themes differ in colours only; the large pages of the reference are checked for those.
    const rules = colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined;
    for (const path of referencePages) {
      await page.goto(app.baseUrl + path);
      expect(await pageFaults(page, rules), path).toEqual([]);
    }
  });

  test('searches guides, errors and operations, by keyboard alone', async () => {
    await page.goto(`${app.baseUrl}/docs/webhooks`);
    const portal = page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Portal' });
    expect(await portal.getAttribute('href')).toBe('/portal');
    const box = page.getByRole('searchbox', { name: 'Search the documentation' });
    const results = page.locator('.results');
    const hrefs = () =>
      results.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await box.fill('outside_service_area');
    await expect.poll(async () => (await hrefs())[0]).toBe('/docs/errors#outside_service_area');
    // Another form of a word, the beginning of a word, and a typing error.
    await box.fill('rotate secrets');
    await expect.poll(hrefs).toContain('/docs/webhooks#rotate-a-secret');
    await box.fill('create a bokk');
    await expect.poll(async () => (await hrefs())[0]).toBe('/docs/reference/bookings.create');
    await box.fill('booking.stop.failed');
    await expect.poll(hrefs).toContain('/docs/reference/events/booking.stop.failed');
    // The exact words of an operation or an event, although guides use them more often.
    for (const [words, page] of [
      ['create a quote', 'quotes.create'],
      ['list arrival windows', 'schedule.list'],
      ['sandbox.loseCrew', 'sandbox.loseCrew'],
      ['POST /bookings', 'bookings.create'],
      ['booking cancelled', 'events/booking.cancelled'],
    ] as const) {
      await box.fill(words);
      await expect.poll(async () => (await hrefs())[0], { message: words }).toBe(`/docs/reference/${page}`);
    }
    await box.fill('zzzqqq');
    await results.getByText('Nothing found for “zzzqqq”.').waitFor();
    expect(await hrefs()).toEqual([]);

    await box.fill('idempotency');
    await expect.poll(async () => (await hrefs()).length).toBeGreaterThan(2);
    expect(await pageFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = await results.getByRole('link').nth(1).getAttribute('href');
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(second);
    await page.keyboard.press('Escape');
    expect(await results.isVisible()).toBe(false);
    await box.fill('verify signatures');
    await expect.poll(async () => (await hrefs())[0]).toBe('/docs/webhooks#verify-signatures');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.baseUrl}/docs/webhooks#verify-signatures`);
    expect(await results.isVisible()).toBe(false);
    await page.setViewportSize(phone);
    await box.fill('idempotency');
    await results.waitFor();
    expect(await layoutFaults(page)).toEqual([]);
  });

  test('fits a phone without horizontal overflow', async () => {
    await page.setViewportSize(phone);
    for (const path of ['/docs', '/docs/errors', '/docs/limits', '/docs/quickstart', ...referencePages]) {
      await page.goto(app.baseUrl + path);
      // Collapsed parts must fit too.
      await page.evaluate(
        "document.querySelectorAll('main details').forEach((each) => { each.open = true; })",
      );
      expect.soft(await layoutFaults(page), path).toEqual([]);
    }
    expect(await pageFaults(page)).toEqual([]);
    // The header has room for the other part of the documentation only.
    await page.goto(`${app.baseUrl}/docs/reference`);
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Guides' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Waybill for developers' }).waitFor();
  });
});

/** Runs in the browser. */
function hidden(elements: readonly { checkVisibility(): boolean }[]): boolean {
  return elements.length > 0 && elements.every((each) => !each.checkVisibility());
}

async function isInView(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= desk.height;
}
