// The crew's page on a real browser the size of a small phone: signed in by link, worked with and without a line, in both
// languages and colours, installed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wordsOf } from '../../web/crew/words.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleWindow } from '../support/console-window.ts';
import { CrewStage, cameraPicture, smallPhone } from '../support/crew-stage.ts';
import { NEWS_WITHIN_MS } from '../support/news-within.ts';
import { newOperator } from '../support/operator-client.ts';
import { go, toldOf } from '../support/operator-desk.ts';
import { PageWindow } from '../support/page-window.ts';

let stage: CrewStage;
beforeAll(async () => {
  stage = await CrewStage.start();
});
afterAll(() => stage.close());

describeInBrowser('the page of a crew', (browser) => {
  async function open(memberId: string, options = {}): Promise<PageWindow> {
    const window = await PageWindow.open(browser(), stage.test.baseUrl, { ...smallPhone, ...options });
    await window.page.goto(await stage.linkFor(memberId));
    await window.page.getByRole('button', { name: /^(Sign out|Cerrar sesión)$/ }).waitFor();
    await window.settled();
    return window;
  }

  const tap = ({ page }: PageWindow, name: string) => page.getByRole('button', { name, exact: true }).tap();
  const heading = ({ page }: PageWindow, name: string) =>
    page.getByRole('heading', { name, level: 1 }).waitFor();
  const photograph = async ({ page }: PageWindow, label: string) =>
    page.getByLabel(label, { exact: true }).setInputFiles(await cameraPicture());

  async function expectSound(window: PageWindow, themes: readonly ('dark' | 'light')[] = ['dark', 'light']) {
    for (const theme of themes) {
      await window.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await window.settled();
      expect(await window.accessibilityFaults(), theme).toEqual([]);
    }
    expect(await window.overflow()).toBeLessThanOrEqual(0);
    if ((await window.page.locator('html').getAttribute('lang')) === 'es') await expectSpanish(window);
  }

  const englishWords = Object.values(wordsOf.en)
    .flatMap((text) => text.split(/\{\w+\}/))
    .map((text) =>
      text
        .trim()
        .replace(/^[.,:()·]+|[.,:()·]+$/g, '')
        .trim(),
    )
    .filter((text) => /[a-z]{3}/i.test(text));

  /** The vehicle is called what operators call it. */
  async function expectSpanish({ page }: PageWindow) {
    const text = await page.evaluate(`document.title + ' ' + document.body.innerText + ' ' +
      [...document.querySelectorAll('[aria-label],[alt]')].map((it) => it.ariaLabel ?? it.alt).join(' ')`);
    const found = englishWords.filter((word) =>
      new RegExp(`(?<![\\p{L}])${word.replace(/[.*+?^$()|[\]\\]/g, '\\$&')}(?![\\p{L}])`, 'iu').test(
        String(text).replaceAll(/Van of \S+ \S+/g, ''),
      ),
    );
    expect(found).toEqual([]);
  }

  test('without a line takes a whole job, and tells it once, in order, with the times at which it happened', async () => {
    const crew = await stage.crew();
    const booking = await stage.assign(crew.id);
    const window = await open(crew.members[0]?.id ?? '');
    const { page } = window;
    expect(page.url()).toBe(`${stage.test.baseUrl}/crew/`);
    await heading(window, '350 5th Ave');
    await page.getByText('Dock code 4711#').waitFor();
    expect(await page.getByRole('link', { name: 'Call Sam' }).getAttribute('href')).toBe('tel:+12125550161');
    expect(await page.getByRole('link', { name: /^Navigate/ }).getAttribute('href')).toMatch(
      /^(https:\/\/|geo:)/,
    );
    await expectSound(window);
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');

    await page.context().setOffline(true);
    // When each was tapped at the earliest, and when the page showed it: however busy the machine is, it was in between.
    const taps: Record<string, [from: number, until: number]> = {};
    const during = async (name: string, act: () => Promise<unknown>) => {
      const from = Date.now();
      await act();
      taps[name] = [from, Date.now()];
    };
    await during('driving', async () => {
      await tap(window, 'Set out');
      await page.getByText('1 step waiting to sync').waitFor();
    });
    await during('at', async () => {
      await tap(window, 'Arrived');
      await page.getByText('2 steps waiting to sync').waitFor();
    });
    // Closed and opened again without a line: the page, the job and what waits are still there.
    await page.reload();
    await page.getByText('2 steps waiting to sync').waitFor();
    await heading(window, '350 5th Ave');
    await expectSound(window, ['dark']);
    await during('done', async () => {
      await photograph(window, 'Photo and done');
      await heading(window, '1 Main St');
    });
    await tap(window, 'Arrived');
    await photograph(window, 'Add a photo');
    await page.getByRole('img', { name: 'Photo 1 of this stop' }).waitFor();
    await expectSound(window, ['light']);
    await tap(window, 'Done');
    await page.getByRole('heading', { name: 'No jobs right now' }).waitFor();
    await page.getByText('6 steps waiting to sync').waitFor();
    expect((await stage.seen(booking)).dispatch.state).toBe('pending');

    const offlineAt = stage.clock.now().getTime();
    stage.clock.advance({ minutes: 45 });
    await page.context().setOffline(false);
    await page.getByText('All sent').waitFor();
    const { state, dispatch, updated_at } = await stage.seen(booking);
    expect(state).toBe('completed');
    expect(Date.parse(updated_at)).toBeGreaterThan(offlineAt + 40 * 60_000);
    const events = dispatch.events as { state: string; triggered_at: string; photo_urls: string[] }[];
    expect(events.map((event) => event.state).join(' ')).toBe(
      'pending driving at done pending driving at done',
    );
    // By the server's clock, which stood still meanwhile: as far apart as the taps were.
    const [firstFrom, firstUntil] = taps['driving'] ?? [0, 0];
    for (const [name, [from, until]] of Object.entries(taps)) {
      const happenedAt = Date.parse(events.find((each) => each.state === name)?.triggered_at ?? '');
      const sinceFirst = happenedAt - Date.parse(events[1]?.triggered_at ?? '');
      expect(sinceFirst, name).toBeGreaterThanOrEqual(from - firstUntil);
      expect(sinceFirst, name).toBeLessThanOrEqual(until - firstFrom);
      // Before the three quarters of an hour that passed until it was told.
      expect(happenedAt).toBeLessThan(offlineAt + 30 * 60_000);
    }
    expect(await toldOf(stage.partner, booking.id, 9)).toEqual([
      'booking.created',
      'booking.dispatched',
      ...['departed', 'arrived', 'completed', 'departed', 'arrived', 'completed'].map(
        (it) => `booking.stop.${it}`,
      ),
      'booking.completed',
    ]);
    const [photo = ''] = events.flatMap(({ photo_urls }) => photo_urls);
    const kept = await fetch(stage.test.baseUrl + new URL(photo).pathname);
    const { width, exif } = await (await import('sharp'))
      .default(Buffer.from(await kept.arrayBuffer()))
      .metadata();
    expect([width, exif]).toEqual([1_600, undefined]);
    await window.expected(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await window.close();
  });

  test('tells what waits although it was closed, once the browser has a line again', async () => {
    const crew = await stage.crew();
    const booking = await stage.assign(crew.id);
    const window = await open(crew.members[0]?.id ?? '');
    const { page } = window;
    await heading(window, '350 5th Ave');
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

    await page.context().setOffline(true);
    await tap(window, 'Set out');
    await page.getByText('1 step waiting to sync').waitFor();
    await tap(window, 'Arrived');
    await page.getByText('2 steps waiting to sync').waitFor();
    await page.close();
    expect((await stage.seen(booking)).dispatch.state).toBe('pending');
    await page.context().setOffline(false);
    // What the browser does by itself, some time after it finds a line.
    await cdp.send('ServiceWorker.dispatchSyncEvent', {
      origin: stage.test.baseUrl,
      registrationId,
      tag: 'waybill-crew',
      lastChance: false,
    });
    await expect.poll(async () => (await stage.seen(booking)).dispatch.state).toBe('at');
    expect(await toldOf(stage.partner, booking.id, 4)).toEqual([
      'booking.created',
      'booking.dispatched',
      'booking.stop.departed',
      'booking.stop.arrived',
    ]);
    // Opened again: nothing is left to tell.
    await other.goto(`${stage.test.baseUrl}/crew/`);
    await other.getByText('All sent').waitFor();
    await window.expected(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await window.close();
  });

  test('is an application that can be installed', async () => {
    const crew = await stage.crew();
    const window = await open(crew.members[0]?.id ?? '');
    const { page } = window;
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
    const cdp = await page.context().newCDPSession(page);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    // Windows of tests keep nothing, which alone is in the way.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { errors, data } = await cdp.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '')).toMatchObject({
      start_url: '/crew/',
      scope: '/crew/',
      display: 'standalone',
    });
    const headers = (await fetch(`${stage.test.baseUrl}/crew/`)).headers;
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:/);
    expect((await fetch(`${stage.test.baseUrl}/crew/api/nothing`)).status).toBe(404);
    await window.close();
  });

  test('follows the dispatcher, says what was refused, shares its place while on a job and no longer', async () => {
    const crew = await stage.crew();
    const window = await open(crew.members[0]?.id ?? '', { locale: 'es-MX' });
    const { page } = window;
    const positions: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('"position"')) positions.push(request.url());
    });
    await page.getByRole('heading', { name: 'No hay trabajos ahora' }).waitFor();
    await expectSound(window);
    const booking = await stage.assign(crew.id);
    await heading(window, '350 5th Ave');
    await expectSound(window, ['light']);

    await tap(window, 'Salir');
    await page.getByText('¿Compartir dónde está en este trabajo?').waitFor();
    await expectSound(window, ['dark']);
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ longitude: -73.99, latitude: 40.75 });
    await tap(window, 'Compartir ubicación');
    await expect.poll(async () => (await stage.seen(booking)).crew.location).toEqual([-73.99, 40.75]);

    await tap(window, 'He llegado');
    await tap(window, 'No se puede hacer');
    await expectSound(window, ['light']);
    await page.getByLabel('No hay nadie').check();
    await page.getByLabel('Algo que añadir').fill('Dos veces');
    await tap(window, 'Avisar al despachador');
    await page.getByText('En espera de su despachador').waitFor();
    await expect
      .poll(async () => (await toldOf(stage.partner, booking.id, 5)).at(-1))
      .toBe('booking.stop.failed');
    await expectSound(window, ['dark']);
    await go(stage.operator, booking, 0, 'retry');
    await page.getByText('Foto y listo').waitFor({ timeout: NEWS_WITHIN_MS });

    // Done without a line, and called off meanwhile.
    await page.context().setOffline(true);
    await photograph(window, 'Foto y listo');
    await heading(window, '1 Main St');
    await stage.operator.post(`/bookings/${booking.id}/cancel`, { reason: 'Storm' });
    await page.context().setOffline(false);
    await page.getByText('No se ha registrado').waitFor();
    await page.getByText(/El trabajo fue cancelado/).waitFor();
    await expectSound(window);
    await tap(window, 'Entendido');
    await page.getByText('No se ha registrado').waitFor({ state: 'detached' });
    await page.getByText('Todo enviado').waitFor();
    const told = positions.length;
    expect(told).toBeGreaterThan(0);
    await page.context().setGeolocation({ longitude: -73.9, latitude: 40.7 });
    await page.reload();
    await page.getByRole('heading', { name: 'No hay trabajos ahora' }).waitFor();
    expect(positions.length).toBe(told);

    // Out: nothing of the day is left on the phone.
    await tap(window, 'Cerrar sesión');
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).tap();
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await expectSound(window);
    const { body } = await stage.operator.post(`/crew-members/${crew.members[0]?.id}/access`, {
      kind: 'pin',
    });
    await page.getByLabel('Teléfono o código').fill(body.code);
    await page.getByLabel('Clave').fill(body.pin);
    await tap(window, 'Entrar');
    await page.getByRole('heading', { name: 'No hay trabajos ahora' }).waitFor();
    await window.expected(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)|401/);
    await window.close();
  });

  test('opens by the link that a dispatcher makes in the console', async () => {
    const dana = await newOperator(stage.test, 'dispatcher');
    const { members } = await stage.crew();
    await stage.operator.call('PATCH', `/crew-members/${members[1]?.id}`, { first_name: 'Xochitl' });
    const desk = await ConsoleWindow.open(browser(), stage.test.baseUrl, {
      viewport: { width: 1280, height: 900 },
    });
    await desk.enter(dana, '/crews?view=people');
    await desk.page.getByRole('button', { name: 'Phone access of Xochitl' }).click();
    await desk.page.getByText('Signed in nowhere.').waitFor();
    await desk.page.getByRole('button', { name: 'Make a PIN' }).click();
    await desk.page.getByText('The PIN is shown only now.').waitFor();
    await desk.page.getByRole('button', { name: 'Make a link' }).click();
    await desk.page.getByRole('img', { name: 'The link for Xochitl as a QR code' }).waitFor();
    expect(await desk.accessibilityFaults()).toEqual([]);
    const link = await desk.page.locator('pre').innerText();
    const window = await PageWindow.open(browser(), stage.test.baseUrl, smallPhone);
    // Whoever has the page open already follows the link in it, which alone loads nothing.
    await window.page.goto(`${stage.test.baseUrl}/crew/`);
    await window.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await window.page.goto(stage.test.baseUrl + link.slice(new URL(link).origin.length));
    await window.page.getByText('Xochitl').waitFor();
    await desk.page.getByRole('button', { name: 'Lock out' }).click();
    await desk.page.getByText('Signed in nowhere.').waitFor();
    await window.page.reload();
    await window.page
      .getByText('Your session has ended', { exact: false })
      .or(window.page.getByRole('heading', { name: 'Sign in' }))
      .first()
      .waitFor();
    await window.expected(/401/);
    await window.close();
    await desk.close();
  });
});
