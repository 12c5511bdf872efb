// Browser tests of the documentation: works without internet access and sends real requests to the sandbox.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { accessibilityFaults } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };
const LOADED_MS = 120_000;

vi.setConfig({ testTimeout: 3 * LOADED_MS });

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
    // The reference is a large script and loads slowly on a busy machine.
    page.setDefaultTimeout(LOADED_MS);
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

  // One test for all of it: the reference takes longer to load than all other pages here.
  test('offers a reference that works offline, sends real requests and fits a phone', async () => {
    const { client } = await app.organization('Northwind');
    const button = (text: string | RegExp) =>
      page.locator('button:visible').filter({ hasText: text }).first();
    await page.setViewportSize(phone);
    await page.goto(`${app.baseUrl}/docs/reference`);
    await page.locator('h1', { hasText: 'Waybill Partner API' }).waitFor();
    await expect.poll(() => overflow(page)).toBe(0);
    await page.setViewportSize(desk);
    await button(/^\s*Account/).click();
    const operation = button('Retrieve the account');
    await operation.waitFor();
    // These need services of the vendor.
    expect(await page.getByText(/Ask AI|MCP|Open API Client|Share/).allTextContents()).toEqual([]);

    const authorize = async (id: string, secret: string) => {
      await page
        .locator('.cm-content')
        .filter({ hasText: /^(12345|unknown)?$/ })
        .first()
        .click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(id);
      await page.getByPlaceholder('XYZ123').first().fill(secret);
      const token = page.waitForResponse(`${app.baseUrl}/oauth/token`);
      await button('Authorize').click();
      return (await token).status();
    };
    // Reported in the page, without the sign-in prompt of the browser.
    expect(await authorize('unknown', 'nothing')).toBe(400);
    // The browser reports the response, and the reference logs its missing result.
    await expect.poll(() => complaints.length).toBe(2);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400'), 'null']);
    expect(await authorize(client.clientId, client.clientSecret)).toBe(200);
    await page.getByText('Access Token').first().waitFor();

    await operation.click();
    await page.locator('h3', { hasText: 'Retrieve the account' }).waitFor();
    await button(/Test Request.*get \/account/i).click();
    const account = page.waitForResponse(`${app.baseUrl}/account`);
    await button(/^\s*Send/).click();
    expect((await account).status()).toBe(200);
    await page.getByText('"Northwind"').first().waitFor();
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

  test.each(['light', 'dark'] as const)('is accessible in the %s theme', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/docs', '/docs/quickstart', '/docs/errors']) {
      await page.goto(app.baseUrl + path);
      expect(await accessibilityFaults(page), path).toEqual([]);
    }
  });

  test('searches guides, errors and operations, by keyboard alone', async () => {
    await page.goto(`${app.baseUrl}/docs/webhooks`);
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
    await expect.poll(async () => (await hrefs())[0]).toBe('/docs/reference#tag/bookings/POST/bookings');
    await box.fill('zzzqqq');
    await results.getByText('Nothing found for “zzzqqq”.').waitFor();
    expect(await hrefs()).toEqual([]);

    await box.fill('idempotency');
    await expect.poll(async () => (await hrefs()).length).toBeGreaterThan(2);
    expect(await accessibilityFaults(page)).toEqual([]);
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
    expect(await overflow(page)).toBe(0);
  });

  test('fits a phone without horizontal overflow', async () => {
    await page.setViewportSize(phone);
    for (const path of ['/docs', '/docs/errors', '/docs/limits', '/docs/quickstart']) {
      await page.goto(app.baseUrl + path);
      expect(await overflow(page), path).toBe(0);
    }
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});

async function isInView(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= desk.height;
}

/** Horizontal overflow in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
}
