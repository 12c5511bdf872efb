import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { rotateSecret } from '../../src/features/webhooks/manage-secrets.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectEventDocumented } from '../support/openapi-response-check.ts';
import { type Received, type Receivers, startReceivers } from '../support/webhook-receivers.ts';

const booking = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};

/** Verifies the signature with the libraries that receivers use. */
function verifies({ body, headers }: Received, secret: string): boolean {
  const sent = headers as Record<string, string>;
  return [new StandardWebhook(secret), new SvixWebhook(secret)].every((library) => {
    try {
      library.verify(body, sent);
      return true;
    } catch {
      return false;
    }
  });
}

describe('a delivery that a partner receives', () => {
  let test: TestApp;
  let receivers: Receivers;
  let partner: ApiClient;
  let account: string;
  beforeAll(async () => {
    receivers = await startReceivers();
    test = await startTestApp();
    test.app.worker.start();
    const { id, client } = await test.organization();
    account = id;
    partner = await test.partner({ client });
  });
  afterAll(async () => {
    await test.close();
    await receivers.close();
  });

  const book = async () => {
    const soon = new Date(Date.now() + 26 * 3_600_000).toISOString();
    const made = await partner.post('/bookings', { ...booking, arrival_window_from: soon });
    expect(made.status, made.text).toBe(201);
    return made.body;
  };

  it('verifies with the secret of the 201 response, and equals the event in the feed', async () => {
    const receiver = receivers.receiver('verify');
    const { secret } = (await partner.post('/webhooks', { url: receiver.url })).body;
    const made = await book();
    await receiver.until(1);
    const [received] = receiver.received as [Received];
    expect(verifies(received, secret)).toBe(true);
    const event = JSON.parse(received.body);
    expectEventDocumented(event);
    expect(event).toMatchObject({ type: 'booking.created', data: { booking: made } });
    expect(received.headers['webhook-id']).toBe(event.id);
    expect((await partner.get(`/events/${event.id}`)).text).toBe(received.body);
    expect(verifies({ ...received, body: `${received.body} ` }, secret)).toBe(false);
    expect(verifies(received, 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=')).toBe(false);
  });

  it('verifies with the old and the new secret during a rotation, and then with the new one only', async () => {
    const receiver = receivers.receiver('rotation');
    const { id, secret } = (await partner.post('/webhooks', { url: receiver.url })).body;
    const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const rotate = async (hours: number) => {
      const context = {
        db: createDatabase(pool),
        clock: systemClock,
        ids: randomIds,
        keys: test.keys,
        changes: { announce: () => {} },
      };
      const actor = { accountId: account, kind: 'system', id: 'test', requestId: 'test' } as const;
      return (await rotateSecret(context, actor, id, hours)).map((each) => each.secret);
    };
    const [fresh = ''] = await rotate(1);
    await book();
    await receiver.until(1);
    const [first] = receiver.received as [Received];
    expect([verifies(first, secret), verifies(first, fresh)]).toEqual([true, true]);
    const [only = ''] = await rotate(0);
    await book();
    await receiver.until(2);
    const [, second] = receiver.received as [Received, Received];
    expect([secret, fresh, only].map((each) => verifies(second, each))).toEqual([false, false, true]);
    await pool.end();
  });

  it('has a subscribed event type, and is not sent to a disabled or deleted endpoint', async () => {
    const [chosen, paused, removed] = ['chosen', 'paused', 'removed'].map((name) => receivers.receiver(name));
    if (!chosen || !paused || !removed) throw new Error('no receivers');
    await partner.post('/webhooks', { url: chosen.url, events: ['booking.cancelled'] });
    const { id: pausedId } = (await partner.post('/webhooks', { url: paused.url })).body;
    const { id: removedId } = (await partner.post('/webhooks', { url: removed.url })).body;
    await partner.patch(`/webhooks/${pausedId}`, { url: paused.url, disabled: true });
    await partner.delete(`/webhooks/${removedId}`);
    const { id } = await book();
    await partner.post(`/bookings/${id}/cancel`);
    await chosen.until(1);
    expect(JSON.parse((chosen.received as [Received])[0].body).type).toBe('booking.cancelled');
    await partner.patch(`/webhooks/${pausedId}`, { url: paused.url, disabled: false });
    const next = await book();
    await paused.until(1);
    // Events that occurred meanwhile are not sent automatically.
    expect(JSON.parse((paused.received as [Received])[0].body).data.booking.id).toBe(next.id);
    expect(removed.received).toEqual([]);
  });
});
