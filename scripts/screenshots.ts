// `npx tsx scripts/screenshots.ts`: takes the screenshots of the README (day board, tracking page, portal) and of the docs
// (security events) from a running installation with demo data. Everything happens in a temporary data directory on
// loopback ports; the images are written to docs/images. Needs Chromium (CONTRIBUTING.md says how to get it) and a current
// build.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../test/support/free-port.ts';
import { launchChromium } from '../test/support/launch-chromium.ts';
import { PATIENCE_MS } from '../test/support/scale.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs/images');
const program = join(root, 'bin/waybill.js');
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

interface DemoFile {
  readonly operator: { readonly email: string; readonly password: string };
  readonly partners: readonly { readonly client_id: string; readonly client_secret: string }[];
}

interface Installation {
  readonly baseUrl: string;
  readonly demo: DemoFile;
}

/** Fills a new data directory with the demo and serves it until `use` is done. */
async function withDemo(use: (installation: Installation) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-screenshots-'));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATA_DIR: directory,
    PORT: String(port),
    SANDBOX_PORT: String(await freePort()),
    ADMIN_MFA_GRACE_DAYS: 'none',
    // The requests of the demo count for the limit of its partners.
    RATE_LIMIT_REQUESTS: '1000000',
  };
  let server: ChildProcess | undefined;
  try {
    await promisify(execFile)(process.execPath, [program, 'demo', '-e', 'production'], { env, cwd: root });
    server = spawn(process.execPath, [program, 'serve'], { env, cwd: root, stdio: 'ignore' });
    await ready(`${baseUrl}/ready`, server);
    const demo = JSON.parse(readFileSync(join(directory, 'demo-production-1.json'), 'utf8')) as DemoFile;
    await use({ baseUrl, demo });
  } finally {
    if (server && server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`the server exited with ${server.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function json<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} from ${response.url}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A one-time link to the portal of the first demo partner. */
async function portalLink({ baseUrl }: Installation, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/webhooks/portal`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { portal_url: url } = await json<{ portal_url: string }>(response);
  return url;
}

async function partnerToken({ baseUrl, demo }: Installation): Promise<string> {
  const [partner] = demo.partners;
  if (!partner) throw new Error('the demo has no partner');
  const { client_id, client_secret } = partner;
  const response = await fetch(`${baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  return (await json<{ access_token: string }>(response)).access_token;
}

/** The tracking link of a booking whose crew is on its way; the newest booking if there is none. */
async function trackingLink({ baseUrl }: Installation, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/bookings?limit=100`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { data } = await json<{
    data: { share_url: string; dispatch: { state: string } | null; state: string }[];
  }>(response);
  const driving = data.find(({ state, dispatch }) => state === 'dispatched' && dispatch?.state === 'driving');
  const link = (driving ?? data.find(({ state }) => state === 'dispatched') ?? data[0])?.share_url;
  if (!link) throw new Error('the demo has no booking');
  return link;
}

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
  await tracking.goto(`${baseUrl}${new URL(await trackingLink(installation, token)).pathname}`);
  await tracking.getByRole('heading', { level: 1 }).waitFor();
  await capture(tracking, 'readme-tracking');

  const portal = await openPage(browser, desktop);
  const link = new URL(await portalLink(installation, token));
  await portal.goto(`${baseUrl}${link.pathname}${link.hash}`);
  await portal.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  await portal.getByRole('link', { name: 'Deliveries' }).first().click();
  await portal.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  await portal.getByRole('table').waitFor();
  await capture(portal, 'readme-portal');
}

mkdirSync(images, { recursive: true });
const browser = await launchChromium();
try {
  await withDemo((installation) => captureAll(browser, installation));
} finally {
  await browser.close();
}
