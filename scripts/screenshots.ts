// `npx tsx scripts/screenshots.ts`: takes the screenshots of the README (day board, tracking page, portal) and of the docs
// (security events) from a running installation with demo data. Everything happens in a temporary data directory on
// loopback ports; the images are written to docs/images. Needs Chromium (CONTRIBUTING.md says how to get it) and a current
// build.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../test/support/launch-chromium.ts';
import { PATIENCE_MS } from '../test/support/scale.ts';
import {
  demoBookings,
  drivenBooking,
  fillDemo,
  type Installation,
  partnerToken,
  portalPath,
  serveDemo,
} from './support/demo-installation.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs/images');
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

async function openPage(browser: Browser, viewport: typeof desktop): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

async function capture(page: Page, name: string, after: 'open' | 'closed' = 'closed'): Promise<void> {
  await page.waitForLoadState('load');
  await page.screenshot({ path: join(images, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
  if (after === 'closed') await page.context().close();
}

async function captureAll(browser: Browser, installation: Installation): Promise<void> {
  const { baseUrl, demo } = installation;
  const board = await openPage(browser, desktop);
  await board.goto(`${baseUrl}/console`);
  await board.getByLabel('E-mail').fill(demo.operator.email);
  await board.getByLabel('Password', { exact: true }).fill(demo.operator.password);
  await board.getByRole('button', { name: 'Sign in' }).click();
  await board.getByRole('region', { name: 'Unassigned', exact: true }).waitFor();
  await capture(board, 'readme-board', 'open');
  await board.goto(`${baseUrl}/console/security`);
  await board.getByRole('table').waitFor();
  await capture(board, 'console-security');

  const token = await partnerToken(installation);
  const tracking = await openPage(browser, phone);
  const { share_url: trackingUrl } = drivenBooking(await demoBookings(installation, token));
  await tracking.goto(`${baseUrl}${new URL(trackingUrl).pathname}`);
  await tracking.getByRole('heading', { level: 1 }).waitFor();
  await capture(tracking, 'readme-tracking');

  const portal = await openPage(browser, desktop);
  await portal.goto(`${baseUrl}${await portalPath(installation, token)}`);
  await portal.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  await portal.getByRole('link', { name: 'Deliveries' }).first().click();
  await portal.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  await portal.getByRole('table').waitFor();
  await capture(portal, 'readme-portal');
}

mkdirSync(images, { recursive: true });
const directory = mkdtempSync(join(tmpdir(), 'waybill-screenshots-'));
const browser = await launchChromium();
try {
  await fillDemo({ root }, directory);
  await serveDemo({ root }, directory, (installation) => captureAll(browser, installation));
} finally {
  await browser.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}
