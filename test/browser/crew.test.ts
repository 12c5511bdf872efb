// Browser tests of the crew page at the size of a small phone: installation, sign-in by link, both languages and
// themes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOLD_MS } from '../../web/crew/offline/step-hold.ts';
import { BrowserPage } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { CrewBrowserPage } from '../support/crew-browser-page.ts';
import { CrewEnvironment, smallPhone } from '../support/crew-environment.ts';
import { changeArea } from '../support/dispatch-actions.ts';
import { isMeasured, LIVE_UPDATE_MS } from '../support/live-update-deadline.ts';
import { eventsOf, go } from '../support/operator-actions.ts';
import { newOperator } from '../support/operator-client.ts';
import { scriptBytes } from '../support/script-bytes.ts';

let stage: CrewEnvironment;
beforeAll(async () => {
  stage = await CrewEnvironment.start();
});
afterAll(() => stage.close());

describeInBrowser('The crew page', (browser) => {
  test('loads less than 95 kB of compressed script before the map', async () => {
    for (const language of ['en', 'es']) {
      const headers = { 'accept-language': language };
      const html = await (await fetch(`${stage.test.baseUrl}/crew/`, { headers })).text();
      expect(await scriptBytes(stage.test.baseUrl, html)).toBeLessThan(95_000);
    }
  });

  test('can be installed as an application', async () => {
    const crew = await stage.crew();
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '');
    const { page } = window;
    await page.evaluate('navigator.serviceWorker.ready.then(() => {})');
    const cdp = await page.context().newCDPSession(page);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    // Test contexts are incognito, which is the only expected error.
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

  test('fits the phone with the stops of a later job, and paints early', async () => {
    const crew = await stage.crew();
    await stage.assign(crew.id);
    const stops = [
      '1000 Richmond Terrace, Staten Island, NY 10301',
      '2900 Southern Boulevard, Bronx, NY 10458',
      '200 Eastern Parkway, Brooklyn, NY 11238',
    ].map((location) => ({ location }));
    const from = new Date(stage.clock.now().getTime() + 10 * 3_600_000).toISOString();
    await stage.assign(crew.id, {
      stops,
      contacts: [{ name: 'Lou', phone_number: '+12125550163', stop_positions: [1] }],
      arrival_window_from: from,
    });
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '', {
      serviceWorkers: 'block',
    });
    await window.page.getByText(/Richmond Ter.* → /).waitFor();
    expect(await window.faults()).toEqual([]);
    await window.page.getByText(/Richmond Ter.* → /).tap();
    const call = window.page.getByRole('link', { name: 'Call Lou' });
    expect(await call.getAttribute('href')).toBe('tel:+12125550163');
    expect(await window.faults()).toEqual([]);

    // On a slow phone, with the day that is stored on it: before the server answers, and before that without script.
    const cdp = await window.page.context().newCDPSession(window.page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await window.page.reload();
    await window.page.getByText(/Richmond Ter.* → /).waitFor();
    const paintMs = await window.largestPaintMs();
    if (isMeasured) expect(paintMs).toBeLessThan(2_000);
    await window.page.route(/\/main-[^/]+\.js$|\/crew\/api\//, (route) => route.abort());
    await window.page.reload();
    await window.page.getByText('Loading your jobs…').waitFor();
    expect(await window.faults()).toEqual([]);
    await window.page.getByText('If nothing appears, reload the page.').waitFor();
    await window.expected(/ERR_FAILED|blocked by Playwright/);
    await window.close();
  });

  test('follows dispatcher changes, shows rejected steps, and shares the location only during a job', async () => {
    const crew = await stage.crew();
    await changeArea(stage.test, { dispatchPhoneNumber: '+12125550100' });
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '', {
      locale: 'es-MX',
      serviceWorkers: 'block',
    });
    const { page } = window;
    const positions: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('"position"')) positions.push(request.url());
    });
    await page.getByRole('heading', { name: 'No hay trabajos ahora' }).waitFor();
    await window.expectSound();
    const booking = await stage.assign(crew.id);
    await window.heading('350 5th Ave');
    await window.expectMap();
    await window.expectSound(['light']);

    // Notes are for the crew and its dispatcher, who can be called.
    expect(await page.getByRole('link', { name: 'Llamar al despacho' }).getAttribute('href')).toBe(
      'tel:+12125550100',
    );
    await window.tap('Agregar una nota');
    await page.getByLabel('Texto de la nota').fill('Portón roto');
    await window.expectSound(['dark']);
    await window.tapAndSend('Guardar nota');
    await page.getByText('Portón roto').waitFor();
    await expect
      .poll(async () => (await stage.operator.get(`/bookings/${booking.id}`)).body.notes)
      .toMatchObject([{ text: 'Portón roto', by: { name: 'Ana' }, stop_id: booking.route[0]?.id }]);

    await window.tap('Iniciar viaje');
    await page.getByText('Salida: 350 5th Ave').waitFor();
    await window.expectSound(['light']);
    await window.endHold();
    await page.getByText('¿Compartir su ubicación durante este trabajo?').waitFor();
    await window.expectSound(['dark']);
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ longitude: -73.99, latitude: 40.75 });
    await window.tap('Compartir ubicación');
    await expect.poll(async () => (await stage.seen(booking)).crew.location).toEqual([-73.99, 40.75]);

    // On the way the dispatcher sees a problem until the crew arrives; the partner does not.
    const problems = async () =>
      (await stage.operator.get('/exceptions')).body.data.filter(
        ({ kind, booking: found }: { kind: string; booking: { id: string } | null }) =>
          kind === 'crew_problem' && found?.id === booking.id,
      );
    await window.tap('Reportar problema');
    await page.getByLabel('Vehículo averiado').check();
    await page.getByLabel('Nota').fill('Llanta');
    await window.expectSound(['light']);
    await window.tap('Avisar al despachador');
    await page.getByText('Su despachador aún no lo sabe', { exact: false }).waitFor();
    await window.endHold();
    await page.getByText('Su despachador lo ve hasta que usted llegue', { exact: false }).waitFor();
    expect(await problems()).toMatchObject([
      { severity: 'critical', says: 'The crew reports a problem on its way: Vehicle breakdown: Llanta' },
    ]);
    await window.expectSound(['dark']);
    expect(await eventsOf(stage.partner, booking.id, 1)).not.toContain('booking.stop.failed');

    await window.tapAndSend('Ya llegué');
    await expect.poll(problems).toEqual([]);
    await window.tap('Reportar problema');
    await window.expectSound(['light']);
    await page.getByLabel('No está el contacto').check();
    await page.getByLabel('Nota').fill('Dos veces');
    await window.tap('Avisar al despachador');
    await page.getByText('Su despachador aún no lo sabe', { exact: false }).waitFor();
    await window.endHold();
    await page.getByText('Su despachador recibió el aviso', { exact: false }).waitFor();
    // Location events arrive in between, every few seconds.
    await expect.poll(() => eventsOf(stage.partner, booking.id, 5)).toContain('booking.stop.failed');
    await window.expectSound(['dark']);
    await go(stage.operator, booking, 0, 'retry');
    await page.getByText('Tomar foto y completar').waitFor({ timeout: LIVE_UPDATE_MS });
    await page.getByText('El despacho le pide intentar de nuevo la parada en 350 5th Ave').waitFor();
    await window.expectSound(['light']);
    await window.tap('Entendido');

    // Completed offline, while the booking is cancelled.
    await window.goOffline();
    await window.photograph('Tomar foto y completar');
    await window.expectSound(['light']);
    await window.tapAndSend('Usar la foto y completar');
    await window.heading('1 Main St');
    await stage.operator.post(`/bookings/${booking.id}/cancel`, { reason: 'Storm' });
    await window.goOnline();
    await page.getByText('No se registró').waitFor();
    await page.getByText(/El trabajo fue cancelado/).waitFor();
    await window.expectSound();
    await window.tap('Entendido');
    await page.getByText('No se registró').waitFor({ state: 'detached' });
    await page.getByText('Todo enviado').waitFor();
    const sentCount = positions.length;
    expect(sentCount).toBeGreaterThan(0);
    await page.context().setGeolocation({ longitude: -73.9, latitude: 40.7 });
    await page.reload();
    await page.getByRole('heading', { name: 'No hay trabajos ahora' }).waitFor();
    expect(positions.length).toBe(sentCount);

    // After sign-out no data of the day is left on the phone.
    await window.tap('Cerrar sesión');
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).tap();
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await window.expectSound();
    const { body } = await stage.operator.post(`/crew-members/${crew.members[0]?.id}/access`, {
      kind: 'pin',
    });
    await page.getByLabel('Teléfono o código').fill(body.code);
    await page.getByLabel('Clave').fill(body.pin);
    await window.tap('Iniciar sesión');
    await page.getByRole('heading', { name: 'No hay trabajos ahora' }).waitFor();

    // A job that is taken away while the crew has it does not disappear without a word.
    const lost = await stage.assign(crew.id);
    await window.heading('350 5th Ave');
    await page.getByText('Próximo trabajo').waitFor();
    await stage.operator.post(`/bookings/${lost.id}/lose-crew`, { reason: 'Another crew is closer' });
    await page.getByText(`El trabajo ${lost.hid} ya no es suyo`).waitFor({ timeout: LIVE_UPDATE_MS });
    await window.expectSound();
    await window.tap('Entendido');
    await page.getByText('ya no es suyo').waitFor({ state: 'detached' });
    // Otherwise, automatic dispatch offers it in a later test.
    expect((await stage.partner.post(`/bookings/${lost.id}/cancel`, {})).status).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'No hay trabajos ahora' }).waitFor();
    // Nothing was sent since then.
    expect(await page.getByText(/ya no es suyo|Todo enviado/).count()).toBe(0);
    await window.expected(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)|401|blocked by Playwright/);
    await window.close();
  });

  test('holds a step for ten seconds: it can be undone, also after a reload, and is sent once', async () => {
    const crew = await stage.crew();
    const booking = await stage.assign(crew.id);
    const window = await CrewBrowserPage.enter(browser(), stage, crew.members[0]?.id ?? '', {
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'block',
    });
    const { page } = window;
    // Time stands still, so that the hold lasts on a slow machine, too.
    const startMs = Date.now();
    await page.clock.setFixedTime(startMs);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { actions = [] } = JSON.parse(request.postData() ?? '{}') as { actions?: { kind: string }[] };
      sent.push(...actions.map(({ kind }) => kind));
    });
    await window.heading('350 5th Ave');
    await window.tap('Start driving');
    await page.getByText('Departure: 350 5th Ave').waitFor();
    expect(await page.getByRole('timer').innerText()).toMatch(/^Sends in (10|[1-9]) s$/);
    await window.expectSound();
    await page.reload();
    await page.getByText('Departure: 350 5th Ave').waitFor();
    await window.tap('Undo');
    await page.getByText(/waiting to sync/).waitFor({ state: 'detached' });
    expect(await page.getByText('All sent').count()).toBe(0);
    // One tap that records two steps, after one that is still held: the last tap is undone first.
    await window.tap('Start driving');
    await window.tap('I have arrived');
    await page.getByText('Arrival: 350 5th Ave').waitFor();
    await window.tap('Undo');
    await page.getByText('Departure: 350 5th Ave').waitFor();
    await window.tap('Undo');
    await window.tap('I am already there');
    await page.getByText('2 steps waiting to sync').waitFor();
    await window.tap('Undo');
    await page.getByText(/waiting to sync/).waitFor({ state: 'detached' });
    expect(await page.getByText('All sent').count()).toBe(0);

    // Without a connection the step can be undone as long as it is only on the phone.
    await window.goOffline();
    await window.tap('Start driving');
    await page.getByText('Sends when you are online').waitFor();
    await page.clock.setFixedTime(startMs + 2 * HOLD_MS);
    const failed = page.waitForEvent('requestfailed');
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await failed;
    await page.getByText('Sends when you are online').waitFor();
    await window.tap('Undo');
    await page.getByText(/waiting to sync/).waitFor({ state: 'detached' });
    await window.goOnline();
    await page.getByText('No connection').waitFor({ state: 'detached' });

    // A photo returns to the drafts with the step.
    await window.tap('I am already there');
    await page.getByText('2 steps waiting to sync').waitFor();
    await page.clock.setFixedTime(startMs + 4 * HOLD_MS);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByText('All sent').waitFor();
    await window.photograph('Take photo and complete');
    await window.tap('Use photo and complete');
    await window.heading('1 Main St');
    await window.tap('Undo');
    await page.getByRole('img', { name: 'Photo 1 of this stop' }).waitFor();
    expect((await stage.seen(booking)).dispatch.state).toBe('at');
    await window.tap('Complete stop');
    // Signing out sends what is held.
    await window.heading('1 Main St');
    await window.tap('Sign out');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).tap();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(sent).toEqual(['depart', 'arrive', 'complete']);
    expect((await stage.seen(booking)).dispatch_state).toBe('origin_done');
    await window.expected(/blocked by Playwright|401|ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await window.close();
  });

  test('opens with a link created by a dispatcher in the console', async () => {
    const dana = await newOperator(stage.test, 'dispatcher');
    const { members } = await stage.crew();
    await stage.operator.call('PATCH', `/crew-members/${members[1]?.id}`, { first_name: 'Xochitl' });
    const desk = await ConsoleBrowserPage.open(browser(), stage.test.baseUrl, {
      viewport: { width: 1280, height: 900 },
    });
    await desk.enter(dana, '/crews?view=people');
    await desk.page.getByRole('button', { name: 'Phone access of Xochitl' }).click();
    await desk.page.getByText('Not signed in on any phone.').waitFor();
    await desk.page.getByRole('button', { name: 'Create a PIN' }).click();
    await desk.page.getByText('The PIN is shown only now.').waitFor();
    await desk.page.getByRole('button', { name: 'Create a link' }).click();
    await desk.page.getByRole('img', { name: 'QR code of the link for Xochitl' }).waitFor();
    await desk.expectFocus('the link of a crew member');
    expect(await desk.faults()).toEqual([]);
    const link = await desk.page.locator('pre').innerText();
    const window = await BrowserPage.open(browser(), stage.test.baseUrl, smallPhone);
    // The page is already open: following the link changes only the URL fragment.
    await window.page.goto(`${stage.test.baseUrl}/crew/`);
    await window.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await window.page.goto(stage.test.baseUrl + link.slice(new URL(link).origin.length));
    await window.page.getByText('Xochitl').waitFor();
    await desk.page.getByRole('button', { name: 'Revoke access' }).click();
    await desk.page.getByText('Not signed in on any phone.').waitFor();
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
