// One production booking in three windows at once: the dispatcher's console, the crew's phone and the customer's
// tracking page, with a webhook receiver of the partner. WAYBILL_IMAGES=1 takes the screenshots of the documentation.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawStopPhoto } from '../../src/features/simulation/draw-stop-photo.ts';
import { HOLD_MS } from '../../web/crew/offline/step-hold.ts';
import { BrowserPage } from '../support/browser-page.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { CrewEnvironment, smallPhone } from '../support/crew-environment.ts';
import { docsPicture, takesPictures } from '../support/docs-picture.ts';
import { dragCardTo } from '../support/drag-card.ts';
import { LIVE_UPDATE_MS } from '../support/live-update-deadline.ts';
import { bookVan, formCrew } from '../support/operator-actions.ts';
import { newOperator } from '../support/operator-client.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const desktop = { width: 1280, height: 800 };
const handheld = { width: 390, height: 844 };

describeInBrowser('a booking carried out in three windows', (browser) => {
  let stage: CrewEnvironment;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    stage = await CrewEnvironment.start();
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await stage.close();
    await receiver.close();
  });

  /** Screenshots in phone and desktop size. */
  async function picture(window: BrowserPage, name: string): Promise<void> {
    if (!takesPictures) return;
    const before = window.page.viewportSize() ?? desktop;
    for (const [size, viewport] of Object.entries({ desktop, phone: handheld })) {
      await window.page.setViewportSize(viewport);
      await docsPicture(window, `${name}-${size}`);
    }
    await window.page.setViewportSize(before);
  }

  test('is assigned by drag and drop, driven and completed with photos, and all windows show it live', async () => {
    await stage.partner.post('/webhooks', { url: `http://127.0.0.1:${receiver.port}/hooks` });
    const crew = await formCrew(stage.operator, 'Blue van');
    await formCrew(stage.operator, 'Red van');
    const from = (hours: number) => new Date(stage.clock.now().getTime() + hours * 3_600_000).toISOString();
    await stage.operator.post('/shifts', { crew_id: crew.id, starts_at: from(-2), ends_at: from(8) });
    const booking = await bookVan(stage.partner, {
      stops: [
        { location: '350 5th Ave, New York, NY 10118', instructions: 'Ask for Sam at the dock' },
        { location: '1 Main St, Brooklyn, NY 11201', floor: 3, elevator: true },
      ],
      arrival_window_from: from(1),
      order_number: 'SO-90210',
      contacts: [{ name: 'Bea', phone_number: '+12125550162' }],
    });

    const dispatcher = await ConsoleBrowserPage.open(browser(), stage.test.baseUrl, { viewport: desktop });
    // For screenshots, the page uses the server's clock, which stands still in another year.
    if (takesPictures) await dispatcher.page.clock.setSystemTime(stage.clock.now());
    const day = stage.clock.now().toISOString().slice(0, 10);
    await dispatcher.enter(await newOperator(stage.test, 'dispatcher'), `/board?day=${day}`);
    const phone = await BrowserPage.open(browser(), stage.test.baseUrl, {
      ...smallPhone,
      serviceWorkers: 'block',
    });
    await phone.page.clock.install();
    await phone.page.context().grantPermissions(['geolocation']);
    await phone.page.context().setGeolocation({ longitude: -73.99, latitude: 40.74 });
    await phone.page.goto(await stage.linkFor(crew.members[0]?.id ?? ''));
    await phone.page.getByRole('heading', { name: 'No jobs right now' }).waitFor();
    const customer = await BrowserPage.open(browser(), stage.test.baseUrl, { viewport: handheld });
    await customer.page.goto(`${stage.test.baseUrl}${new URL(booking.share_url).pathname}`);
    await customer.page.getByText('Updates automatically', { exact: true }).waitFor();

    /** Runs an action and waits until the tracking page shows the text, at most LIVE_UPDATE_MS. */
    const seen = async (act: () => Promise<unknown>, words: RegExp | string) => {
      await act();
      await customer.page.getByText(words).first().waitFor({ timeout: LIVE_UPDATE_MS });
    };
    const row = (name: string) => dispatcher.page.getByRole('region', { name, exact: true });
    const tap = async (name: string) => {
      await phone.page.getByRole('button', { name, exact: true }).tap();
      // The phone holds the step.
      const undo = phone.page.getByRole('button', { name: 'Undo' });
      await undo.or(phone.page.getByText('All sent')).first().waitFor();
      await phone.page.clock.fastForward(HOLD_MS);
    };

    await dragCardTo(row('Unassigned').getByRole('button', { name: booking.hid }), row('Blue van'));
    await row('Blue van').getByText(/Fits/).waitFor();
    await dispatcher.page.mouse.up();
    await row('Blue van').getByRole('button', { name: booking.hid }).waitFor();
    await expect.poll(async () => (await stage.seen(booking)).state).toBe('dispatched');
    // Customers see the assignment once it has lasted for two minutes.
    stage.clock.advance({ minutes: 2 });
    await seen(() => customer.page.evaluate(`dispatchEvent(new Event('online'))`), /Ana and Bo/);
    await phone.page.getByRole('heading', { name: '350 5th Ave', level: 1 }).waitFor();
    await picture(dispatcher, 'console-board');
    await picture(phone, 'crew-next-stop');

    await seen(() => tap('Start driving'), /driving to|Expected arrival at/);
    await expect
      .poll(async () => (await stage.seen(booking)).crew.location, { timeout: LIVE_UPDATE_MS })
      .toEqual([-73.99, 40.74]);
    await picture(customer, 'tracking-on-the-way');
    await docsPicture(phone, 'crew-driving');
    await seen(() => tap('I have arrived'), /The crew is at 5th Ave/);
    const drawn = await drawStopPhoto(booking.id, 1);
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(drawn) };
    await seen(async () => {
      await phone.page.getByLabel('Take photo and complete', { exact: true }).setInputFiles(photo);
      await tap('Use photo and complete');
    }, /next stop is Main St/);
    expect((await stage.seen(booking)).dispatch_state).toBe('origin_done');
    await phone.page.getByRole('heading', { name: '1 Main St', level: 1 }).waitFor();
    await seen(() => tap('Start driving'), 'Crew on the way');
    await seen(() => tap('I have arrived'), /At Main St/);
    await picture(phone, 'crew-at-the-stop');
    await seen(async () => {
      await phone.page.getByLabel('Take photo and complete', { exact: true }).setInputFiles(photo);
      await tap('Use photo and complete');
    }, 'Delivered');
    await phone.page.getByRole('heading', { name: 'All jobs completed' }).waitFor();
    await picture(customer, 'tracking-delivered');
    await dispatcher.show(`/bookings/${booking.hid}`);
    await dispatcher.page.getByRole('button', { name: 'Complete the booking now' }).click();
    await dispatcher.page.getByText('Completed', { exact: true }).first().waitFor();
    await picture(dispatcher, 'console-booking');

    const types = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    const stop = ['departed', 'arrived', 'completed'].map((it) => `booking.stop.${it}`);
    const expected = [
      'booking.created',
      'booking.dispatched',
      ...stop,
      'booking.updated',
      ...stop,
      'booking.completed',
    ];
    await until(
      async () => types(),
      (received) => received.length >= expected.length,
    );
    expect(types()).toEqual(expected);
    await phone.expected(/blocked by Playwright/);
    for (const window of [dispatcher, phone, customer]) await window.close();
  });
});
