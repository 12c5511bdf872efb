import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { addEndpoint, emitEvents } from '../support/webhook-endpoints.ts';
import { type Receivers, startReceivers } from '../support/webhook-receivers.ts';

describe('delivering events', () => {
  let test: TestApp;
  let receivers: Receivers;
  beforeAll(async () => {
    receivers = await startReceivers();
    test = await startTestApp();
    test.app.worker.start();
  });
  afterAll(async () => {
    await test?.close();
    await receivers?.close();
  });

  it('sends an event to every endpoint of its account, signed, with the text as it was written', async () => {
    const { id: account } = await test.organization();
    const [one, two] = [receivers.receiver('one'), receivers.receiver('two')];
    const endpoints = [await addEndpoint(test, account, one.url), await addEndpoint(test, account, two.url)];
    const [eventId = ''] = await emitEvents(test, account, 1);
    await Promise.all([one.until(1), two.until(1)]);
    for (const [index, receiver] of [one, two].entries()) {
      const [{ headers = {}, body = '' } = {}] = receiver.received;
      expect(headers['webhook-id']).toBe(eventId);
      expect(headers['content-type']).toBe('application/json');
      expect(headers['user-agent']).toMatch(/^Waybill-Webhooks\/\d+\.\d+\.\d+$/);
      const stored = await queryAsOwner<{ payload: string }>(
        test.connection,
        'select payload::text as payload from event where id = $1',
        [eventId],
      );
      expect(body).toBe(stored[0]?.payload);
      const secret = `whsec_${endpoints[index]?.key.toString('base64')}`;
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        id: eventId,
      });
    }
  });
});
