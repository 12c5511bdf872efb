// Browser tests of the crew page after a reported problem: what the page says once a dispatcher has decided.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { CrewBrowserPage } from '../support/crew-browser-page.ts';
import { CrewEnvironment } from '../support/crew-environment.ts';
import { LIVE_UPDATE_MS } from '../support/live-update-deadline.ts';
import { finishStop, go } from '../support/operator-actions.ts';

let stage: CrewEnvironment;
beforeAll(async () => {
  stage = await CrewEnvironment.start();
});
afterAll(() => stage.close());

describeInBrowser('The crew page after a reported problem', (browser) => {
  /** The phone of a crew that is at the last stop of its only job. */
  async function atLastStop() {
    const crew = await stage.crew();
    const booking = await stage.assign(crew.id);
    for (const move of ['depart', 'arrive']) await go(stage.operator, booking, 0, move);
    await finishStop(stage.operator, booking, 0);
    for (const move of ['depart', 'arrive']) await go(stage.operator, booking, 1, move);
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '', {
      serviceWorkers: 'block',
    });
    await window.heading('1 Main St');
    return { booking, crewId: crew.id, window };
  }

  async function reportProblem(window: CrewBrowserPage): Promise<void> {
    await window.tap('Report a problem');
    await window.page.getByLabel('Contact not there').check();
    await window.tap('Notify dispatcher');
    await window.endHold();
    await window.page.getByText('Your dispatcher has been notified', { exact: false }).waitFor();
  }

  test('never calls a job done whose completion was undone and whose last stop was skipped', async () => {
    const { booking, window } = await atLastStop();
    const { page } = window;
    const done = page.getByText(/^Done: /);
    await window.photograph('Take photo and complete');
    await window.tap('Use photo and complete');
    await done.waitFor();
    await window.tap('Undo');
    await done.waitFor({ state: 'detached' });

    await reportProblem(window);
    await go(stage.operator, booking, 1, 'skip', { reason: 'The customer is not there' });
    await page.getByText('New jobs appear here automatically.').waitFor({ timeout: LIVE_UPDATE_MS });
    expect(await done.count()).toBe(0);
    // A skipped stop does not complete a job in the words of the page.
    await page.getByRole('heading', { name: 'No jobs right now' }).waitFor();
    const skipped = page.getByText('Dispatch skipped the stop at 1 Main St');
    await skipped.waitFor();
    await page.getByText('Ask dispatch where to take the items.').waitFor();
    await window.expectSound();
    await page.reload();
    await skipped.waitFor();
    await window.tap('OK');
    await skipped.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'No jobs right now' }).waitFor();
    expect(await skipped.count()).toBe(0);
    await window.expected(/blocked by Playwright/);
    await window.close();
  });

  test('shows how a job ended when the next one begins, also on a page that was scrolled', async () => {
    const { crewId, window } = await atLastStop();
    const { page } = window;
    const later = new Date(stage.clock.now().getTime() + 6 * 3_600_000).toISOString();
    await stage.assign(crewId, { arrival_window_from: later });
    await page.getByRole('heading', { name: 'Later jobs' }).waitFor({ timeout: LIVE_UPDATE_MS });
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await window.photograph('Take photo and complete');
    await window.tap('Use photo and complete');
    await window.heading('350 5th Ave');
    await expect.poll(async () => (await page.getByText(/^Done: /).boundingBox())?.y).toBeGreaterThan(0);
    await window.expected(/blocked by Playwright/);
    await window.close();
  });

  test('keeps the current stop above the decision, the location card and the notices during a job', async () => {
    const { booking, window } = await atLastStop();
    const { page } = window;
    // The failed stop differs from the others by color and icon.
    const mark = (name: string) => page.getByRole('listitem').filter({ hasText: name }).locator('svg');
    const colorOf = (name: string) =>
      page.evaluate(
        `getComputedStyle([...document.querySelectorAll('li svg')]
          .find((icon) => icon.closest('li').innerText.includes('${name}')).parentElement).backgroundColor`,
      );
    expect(await mark('1 Main St').count()).toBe(0);
    await reportProblem(window);
    await mark('1 Main St').waitFor();
    expect(await colorOf('1 Main St')).not.toBe(await colorOf('350 5th Ave'));
    await window.expectSound();
    await go(stage.operator, booking, 1, 'retry');
    const decision = page.getByText('Dispatch asks you to try the stop at 1 Main St again');
    await decision.waitFor({ timeout: LIVE_UPDATE_MS });
    const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
    const stop = page.getByRole('heading', { name: '1 Main St', level: 1 });
    const link = page.getByRole('link', { name: '1 notice' });
    expect(await top(link)).toBeLessThan(await top(stop));
    expect(await top(stop)).toBeLessThan(await top(decision));
    expect(await top(decision)).toBeLessThan(
      await top(page.getByRole('region', { name: 'Share your location' })),
    );
    await window.expectSound();
    await link.tap();
    await expect.poll(() => top(stop)).toBeLessThan(0);
    await window.tap('OK');
    await decision.waitFor({ state: 'detached' });
    expect(await link.count()).toBe(0);
    await window.expected(/blocked by Playwright/);
    await window.close();
  });
});
