// Browser tests of the tracking page: several links of one booking are followed from creation to proof of delivery, at
// phone and desktop size, in both languages and themes.
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { completeStop, failStop } from '../../src/domain/booking/booking-progress.ts';
import { messagesByLanguage } from '../../web/tracking/messages.ts';
import { BrowserPage } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { queryAsOwner } from '../support/database.ts';
import { isMeasured, LIVE_UPDATE_MS } from '../support/live-update-deadline.ts';
import { scriptBytes } from '../support/script-bytes.ts';
import { type Shown, TrackingStage } from '../support/tracked-booking.ts';

/** "Live" stands only beside a fresh position. */
const connected = /^(Live|En vivo|Updates automatically|Se actualiza sola)$/;
const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true } as const;

let stage: TrackingStage;
beforeAll(async () => {
  stage = await TrackingStage.start();
});
beforeEach(() => stage.clock.set(new Date('2027-03-10T15:30:00Z')));
afterAll(() => stage.close());

describeInBrowser('The tracking page', (browser) => {
  async function openLink(token: string, options: BrowserContextOptions = {}): Promise<BrowserPage> {
    const window = await BrowserPage.open(browser(), stage.test.baseUrl, {
      timezoneId: 'America/New_York',
      locale: 'en-US',
      ...options,
    });
    await window.page.goto(`${stage.test.baseUrl}/track/${token}`);
    await window.page.getByRole('heading', { level: 1 }).waitFor();
    // Connected: from here on no change may be missed.
    await window.page.getByText(connected).waitFor();
    return window;
  }

  /** Loads the view again, as after an interval: the clock of the test jumps. */
  const refresh = ({ page }: BrowserPage) => page.evaluate(`dispatchEvent(new Event('online'))`);

  const titleOf = ({ page }: BrowserPage) => page.getByRole('heading', { level: 1 }).innerText();

  /** Runs `act` and expects every page to show its effect in time and to be accessible. */
  async function follow(
    windows: readonly BrowserPage[],
    act: () => Promise<unknown>,
    titles: readonly RegExp[],
  ) {
    await act();
    const since = performance.now();
    await stage.wake();
    await Promise.all(
      windows.map(async (window, index) => {
        await expect
          .poll(() => titleOf(window), { timeout: LIVE_UPDATE_MS, interval: 50 })
          .toMatch(titles[index] ?? /./);
      }),
    );
    if (isMeasured) expect(performance.now() - since).toBeLessThan(LIVE_UPDATE_MS);
    await expectAllSound(windows);
  }

  /** The first window in both themes, the others in one: they show the same components. */
  async function expectAllSound([first, ...others]: readonly BrowserPage[]) {
    if (first) await expectSound(first);
    for (const [index, window] of others.entries())
      await expectSound(window, [index === 0 ? 'dark' : 'light']);
  }

  async function expectSound(window: BrowserPage, themes: readonly ('dark' | 'light')[] = ['dark', 'light']) {
    for (const theme of themes) {
      await window.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      expect(await window.faults(), theme).toEqual([]);
    }
    expect(await window.page.evaluate('document.getAnimations().length'), 'with reduced motion').toBe(0);
    if ((await window.page.locator('html').getAttribute('lang')) === 'es') await expectSpanish(window);
  }

  /** Static parts of the English texts; none may appear on a Spanish page. */
  const englishWords = Object.values(messagesByLanguage.en)
    .flatMap((text) => text.split(/\{\w+\}/))
    .map((text) => text.trim().replace(/^[.,:]|[.,:]$/g, ''))
    .filter((text) => /[a-z]{3}/i.test(text));

  async function expectSpanish({ page }: BrowserPage) {
    const text = await page.evaluate(`document.title + ' ' + document.body.innerText + ' ' +
      [...document.querySelectorAll('[aria-label],[alt]')].map((it) => it.ariaLabel ?? it.alt).join(' ')`);
    // Whole words only: "Stop" does not match "Stopa".
    const found = englishWords.filter((word) =>
      new RegExp(`(?<![\\p{L}])${word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}(?![\\p{L}])`, 'iu').test(
        String(text),
      ),
    );
    expect(found).toEqual([]);
  }

  /** Moves fingers over the map: positions from its left edge and from its middle. */
  async function touch(
    { page }: BrowserPage,
    from: readonly [number, number][],
    to: readonly [number, number][],
  ) {
    const box = await page.locator('.map-pane').boundingBox();
    const cdp = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd'
            ? []
            : from.map(([x, y], id) => ({
                id,
                x: (box?.x ?? 0) + x + ((to[id]?.[0] ?? x) - x) * share,
                y: (box?.y ?? 0) + (box?.height ?? 0) / 2 + y + ((to[id]?.[1] ?? y) - y) * share,
              })),
      });
    await send('touchStart', 0);
    for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', share);
    await send('touchEnd', 1);
    await cdp.detach();
  }

  test('follows a booking through all stages without a reload', async () => {
    const shown: Shown = await stage.book();
    const { id, token } = shown;
    const [sellers = '', buyers = ''] = shown.contactTokens;
    const [stranger, seller, buyer] = await Promise.all([
      openLink(token, phone),
      openLink(sellers),
      openLink(buyers, { ...phone, locale: 'es-MX' }),
    ]);
    const windows = [stranger, seller, buyer];
    for (const { page } of windows) await page.evaluate('window.wasLoaded = 1');
    const { mover, clock } = stage;

    await follow(windows, async () => {}, [/^2(:\d\d)?–[34](:\d\d)?\sPM$/, /^2–3\sPM$/, /^2(:\d\d)?–[34]/]);
    await stranger.page.getByText('Your delivery: today').waitFor();
    await seller.page.getByText('Your pickup: today').waitFor();
    await buyer.page.getByText('Su entrega: hoy').waitFor();
    await mover.assign(id);
    clock.advance({ minutes: 2 });
    await Promise.all(windows.map(refresh));
    await Promise.all(
      windows.map(({ page }) => page.getByRole('heading', { name: /^Ana (and|y) Bo$/ }).waitFor()),
    );
    await expectAllSound(windows);
    expect(await stranger.page.getByRole('link', { name: 'Call the crew' }).getAttribute('href')).toBe(
      'tel:+13125550100',
    );

    clock.advance({ hours: 3 });
    await follow(windows, () => mover.depart(id), [/^On the way$/, /^On the way$/, /^En camino$/]);
    await follow(windows, () => stage.report(id, [-73.9712, 40.7831], 17), [
      /^2(:\d\d)?–[23](:\d\d)?\sPM$/,
      /^\d\d–\d\d minutes away$/,
      /^2(:\d\d)?–[23](:\d\d)?/,
    ]);
    await Promise.all(windows.map(({ page }) => page.getByText(/^(Live|En vivo)$/).waitFor()));
    expect(
      await seller.page
        .getByRole('group', { name: /The crew is about 2\.\d miles in a straight line from 350 5th Ave/ })
        .count(),
    ).toBe(1);
    await buyer.page.getByText('2 paradas antes de la suya.').waitFor();
    await Promise.all(windows.map((window) => window.expectMap()));

    clock.advance({ minutes: 16 });
    await follow(windows, () => mover.arrive(id), [
      /^2(:\d\d)?–3(:\d\d)?\sPM$/,
      /^The crew is here$/,
      /^2(:\d\d)?–3(:\d\d)?/,
    ]);
    await seller.page.getByText('Please come to the door, or call the crew.').waitFor();
    expect(await seller.page.locator('[aria-current=step]').innerText()).toBe('Arrived');
    expect(await stranger.page.locator('[aria-current=step]').innerText()).toBe('On the way');
    expect(await stranger.page.getByText('Please come to the door').count()).toBe(0);
    clock.advance({ minutes: 16 });
    await follow(windows, () => stage.photograph(id), [
      /^[23](:\d\d)?–[23](:\d\d)?\sPM$/,
      /^Picked up$/,
      /./,
    ]);
    // The seller sees the photo of the seller's stop; the buyer does not.
    const photo = seller.page.getByRole('img', { name: /^Photo 1 of the completed stop: 350 5th Ave/ });
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => seller.page.evaluate(`document.querySelector('img').naturalWidth`))
      .toBeGreaterThan(0);
    expect(await buyer.page.locator('img').count()).toBe(0);
    expect(await seller.page.getByRole('link', { name: 'Call the crew' }).count()).toBe(0);
    // For the seller the delivery is over, for the buyer it goes on.
    expect(await seller.page.locator('[aria-current=step]').innerText()).toBe('Picked up');
    expect(await buyer.page.locator('[aria-current=step]').innerText()).toBe('En camino');

    for (const _ of [1, 2]) {
      await mover.depart(id);
      clock.advance({ minutes: 14 });
      await mover.arrive(id);
      clock.advance({ minutes: 14 });
      if (_ === 1) await stage.photograph(id);
    }
    await follow(windows, () => stage.photograph(id), [/^Delivered$/, /^Picked up$/, /^Entregado$/]);
    // The photo of the reader's stop comes first.
    const own = seller.page.getByRole('region', { name: 'Photos of your stop' }).getByRole('img');
    expect(await own.getAttribute('alt')).toMatch(/: 350 5th Ave/);
    expect(
      await seller.page.getByRole('img', { name: /^Photo 1 of the completed stop: 350 5th Ave/ }).count(),
    ).toBe(1);
    await stranger.page.getByText('This page is available until March 24, 2027.').waitFor();
    for (const { page } of windows) expect(await page.evaluate('window.wasLoaded')).toBe(1);
    for (const window of windows) await window.close();
  });

  test('marks a stale position, and says what to do and what happens next when a stop fails', async () => {
    const { mover, clock } = stage;
    const { id, contactTokens } = await stage.book();
    await mover.assign(id);
    await mover.depart(id);
    const buyer = await openLink(contactTokens[1] ?? '', phone);
    const { page } = buyer;
    await follow([buyer], () => stage.report(id, [-73.9712, 40.7831], 17), [/^11(:\d\d)?\sAM–12(:\d\d)?/]);
    await page.getByText('Live', { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe(`${await titleOf(buyer)} · Your delivery`);
    const crew = page.locator('[data-marker="crew"]');
    await crew.locator('.map-pulse').waitFor({ state: 'attached' });
    clock.advance({ minutes: 28 });
    await refresh(buyer);
    await page.getByText('Position from 28 minutes ago', { exact: true }).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    expect(await crew.locator('.map-pulse').count()).toBe(0);
    await expectSound(buyer);

    for (const position of [0, 1, 2]) {
      if (position > 0) await mover.depart(id);
      await mover.arrive(id);
      if (position < 2) await mover.complete(id);
    }
    const fail = (reason: string) =>
      mover.move(id, (booking, now) =>
        failStop(booking, { stopId: booking.dispatch?.routeStopId ?? '', reason, photoUrls: [] }, now),
      );
    await follow([buyer], () => fail('Contact not there: rang twice'), [/^The crew cannot reach you$/]);
    await page.getByText('Please come to the door, or call the crew.').waitFor();
    const calls = page.getByRole('link', { name: 'Call the crew' });
    expect(await calls.first().getAttribute('href')).toBe('tel:+13125550100');
    expect(await calls.count()).toBe(2);
    expect(await page.locator('body').innerText()).not.toContain('rang twice');
    const skipped = { photoUrls: [], outcome: 'skipped', reason: 'unattended' } as const;
    await follow(
      [buyer],
      () =>
        mover.move(id, (booking, now) =>
          completeStop(booking, { stopId: booking.dispatch?.routeStopId ?? '', ...skipped }, now),
        ),
      [/^Not delivered$/],
    );
    await page.getByText('To arrange a new time, contact Acme Furniture.').waitFor();
    await buyer.close();
  });

  test('reconnects after a lost connection and shows what it missed', async () => {
    const { id, token } = await stage.book();
    const window = await openLink(token);
    await queryAsOwner(
      stage.test.connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'waybill:listener' and datname = current_database()`,
    );
    await window.page.getByText('Reconnecting…').waitFor();
    await window.page.context().setOffline(true);
    await window.page.getByText('The server cannot be reached').waitFor();
    await window.page.context().setOffline(false);
    await window.page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
    await stage.partner.post(`/bookings/${id}/cancel`);
    await expect.poll(() => titleOf(window)).toBe('Cancelled');
    await window.page.getByText('This delivery was cancelled on request.').waitFor();
    await expectSound(window);
    await window.expected(/ERR_INTERNET_DISCONNECTED/);
    await window.close();
  });

  test('shows warnings in both languages and works by keyboard', async () => {
    const { token } = await stage.book();
    const window = await openLink(token, phone);
    stage.clock.advance({ hours: 8 });
    await window.page.reload();
    await window.page.getByText('Running late').waitFor();
    // The organization has no help contact: the code stands alone, without an invitation that leads nowhere.
    await window.page.getByText(/^Confirmation code: \S+$/).waitFor();
    expect(await window.page.getByText('Questions?').count()).toBe(0);
    await window.tabTo('ES Español');
    await window.page.keyboard.press('Enter');
    await window.page.getByText('Vamos con retraso').waitFor();
    await expectSound(window);
    // The map is moved by keyboard, and shows the whole route again.
    await window.expectMap();
    const drawing = window.page.locator('.map-pane');
    const origin = drawing.locator('[data-marker="stop 0"] .map-shape');
    const before = await origin.boundingBox();
    await drawing.focus();
    await window.page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await origin.boundingBox())?.x).toBeCloseTo((before?.x ?? 0) - 80, 0);
    await window.page.getByRole('button', { name: 'Acercar' }).tap();
    await window.tabTo('Restablecer el mapa');
    await window.page.keyboard.press('Enter');
    await expect.poll(async () => (await origin.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0);
    await drawing.and(window.page.locator(':focus')).waitFor();
    // Two fingers zoom the map; one finger scrolls the page.
    const scale = window.page.locator('.map-scale-text');
    const wholeRoute = await scale.innerHTML();
    await drawing.scrollIntoViewIfNeeded();
    await touch(
      window,
      [
        [150, 0],
        [210, 0],
      ],
      [
        [60, 0],
        [300, 0],
      ],
    );
    await expect.poll(() => scale.innerHTML()).not.toBe(wholeRoute);
    const zoomed = await scale.innerHTML();
    const scrolled = Number(await window.page.evaluate('scrollY'));
    await touch(window, [[180, 40]], [[180, -60]]);
    await expect.poll(() => window.page.evaluate('scrollY')).toBeGreaterThan(scrolled);
    expect(await scale.innerHTML()).toBe(zoomed);
    await window.tabTo('Usar tema oscuro');
    await window.page.keyboard.press('Enter');
    expect(await window.page.locator('html').getAttribute('data-theme')).toBe('dark');
    // The choice survives a reload.
    await window.page.reload();
    await window.page.getByText('Vamos con retraso').waitFor();
    await window.close();
  });

  test('explains an unknown link, at phone size', async () => {
    const window = await BrowserPage.open(browser(), stage.test.baseUrl, { ...phone, locale: 'es-MX' });
    await window.page.goto(`${stage.test.baseUrl}/track/AAAAAAAAAAAAAAAAAAAAAA`);
    expect(await titleOf(window)).toBe('No encontramos esta entrega');
    await expectSound(window);
    await window.page.getByRole('link', { name: 'English' }).click();
    await window.page.getByRole('heading', { name: 'We cannot find this delivery' }).waitFor();
    await window.expected(/404/);
    await window.close();
  });

  test('paints without its script, in the stored theme and language, and says what to do if it does not load', async () => {
    const { token } = await stage.book();
    const window = await openLink(token, phone);
    await window.page.evaluate(
      `localStorage.setItem('waybill-theme', 'dark'), localStorage.setItem('waybill-language', 'es')`,
    );
    await window.page.route(/\/main-[^/]+\.js$/, (route) => route.abort());
    await window.page.reload();
    await window.page.getByText('Cargando su entrega…').waitFor();
    expect(await window.page.getByText('Loading your delivery…').isVisible()).toBe(false);
    expect(await window.page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await window.faults()).toEqual([]);
    await window.page.getByText('Si no aparece nada, vuelva a cargar la página.').waitFor();
    await window.page.unrouteAll();
    await window.page.reload();
    await window.page.getByText(connected).waitFor();
    expect(await window.page.getByText('Si no aparece nada').count()).toBe(0);
    await window.expected(/ERR_FAILED|preloaded/);
    await window.close();
  });

  test('loads less than 90 kB of compressed script before the map and paints within 1.8 s on a slow phone', async () => {
    const { token } = await stage.book();
    const html = await (await fetch(`${stage.test.baseUrl}/track/${token}`)).text();
    expect(await scriptBytes(stage.test.baseUrl, html)).toBeLessThan(90_000);
    const window = await openLink(token, phone);
    const cdp = await window.page.context().newCDPSession(window.page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await window.page.reload();
    const paintMs = await window.largestPaintMs();
    if (isMeasured) expect(paintMs).toBeLessThan(1_800);
    await window.close();
  });
});
