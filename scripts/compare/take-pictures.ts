// Screenshots of all compared pages of an installation.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../test/support/scale.ts';
import { type Installation, partnerToken, portalPath } from '../support/demo-installation.ts';
import { comparedPages, type Surface } from './compared-pages.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

interface PictureOptions {
  readonly folder: string;
  readonly only: string;
  readonly frozenAt: string;
}

/** Writes <page>-<width>.png for each page; returns the names. */
export async function takePictures(
  browser: Browser,
  installation: Installation,
  { folder, only, frozenAt }: PictureOptions,
): Promise<string[]> {
  const pages = (await comparedPages(installation)).filter(({ name }) => name.includes(only));
  const names: string[] = [];
  for (const surface of new Set(pages.map((each) => each.surface))) {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale: 'en-US',
      timezoneId: 'America/New_York',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.clock.setFixedTime(frozenAt);
    await signIn(page, installation, surface);
    for (const { name, path } of pages.filter((each) => each.surface === surface)) {
      for (const viewport of sizes) {
        await page.setViewportSize(viewport);
        await page.goto(`${installation.baseUrl}${path}`);
        await settled(page);
        names.push(`${name}-${viewport.width}`);
        await page.screenshot({
          path: join(folder, `${name}-${viewport.width}.png`),
          fullPage: true,
          animations: 'disabled',
          caret: 'hide',
        });
      }
    }
    await context.close();
  }
  return names;
}

async function signIn(page: Page, installation: Installation, surface: Surface): Promise<void> {
  const { baseUrl, demo } = installation;
  if (surface === 'console') {
    const response = await page.request.post(`${baseUrl}/operator/sessions`, { data: demo.operator });
    if (!response.ok()) throw new Error(`sign-in failed: ${await response.text()}`);
  } else if (surface === 'portal') {
    await page.goto(`${baseUrl}${await portalPath(installation, await partnerToken(installation))}`);
    await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  }
}

/** Until the page has its heading, its data and its fonts. Live streams stay open: the network is never idle. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1, pre').first().waitFor();
  await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => {})');
  // Two equal layouts in a row: lists and maps that arrive in pieces have arrived.
  const layout = `document.body.innerText.length + ' ' + document.documentElement.scrollHeight + ' ' + document.querySelectorAll('*').length`;
  for (let before: unknown, now: unknown = ''; before !== now; ) {
    before = now;
    await page.waitForTimeout(300);
    now = await page.evaluate(layout);
  }
}
