// Browser tests of the offers on the crew page: answered with one tap, and below the current stop during a job.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { CrewBrowserPage } from '../support/crew-browser-page.ts';
import { CrewEnvironment } from '../support/crew-environment.ts';
import { dispatchAutomatically } from '../support/dispatch-actions.ts';
import { LIVE_UPDATE_MS } from '../support/live-update-deadline.ts';
import { bookVan } from '../support/operator-actions.ts';
import { newOperator } from '../support/operator-client.ts';

let stage: CrewEnvironment;
beforeAll(async () => {
  stage = await CrewEnvironment.start();
});
afterAll(() => stage.close());

describeInBrowser('Offers on the crew page', (browser) => {
  test('shows offers with the time left, declines with a reason, and accepts with one tap', async () => {
    await dispatchAutomatically(stage.test);
    const [crew, rival] = [await stage.crew(), await stage.crew()];
    const at = (hours: number) => new Date(stage.clock.now().getTime() + hours * 3_600_000).toISOString();
    const shift = { crew_id: crew.id, starts_at: at(-1), ends_at: at(12) };
    expect((await stage.operator.post('/shifts', shift)).status).toBe(201);
    const book = (hours = 1) =>
      bookVan(stage.partner, { arrival_window_from: at(hours), description: 'Sofa, two armchairs' });
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '', {
      viewport: { width: 390, height: 844 },
    });
    const { page } = window;
    await page.getByRole('heading', { name: 'No jobs right now' }).waitFor();
    const offer = page.getByRole('article');

    // Offered without a reload. The clocks of server and phone differ by months.
    const declined = await book();
    await offer.getByText('New York, NY → Brooklyn, NY').waitFor({ timeout: LIVE_UPDATE_MS });
    await offer.getByText('Items: Sofa, two armchairs').waitFor();
    expect(await offer.getByRole('timer').innerText()).toMatch(/^(1:00|0:[2-5]\d) left to answer$/);
    await window.expectSound();
    await window.tap('Decline');
    await page.getByRole('dialog').getByRole('timer').waitFor();
    await page.getByLabel('Too far away').check();
    await window.expectSound(['light']);
    await window.tap('Decline offer');
    await page.getByText(/^Declined: Today, .* Your dispatcher sees the reason\.$/).waitFor();
    await offer.waitFor({ state: 'detached' });
    await window.expectFocus('a declined offer');

    const taken = await book();
    await offer.getByRole('timer').waitFor({ timeout: LIVE_UPDATE_MS });
    await window.tap('Decline');
    await stage.operator.post(`/bookings/${taken.id}/assign`, { crew_id: rival.id });
    // The dialog says that the offer has ended, without the form, and stays until it is closed.
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Taken by another crew.').waitFor({ timeout: LIVE_UPDATE_MS });
    expect(await dialog.getByRole('radio').count()).toBe(0);
    expect(await dialog.getByRole('button', { name: 'Decline offer' }).count()).toBe(0);
    await window.expectSound(['light']);
    await dialog.getByRole('button', { name: 'OK' }).tap();
    await dialog.waitFor({ state: 'detached' });
    await offer.getByText('Taken by another crew.').waitFor({ timeout: LIVE_UPDATE_MS });
    await window.expectSound();
    await window.tap('OK');
    await offer.waitFor({ state: 'detached' });

    const accepted = await book();
    await offer.getByRole('timer').waitFor({ timeout: LIVE_UPDATE_MS });
    await window.goOffline();
    await offer.getByText('You are offline', { exact: false }).waitFor();
    expect(await offer.getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true);
    await window.goOnline();
    await window.tap('Accept');
    await window.heading('350 5th Ave');
    expect((await stage.seen(accepted)).state).toBe('dispatched');

    // On a job, the stop stays above the offers. A link says that there is one and how long it can be answered.
    await window.tap('Start driving');
    await book(2);
    const link = page.getByRole('link', { name: /^1 offer, (1:00|0:[0-5]\d) left$/ });
    await link.waitFor({ timeout: LIVE_UPDATE_MS });
    const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
    const heading = page.getByRole('heading', { level: 1 });
    expect(await top(heading)).toBeLessThan(await top(offer));
    await window.expectSound(['light']);
    await link.tap();
    await expect.poll(() => top(heading)).toBeLessThan(0);
    await offer.getByRole('button', { name: 'Accept' }).waitFor();
    await window.expected(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await window.close();

    const desk = await ConsoleBrowserPage.open(browser(), stage.test.baseUrl, {
      viewport: { width: 1280, height: 900 },
    });
    await desk.enter(await newOperator(stage.test, 'dispatcher'), `/bookings/${declined.id}`);
    await desk.page.getByText('Too far away').waitFor();
    expect(await desk.faults()).toEqual([]);
    await desk.close();
  });
});
