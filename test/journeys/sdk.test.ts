// A partner's complete workflow with the SDK, a real server, and the webhook receiver of examples/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Booking, InvalidRequestError, Waybill, type WaybillEvent } from '@waybill/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleProcess, startExample } from '../support/example-process.ts';
import { freePort } from '../support/free-port.ts';
import { installedFolder } from '../support/installed-folder.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201', instructions: 'Ring twice' },
];

describe('a partner with the SDK', async () => {
  const folder = await installedFolder();
  let server: ServerProcess;
  let waybill: Waybill;
  let receiver: ExampleProcess | undefined;

  beforeAll(async () => {
    server = await startServer({
      DATA_DIR: folder.path,
      ENVIRONMENT: 'sandbox',
      SANDBOX_PORT: String(await freePort()),
      SIMULATION_STEP_SECONDS: '0.2',
    });
    const { sandbox } = JSON.parse(readFileSync(join(folder.path, 'credentials.json'), 'utf8'));
    waybill = new Waybill({
      baseUrl: server.sandbox,
      clientId: sandbox.client_id,
      clientSecret: sandbox.client_secret,
    });
  });
  afterAll(async () => {
    await receiver?.stop();
    await server?.stop();
    folder.remove();
  });

  it('registers a receiver', async () => {
    const port = await freePort();
    const endpoint = await waybill.webhooks.create({ url: `http://127.0.0.1:${port}/hooks` });
    receiver = startExample('webhook-receiver/receiver.ts', {
      PORT: String(port),
      WAYBILL_WEBHOOK_SECRET: endpoint.secret,
    });
    await receiver.said(/Ready/);
    const forged = await fetch(endpoint.url, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
  });

  it('quotes, picks a window, books, changes and follows the job until it is completed', async () => {
    const { data: quotes, recommended } = await waybill.quotes.createBatch({
      stops,
      items: [{ dimensions: [38, 36, 84], weight: 120 }],
    });
    const quote = quotes.find(({ id }) => id === recommended);
    const schedule = await waybill.schedule.list({ quote_id: quote?.id ?? '' });
    const window = schedule.data.find(({ available, ondemand }) => available && !ondemand);
    const booking = await waybill.bookings.create({
      quote_id: quote?.id ?? '',
      arrival_window_id: window?.id ?? '',
      order_number: 'SO-10442',
      test_specifications: { mode: 'auto' },
    });
    await waybill.bookings.update(booking.id, { metadata: { gift: true } });
    const events: WaybillEvent[] = [];
    for await (const page of waybill.events.follow({ booking_id: booking.id }, { pollMillis: 100 })) {
      events.push(...page.data);
      if (events.some(({ type }) => type === 'booking.completed')) break;
    }
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    const done: Booking = await waybill.bookings.get(booking.id);
    expect(done).toMatchObject({ state: 'completed', metadata: { gift: true }, order_number: 'SO-10442' });
    expect(done.fare?.total).toBeGreaterThan(0);
    await receiver?.said(new RegExp(`${done.hid} is delivered`));
    for (const event of events.filter(({ type }) => type === 'booking.stop.completed'))
      expect(receiver?.output()).toContain(event.type);
  });

  it('finds the job in the billing records', async () => {
    // Billing is a follower of the feed.
    const charges = await until(
      async () => (await waybill.billing.listRecords({ kind: ['charge'] })).data,
      ({ length }) => length > 0,
    );
    const [job] = (await waybill.bookings.list({ state: ['completed'] })).data;
    expect(charges.map(({ amount }) => amount)).toEqual([job?.fare?.total]);
    expect(await waybill.billing.getStatementCsv(charges[0]?.month ?? '')).toContain(job?.hid);
  });

  it('cancels a job, and a second cancellation is refused', async () => {
    const arrival_window_from = new Date(Date.now() + 86_400_000).toISOString();
    const { id, hid } = await waybill.bookings.create({ stops, product: 'van', arrival_window_from });
    expect((await waybill.bookings.previewCancellation(id)).fee).toBe(0);
    expect(await waybill.bookings.cancel(id)).toMatchObject({ state: 'cancelled' });
    const again = waybill.bookings.cancel(id, { cancel_reason: 'other' });
    await expect(again).rejects.toBeInstanceOf(InvalidRequestError);
    await expect(waybill.bookings.cancel(id)).rejects.toMatchObject({ code: 'booking_already_cancelled' });
    await receiver?.said(new RegExp(`${hid} is cancelled`));
  });
});
