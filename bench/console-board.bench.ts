// Day board in a browser: time until all of 500 cards are painted, against one second; the longest task while a card is
// dragged, against a board with one card; and the longest task while 430 bookings load, 160 of them with a crew, on a
// processor that is slowed down four times, against its budget. Tasks of up to 50 ms are not long tasks (Long Tasks API) and
// count as 50.
import type { Browser, Page } from 'playwright-core';
import { createPool } from '../src/db/pool.ts';
import { createSystemDatabase } from '../src/db/system-database.ts';
import { createOperator } from '../src/features/accounts/system/create-operator.ts';
import { systemClock } from '../src/lib/clock.ts';
import { randomIds } from '../src/lib/ids.ts';
import { findChromium, launchChromium, whyNoChromium } from '../test/support/launch-chromium.ts';
import { testSecurityLog } from '../test/support/security-log.ts';
import { fillDay } from '../test/support/seed-busy-day.ts';
import type { BenchEnvironment } from './support/bench-environment.ts';
import { type Benchmark, BenchmarkUnavailable, type Measurement } from './support/benchmark.ts';
import { longestTask } from './support/main-thread-tasks.ts';
import { sampleOrders } from './support/sample-orders.ts';
import { UnwatchedPage } from './support/unwatched-page.ts';

const DAY_MS = 86_400_000;
const CREWS = 40;
const HOURS = 9;
/** Hours in which the windows of the jobs of a crew begin. */
const jobHours = [0, 2, 4, 6];
const LOAD_TASK_BUDGET_MS = 120;
const SLOW_DOWN = 4;
/** The browser stores compiled code with a script that it has run several times. */
const CACHING_VISITS = 3;
const screen = { viewport: { width: 1440, height: 900 } };
const account = { email: 'bench@example.com', password: 'a password for the bench', name: 'Bench' };

export const benchmark: Benchmark = {
  subject: 'the day board with 500 bookings and 40 crews',
  reference: 'one second; a board with one booking',
  unit: 'ms',
  goal: { atMost: 1 },
  // Each operation opens a page.
  warmUpOperations: 2,
  prepare: async (environment) => {
    if (findChromium() === undefined) throw new BenchmarkUnavailable(whyNoChromium());
    const [full, busy, sparse] = await seedDays(environment);
    const browser = await launchChromium();
    environment.defer(() => browser.close());
    const page = await signIn(browser, environment.baseUrl);
    const board = (day: string) => `${environment.baseUrl}/console/board?day=${day}`;
    return [
      {
        name: 'until all cards are painted, page not cached',
        subject: () => onceOf(() => paintMs(page, board(full), 500)),
        reference: async () => ({ value: 1_000, operations: 1 }),
      },
      {
        name: 'longest task while a card is dragged',
        subject: dragging(page, board(full), 500),
        reference: dragging(page, board(sparse), 1),
      },
      ...[false, true].map((isCached) => ({
        name: `longest task while 430 bookings load, slowed down four times, ${isCached ? 'scripts cached' : 'nothing cached'}`,
        subject: loading(browser, page, board(busy), { cards: 430, isCached }),
        reference: async () => ({
          value: LOAD_TASK_BUDGET_MS,
          operations: 1,
          cpuMicros: LOAD_TASK_BUDGET_MS * 1_000,
        }),
      })),
    ];
  },
};

async function onceOf(measure: () => Promise<number>) {
  return { value: await measure(), operations: 1 };
}

/** Days with 500 bookings, with 430 and with one. */
async function seedDays({
  baseUrl,
  partner,
  connection,
  defer,
}: BenchEnvironment): Promise<[string, string, string]> {
  const pool = createPool(connection, { role: 'waybill_system', max: 2, onError: () => {} });
  defer(() => pool.end());
  const system = createSystemDatabase(pool);
  const { bodies } = await sampleOrders(partner);
  const { id: bookingId } = JSON.parse(await partner.post('/bookings', bodies[0], 201)) as { id: string };
  const noon = (days: number) => new Date(Math.floor(Date.now() / DAY_MS + days) * DAY_MS + 14 * 3_600_000);
  await fillDay(connection, { bookingId, count: 500, from: noon(20), hours: 9 });
  const busy = await fillDay(connection, { bookingId, count: 430, from: noon(22), hours: HOURS });
  await fillDay(connection, { bookingId, count: 1, from: noon(25), hours: 1 });
  const environment = 'production' as const;
  const security = testSecurityLog(environment);
  const admin = { system, clock: systemClock, ids: randomIds, environment, security };
  await createOperator(
    admin,
    { ...account, role: 'dispatcher' },
    { kind: 'command', id: 'bench', requestId: 'bench' },
  );
  await assignCrews(baseUrl, busy);
  const dayOf = (days: number) => noon(days).toISOString().slice(0, 10);
  return [dayOf(20), dayOf(22), dayOf(25)];
}

/** Forms the crews and gives each one booking in every hour of `jobHours`. `bookingIds` are in the order of their windows. */
async function assignCrews(baseUrl: string, bookingIds: readonly string[]): Promise<void> {
  const request = async (path: string, body: object, headers: object = {}) => {
    const response = await fetch(`${baseUrl}/operator${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`);
    return (await response.json()) as { id: string; token: string };
  };
  const { email, password } = account;
  const { token } = await request('/sessions', { email, password, token: true });
  const post = (path: string, body: object) => request(path, body, { authorization: `Bearer ${token}` });
  for (let nth = 0; nth < CREWS; nth += 1) {
    const vehicle = await post('/vehicles', { type: 'van', name: `Van ${nth + 1}` });
    const members = [
      await post('/crew-members', { first_name: 'Ana' }),
      await post('/crew-members', { first_name: 'Bo' }),
    ];
    const crew = await post('/crews', {
      name: `Crew ${nth + 1}`,
      vehicle_id: vehicle.id,
      member_ids: members.map(({ id }) => id),
    });
    for (const hour of jobHours) {
      const id = bookingIds[Math.ceil((bookingIds.length / HOURS) * hour) + nth];
      await post(`/bookings/${id}/assign`, { crew_id: crew.id });
    }
  }
}

async function signIn(browser: Browser, baseUrl: string): Promise<Page> {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  await page.goto(`${baseUrl}/console`);
  await page.getByLabel('E-mail address').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Console' }).waitFor();
  return page;
}

/** Time from the start of the navigation to the frame that shows the last card. */
async function paintMs(page: Page | UnwatchedPage, address: string, cards: number): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await page.evaluate(`new Promise((resolve) => {
    const look = () => document.querySelectorAll('[data-card]').length >= ${cards}
      ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look);
    look();
  })`);
  return Number(ms);
}

const LONG_TASK_MS = 50;

/**
 * The longest task from the navigation until all cards are drawn and the page is idle. Its CPU time is that of the main thread.
 * `isCached`: the browser has opened the page before.
 */
function loading(
  browser: Browser,
  first: Page,
  address: string,
  { cards, isCached }: { readonly cards: number; readonly isCached: boolean },
): Measurement {
  return async () => {
    const page = await UnwatchedPage.open(browser, first.context(), screen);
    for (let visit = 0; isCached && visit < CACHING_VISITS; visit += 1) await open(page, address, cards);
    // The end of the visit before is not part of this one.
    await page.goto('about:blank');
    await page.slowDown(SLOW_DOWN);
    const { wallMs, threadMs } = await longestTask(browser, () => open(page, address, cards));
    await page.close();
    return { value: Math.max(LONG_TASK_MS, wallMs), operations: 1, cpuMicros: threadMs * 1_000 };
  };
}

async function open(page: UnwatchedPage, address: string, cards: number): Promise<void> {
  await paintMs(page, address, cards);
  await page.evaluate('new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 1000))');
}

function dragging(page: Page, address: string, cards: number): Measurement {
  return async () => {
    await paintMs(page, address, cards);
    // Wait until the page is idle: the cost of opening the board is measured above.
    await page.evaluate('new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 1000))');
    await page.evaluate(`globalThis.longest = 0; new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: 'longtask' });`);
    const card = await page.locator('[data-drags]').first().boundingBox();
    if (!card) throw new Error('no card to drag');
    await page.mouse.move(card.x + 30, card.y + 20);
    await page.mouse.down();
    for (let move = 0; move < 60; move += 1)
      await page.mouse.move(card.x + 40 + move * 8, card.y + 40 + (move % 30) * 12);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    const longest = await page.evaluate<number>('globalThis.longest');
    // Its work is not part of other measurements.
    await page.goto('about:blank');
    return { value: Math.max(LONG_TASK_MS, longest), operations: 1 };
  };
}
