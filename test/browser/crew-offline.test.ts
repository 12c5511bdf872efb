// Browser tests of the crew page offline: a whole job is recorded on the phone and synced after the connection returns.
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../support/chromium.ts';
import { CrewBrowserPage } from '../support/crew-browser-page.ts';
import { CrewEnvironment } from '../support/crew-environment.ts';
import { docsPicture } from '../support/docs-picture.ts';
import { eventsOf } from '../support/operator-actions.ts';

let stage: CrewEnvironment;
beforeAll(async () => {
  stage = await CrewEnvironment.start();
});
afterAll(() => stage.close());

describeInBrowser('The crew page offline', (browser) => {
  test('records a whole job and syncs it once, in order, with the original times', async () => {
    const crew = await stage.crew();
    const booking = await stage.assign(crew.id);
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '');
    const { page } = window;
    expect(page.url()).toBe(`${stage.test.baseUrl}/crew/`);
    await window.heading('350 5th Ave');
    await page.getByText('Dock code 4711#').waitFor();
    expect(await page.getByRole('link', { name: 'Call Sam' }).getAttribute('href')).toBe('tel:+12125550161');
    expect(await page.getByRole('link', { name: /^Navigate/ }).getAttribute('href')).toMatch(
      /^(https:\/\/|geo:)/,
    );
    await window.expectSound();
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');

    await window.goOffline();
    // Interval that contains each tap: from before the tap until the page shows its effect. Robust on a slow machine.
    const taps: Record<string, [from: number, until: number]> = {};
    const during = async (name: string, act: () => Promise<unknown>) => {
      const from = Date.now();
      await act();
      taps[name] = [from, Date.now()];
    };
    await during('driving', async () => {
      await window.tap('Start driving');
      await page.getByText('1 step waiting to sync').waitFor();
    });
    await during('at', async () => {
      await window.tap('I have arrived');
      await page.getByText('2 steps waiting to sync').waitFor();
    });
    // Reloaded offline: the page, the job and the queue are still there.
    await page.reload();
    await page.getByText('2 steps waiting to sync').waitFor();
    await window.heading('350 5th Ave');
    await page.locator('.map-pane [data-marker]').first().waitFor();
    await docsPicture(window, 'crew-offline');
    await window.expectSound(['dark']);
    // The photo is shown before it is used, and can be taken again.
    await window.photograph('Take photo and complete');
    const review = page.getByRole('dialog', { name: 'Check the photo' });
    const taken = review.getByRole('img', { name: 'The photo you took' });
    const first = await taken.getAttribute('src');
    await window.expectSound();
    await window.photograph('Retake');
    await expect.poll(() => taken.getAttribute('src')).not.toBe(first);
    await review.getByRole('button', { name: 'Close' }).tap();
    expect(await page.getByRole('img', { name: /^Photo \d of this stop$/ }).count()).toBe(1);
    await page.reload();
    await page.getByRole('button', { name: 'Photo 1 of this stop' }).tap();
    await window.tap('Use photo');
    await page.getByText('2 steps waiting to sync').waitFor();
    // Scrolled to the route below the stop.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
    expect(await top(page.getByRole('heading', { level: 1 }))).toBeLessThan(0);
    await during('done', async () => {
      await window.tap('Complete stop');
      await window.heading('1 Main St');
    });
    // The card of the next stop is in view from its top.
    const nextStop = page.getByRole('region', { name: 'Drop-off', exact: true });
    await expect.poll(() => top(nextStop)).toBeGreaterThanOrEqual(0);
    expect(await top(nextStop)).toBeLessThan(100);
    await page.getByText('3 steps waiting to sync').waitFor();
    await window.tap('Start driving');
    const estimate = page.getByText(/^Estimated: /);
    await estimate.waitFor();
    await window.tap('I have arrived');
    await estimate.waitFor({ state: 'detached' });
    await window.photograph('Add a photo');
    await window.tap('Use photo');
    await page.getByRole('img', { name: 'Photo 1 of this stop' }).waitFor();
    await window.expectSound(['light']);
    await window.tap('Complete stop');
    await page.getByRole('heading', { name: 'All jobs completed' }).waitFor();
    await page.getByText('Done: 2 stops, on time').waitFor();
    await page.getByText('No other job is planned right now.').waitFor();
    await window.expectSound(['light']);
    await page.getByText('6 steps waiting to sync').waitFor();
    expect((await stage.seen(booking)).dispatch.state).toBe('pending');

    const offlineAt = stage.clock.now().getTime();
    stage.clock.advance({ minutes: 45 });
    await window.goOnline();
    await page.getByText('All sent').waitFor();
    const { state, dispatch_state, dispatch, updated_at } = await stage.seen(booking);
    expect([state, dispatch_state]).toEqual(['dispatched', 'destination_done']);
    expect(Date.parse(updated_at)).toBeGreaterThan(offlineAt + 40 * 60_000);
    const events = dispatch.events as { state: string; triggered_at: string; photo_urls: string[] }[];
    expect(events.map((event) => event.state).join(' ')).toBe(
      'pending driving at done pending driving at done',
    );
    // On the server's clock, which did not advance during the taps, the steps are as far apart as the taps were.
    const [firstFrom, firstUntil] = taps['driving'] ?? [0, 0];
    for (const [name, [from, until]] of Object.entries(taps)) {
      const happenedAt = Date.parse(events.find((each) => each.state === name)?.triggered_at ?? '');
      const sinceFirst = happenedAt - Date.parse(events[1]?.triggered_at ?? '');
      expect(sinceFirst, name).toBeGreaterThanOrEqual(from - firstUntil);
      expect(sinceFirst, name).toBeLessThanOrEqual(until - firstFrom);
      // Not the time of the sync, 45 minutes later.
      expect(happenedAt).toBeLessThan(offlineAt + 30 * 60_000);
    }
    const stop = ['departed', 'arrived', 'completed'].map((it) => `booking.stop.${it}`);
    expect(await eventsOf(stage.partner, booking.id, 9)).toEqual([
      'booking.created',
      'booking.dispatched',
      ...stop,
      'booking.updated',
      ...stop,
    ]);
    const [photo = ''] = events.flatMap(({ photo_urls }) => photo_urls);
    const kept = await fetch(stage.test.baseUrl + new URL(photo).pathname);
    const { width, exif } = await sharp(Buffer.from(await kept.arrayBuffer())).metadata();
    expect([width, exif]).toEqual([1_600, undefined]);
    await window.expected(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await window.close();
  });

  test('syncs queued steps in the background after the page is closed', async () => {
    const crew = await stage.crew();
    const booking = await stage.assign(crew.id);
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '');
    const { page } = window;
    await window.heading('350 5th Ave');
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
    const other = await page.context().newPage();
    const cdp = await page.context().newCDPSession(other);
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const ours = registrations.find(({ scopeURL }) => scopeURL === `${stage.test.baseUrl}/crew/`);
        if (ours) resolve(ours.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    const registrationId = await registered;

    await window.goOffline();
    await window.tap('Start driving');
    await page.getByText('1 step waiting to sync').waitFor();
    await window.tap('I have arrived');
    await page.getByText('2 steps waiting to sync').waitFor();
    // Closed while the second step is held.
    await page.getByText('Arrival: 350 5th Ave').waitFor();
    await page.close();
    expect((await stage.seen(booking)).dispatch.state).toBe('pending');
    await window.goOnline();
    // Chromium does this by itself some time after the connection returns, and again after an event that has failed, for
    // example because a busy server did not respond in time.
    const stateAfterSync = async () => {
      await cdp.send('ServiceWorker.dispatchSyncEvent', {
        origin: stage.test.baseUrl,
        registrationId,
        tag: 'waybill-crew',
        lastChance: false,
      });
      return (await stage.seen(booking)).dispatch.state;
    };
    await expect.poll(stateAfterSync, { interval: 2_000 }).toBe('at');
    expect(await eventsOf(stage.partner, booking.id, 4)).toEqual([
      'booking.created',
      'booking.dispatched',
      'booking.stop.departed',
      'booking.stop.arrived',
    ]);
    // After reopening, the queue is empty.
    await other.goto(`${stage.test.baseUrl}/crew/`);
    await other.getByText('Take photo and complete').waitFor();
    expect(await other.getByText(/waiting to sync/).count()).toBe(0);
    await window.expected(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await window.close();
  });
});
