// `npm run bench -- page-budgets [--rounds 9]`: opens the pages of a demo installation in Chromium with a processor slowed
// down four times and an empty cache, and compares the median of the largest contentful paint, the longest task and the
// layout shift, and the compressed scripts, with the budgets of each page. Exits with 1 if one is exceeded. Needs a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import {
  demoBookings,
  drivenBooking,
  fillDemo,
  type Installation,
  partnerToken,
  portalPath,
  serveDemo,
} from '../scripts/support/demo-installation.ts';
import { launchChromium } from '../test/support/launch-chromium.ts';
import { type Measure, printMeasures } from './support/measures.ts';
import { percentile } from './support/statistics.ts';

const SLOW_DOWN = 4;
const TIMEOUT_MS = 60_000;
/** Tasks of up to 50 ms are not long tasks (Long Tasks API) and count as 50. */
const SHORTEST_LONG_TASK_MS = 50;
/** The page is idle for so long before it counts as loaded. */
const QUIET_MS = 1_000;

const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
};
const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };

interface Budget {
  /** Of all scripts, or of those that the HTML names if `isFirstLoad`: the page loads what it may need without network later. */
  readonly kilobytes: number;
  readonly isFirstLoad?: boolean;
  readonly paintSeconds?: number;
  readonly taskMs?: number;
}

interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  readonly screen: BrowserContextOptions;
  readonly budget: Budget;
  /** Gives a new browser context a session. */
  readonly signIn?: (context: BrowserContext) => Promise<void>;
}

interface Loaded {
  readonly paintMs: number;
  readonly taskMs: number;
  readonly shift: number;
  readonly bytes: number;
  /** Of scripts that the HTML names. */
  readonly firstBytes: number;
}

interface Script {
  readonly path: string;
  readonly bytes: number;
}

/** Runs before the scripts of the page. Shifts within half a second after an input do not count. */
const observer = `(() => {
  globalThis.measured = { paint: 0, task: 0, shift: 0 };
  const watch = (type, read) => new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => { measured.paint = startTime; });
  watch('longtask', ({ duration }) => { measured.task = Math.max(measured.task, duration); });
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) measured.shift += value; });
})()`;

/** Scripts of the map. */
const mapScript = /[/-]map-|\/(route-line|snap-to-line)-/;

const root = fileURLToPath(new URL('..', import.meta.url));

export async function measurePageBudgets(rounds: number): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-budgets-'));
  try {
    await fillDemo({ root }, directory);
    return await serveDemo({ root }, directory, (installation) => measureAll(installation, rounds));
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function measureAll(installation: Installation, rounds: number): Promise<boolean> {
  const pages = await measuredPages(installation);
  const browser = await launchChromium();
  const loads = new Map<MeasuredPage, Loaded[]>(pages.map((page) => [page, []]));
  try {
    // The first round fills the caches of the server. Rounds go over all pages: other work affects all of them.
    for (let round = 0; round <= rounds; round += 1)
      for (const page of pages) {
        const loaded = await load(browser, installation.baseUrl, page);
        if (round > 0) loads.get(page)?.push(loaded);
      }
  } finally {
    await browser.close();
  }
  const measures = pages.flatMap((page) => measuresOf(page, loads.get(page) ?? []));
  const load1 = (loadavg()[0] ?? 0).toFixed(1);
  return printMeasures(`Pages, processor slowed down ${SLOW_DOWN} times, load ${load1}`, measures);
}

function measuresOf({ name, budget }: MeasuredPage, loads: readonly Loaded[]): Measure[] {
  const values = (read: (loaded: Loaded) => number) => loads.map(read);
  const measure = (what: string, value: number, unit: string, floor?: number): Measure => ({
    name: `${name}: ${what}`,
    value,
    unit,
    isCost: true,
    ...(floor !== undefined && { floor }),
  });
  const paints = values(({ paintMs }) => paintMs / 1_000);
  const tasks = values(({ taskMs }) => taskMs);
  const { kilobytes, isFirstLoad = false } = budget;
  const kilobytesOf = (read: (loaded: Loaded) => number) => Math.max(...values(read)) / 1_000;
  return [
    ...(isFirstLoad
      ? [
          measure(
            'scripts of the first load',
            kilobytesOf(({ firstBytes }) => firstBytes),
            'kB',
            kilobytes,
          ),
        ]
      : []),
    measure(
      'scripts',
      kilobytesOf(({ bytes }) => bytes),
      'kB',
      isFirstLoad ? undefined : kilobytes,
    ),
    measure('largest paint, p50', percentile(paints, 0.5), 's', budget.paintSeconds),
    measure('largest paint, fastest', Math.min(...paints), 's'),
    measure('longest task, p50', percentile(tasks, 0.5), 'ms', budget.taskMs),
    measure('layout shift, highest', Math.max(...values(({ shift }) => shift)), '', 0.1),
  ];
}

async function load(
  browser: Browser,
  baseUrl: string,
  { path, screen, signIn }: MeasuredPage,
): Promise<Loaded> {
  // Without the service worker, which loads scripts for the time without network.
  const context = await browser.newContext({ ...screen, serviceWorkers: 'block' });
  try {
    await signIn?.(context);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.addInitScript(observer);
    const scripts: Promise<Script>[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      // Maps have a budget of their own: `bench -- map-page`.
      if (!pathname.endsWith('.js') || mapScript.test(pathname)) return;
      scripts.push(
        response.headerValue('content-length').then((bytes) => ({ path: pathname, bytes: Number(bytes) })),
      );
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    const html = await (await page.goto(`${baseUrl}${path}`))?.text();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settle(page);
    const { paint, task, shift } = (await page.evaluate('globalThis.measured')) as Record<string, number>;
    const all = await Promise.all(scripts);
    return {
      paintMs: paint ?? 0,
      taskMs: Math.max(SHORTEST_LONG_TASK_MS, task ?? 0),
      shift: shift ?? 0,
      bytes: bytesOf(all),
      firstBytes: bytesOf(all.filter((script) => html?.includes(script.path))),
    };
  } finally {
    await context.close();
  }
}

const bytesOf = (scripts: readonly Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Until the number of loaded resources has not changed for a while: live streams stay open, so the network is never idle. */
function settle(page: Page): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    let quiet = setTimeout(resolve, ${QUIET_MS});
    new PerformanceObserver(() => { clearTimeout(quiet); quiet = setTimeout(resolve, ${QUIET_MS}); })
      .observe({ type: 'resource' });
  })`);
}

async function measuredPages(installation: Installation): Promise<MeasuredPage[]> {
  const token = await partnerToken(installation);
  const bookings = await demoBookings(installation, token);
  const tracking = new URL(drivenBooking(bookings).share_url).pathname;
  const inPortal = await portalSession(installation, token);
  return [
    {
      name: 'tracking',
      path: tracking,
      screen: phone,
      budget: { kilobytes: 90, paintSeconds: 1.8 },
    },
    {
      name: 'crew',
      path: '/crew',
      screen: phone,
      budget: { kilobytes: 95, isFirstLoad: true, paintSeconds: 2 },
      signIn: (context) => signInCrew(context, installation),
    },
    {
      name: 'portal, endpoints',
      path: '/portal',
      screen: desktop,
      budget: { kilobytes: 140 },
      signIn: inPortal,
    },
    {
      name: 'portal, bookings',
      path: '/portal/bookings',
      screen: desktop,
      budget: { kilobytes: 140 },
      signIn: inPortal,
    },
    {
      name: 'board',
      path: '/console/board',
      screen: desktop,
      budget: { kilobytes: 140 },
      signIn: (context) => signInOperator(context, installation),
    },
    ...['/docs/reference', '/docs/reference/events/booking.created', '/docs/operator'].map((path) => ({
      name: path,
      path,
      screen: desktop,
      budget: { kilobytes: 300, taskMs: 300 },
    })),
  ];
}

async function signInOperator(context: BrowserContext, { baseUrl, demo }: Installation): Promise<void> {
  const response = await context.request.post(`${baseUrl}/operator/sessions`, { data: demo.operator });
  if (!response.ok()) throw new Error(`sign-in failed: ${await response.text()}`);
}

/** A link to the portal works once: its session is copied into each context. */
async function portalSession(
  installation: Installation,
  token: string,
): Promise<(context: BrowserContext) => Promise<void>> {
  const browser = await launchChromium();
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(`${installation.baseUrl}${await portalPath(installation, token)}`);
  await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  const cookies = await first.cookies();
  await browser.close();
  return (context) => context.addCookies(cookies);
}

interface CrewList {
  readonly data: readonly { readonly members: readonly { readonly id: string }[] }[];
}

/** Signs in as a member of the first crew. */
async function signInCrew(context: BrowserContext, installation: Installation): Promise<void> {
  const { baseUrl, demo } = installation;
  const session = await context.request.post(`${baseUrl}/operator/sessions`, {
    data: { ...demo.operator, token: true },
  });
  const headers = { authorization: `Bearer ${(await session.json()).token}` };
  const crews = (await (
    await context.request.get(`${baseUrl}/operator/crews`, { headers })
  ).json()) as CrewList;
  const member = crews.data.find(({ members }) => members.length > 0)?.members[0];
  if (!member) throw new Error('the demo has no crew');
  const access = await context.request.post(`${baseUrl}/operator/crew-members/${member.id}/access`, {
    headers,
    data: { kind: 'link' },
  });
  const token = new URL((await access.json()).url).hash.replace('#token=', '');
  const entered = await context.request.post(`${baseUrl}/crew/api/session`, { data: { token } });
  if (!entered.ok()) throw new Error(`sign-in failed: ${await entered.text()}`);
}
