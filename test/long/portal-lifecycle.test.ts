// The portal with real deliveries to a real receiver: test an endpoint, see it fail, repair the receiver, recover the missed
// events and see the endpoint healthy, with every change reported by the SSE stream.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamChange } from '../../web/portal/api.generated.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { EventStream } from '../support/event-stream.ts';
import { PortalClient } from '../support/portal-client.ts';
import { emitEvents } from '../support/webhook-endpoints.ts';
import { blockedReceiver, manners, type Receivers, startReceivers } from '../support/webhook-receivers.ts';

let test: TestApp;
let receivers: Receivers;
let partner: ApiClient;
let visitor: PortalClient;
let stream: EventStream;
const startedAt = new Date(Date.now() - 1_000).toISOString();

beforeAll(async () => {
  receivers = await startReceivers();
  test = await startTestApp({ variables: { WEBHOOK_RETRY_SECONDS: '1' } });
  test.app.worker.start();
  partner = await test.partner();
  visitor = await PortalClient.enter(partner);
  stream = await EventStream.open(`${test.baseUrl}/portal/api/stream`, visitor.headers('GET', false));
});
afterAll(async () => {
  stream?.close();
  await test?.close();
  await receivers?.close();
});

/** Fetches again after each change on the stream, as pages do. */
async function lookUntil<T>(look: () => Promise<T>, isRight: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    expect(await stream.nextChange(), 'the stream went silent').not.toBeNull();
  }
}

async function hearOf(endpointId: string): Promise<void> {
  for (;;) {
    const change = (await stream.nextChange()) as StreamChange | null;
    if (!change) throw new Error('the stream ended');
    if (change.kind === 'endpoint' && change.endpoint_id === endpointId) return;
  }
}

async function create(url: string, fields: object = {}): Promise<string> {
  const { status, body, text } = await visitor.post('/endpoints', { url, ...fields });
  expect(status, text).toBe(201);
  return body.id;
}

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly event_id: string;
  readonly event_type: string;
}
const deliveriesOf = async (endpointId: string): Promise<Delivery[]> =>
  (await visitor.get(`/deliveries?endpoint_id=${endpointId}`)).body.data;

function book(): Promise<{ body: { id: string; hid: string } }> {
  return partner.post('/bookings', {
    stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
    product: 'van',
    arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    customer: { name: 'Ana Diaz', phone_number: '+14155552671' },
  });
}

describe('the portal', () => {
  it('sends a plain test event and the example of an event type', async () => {
    const receiver = receivers.receiver('tried');
    const id = await create(receiver.url, { events: ['booking.cancelled'] });
    const { body: plain } = await visitor.post(`/endpoints/${id}/test`);
    const { body: typed } = await visitor.post(`/endpoints/${id}/test`, { type: 'booking.completed' });
    const sent = await lookUntil(
      () => deliveriesOf(id),
      (all) => all.length === 2 && all.every(({ status }) => status === 'delivered'),
    );
    expect(sent.map(({ event_id }) => event_id)).toEqual([typed.event_id, plain.event_id]);
    // Manual deliveries are sent at once and concurrently, so their order may vary.
    const [first, second] = [plain, typed].map(
      ({ event_id }) => receiver.received[receiver.ids().indexOf(event_id)]?.body ?? '',
    );
    expect(JSON.parse(first ?? '')).toMatchObject({ id: plain.event_id, type: 'webhook.test', test: true });
    expect(JSON.parse(second ?? '')).toMatchObject({ type: 'booking.completed', test: true });
    expect(receiver.received).toHaveLength(2);
    const { body: detail } = await visitor.get(`/deliveries/${sent[0]?.id}`);
    expect(detail.payload).toBe(second);
    expect(detail.log).toMatchObject([
      {
        number: 1,
        trigger: 'test',
        outcome: 'ok',
        request: { url: receiver.url },
        response: { status_code: 200 },
      },
    ]);
    // Test events concern no booking and are not part of the feed.
    const feed = await partner.get('/events');
    expect(feed.status).toBe(200);
    expect(feed.text).not.toContain(plain.event_id);
  });

  it('recovers the missed events after a receiver fails and is repaired', async () => {
    const receiver = receivers.receiver('repaired', manners.error);
    const id = await create(receiver.url);
    const { body: booking } = await book();
    const [failed] = await lookUntil(
      () => deliveriesOf(id),
      ([delivery]) => delivery?.status === 'failed',
    );
    expect(failed).toMatchObject({
      booking_id: booking.id,
      attempts: 2,
      reason: 'exhausted',
      last_outcome: 'http_error',
      last_status_code: 500,
    });
    const { body: ill } = await visitor.get(`/endpoints/${id}`);
    expect(['failing', 'paused']).toContain(ill.health);
    expect(ill.day).toMatchObject({ succeeded: 0, failed: 2 });

    expect((await visitor.post(`/deliveries/${failed?.id}/resend`)).status).toBe(202);
    await receiver.until(3);
    const { body: again } = await lookUntil(
      () => visitor.get(`/deliveries/${failed?.id}`),
      ({ body }) => body.log.length === 3,
    );
    expect(again).toMatchObject({ status: 'failed', attempts: 3 });
    expect(again.log.map(({ trigger }: { trigger: string }) => trigger)).toEqual([
      'event',
      'event',
      'resend',
    ]);

    await visitor.call('PATCH', `/endpoints/${id}`, { disabled: true });
    const { body: missed } = await book();
    // The endpoint misses the event only if the relay has fanned it out before the endpoint is enabled again.
    await expect.poll(async () => (await partner.get('/events')).text).toContain(missed.id);
    receiver.behave(manners.ok);
    await visitor.call('PATCH', `/endpoints/${id}`, { disabled: false });
    const preview = () => visitor.get(`/endpoints/${id}/recovery?since=${startedAt}`);
    expect((await preview()).body).toEqual({ failed: 1, discarded: 0, missed: 1 });

    const { status } = await visitor.post(`/endpoints/${id}/recovery`, { since: startedAt });
    expect(status).toBe(202);
    const { body: recoveries } = await lookUntil(
      () => visitor.get(`/endpoints/${id}/recoveries`),
      ({ body }) => body[0].finished_at !== null,
    );
    expect(recoveries).toMatchObject([{ since: startedAt, queued: 2 }]);
    const well = await lookUntil(
      () => deliveriesOf(id),
      (all) => all.length === 2 && all.every(({ status: reached }) => reached === 'delivered'),
    );
    expect(new Set(well.map((delivery) => (delivery as { booking_id?: string }).booking_id))).toEqual(
      new Set([booking.id, missed.id]),
    );
    expect((await preview()).body).toEqual({ failed: 0, discarded: 0, missed: 0 });
    const { body: healthy } = await lookUntil(
      () => visitor.get(`/endpoints/${id}`),
      ({ body }) => body.health === 'healthy',
    );
    expect(healthy).toMatchObject({ pending: 0, failing_since: null, paused_until: null });
    expect(healthy.day.p95_ms).toBeGreaterThan(0);
    const found = await visitor.get(`/deliveries?search=${booking.hid}&endpoint_id=${id}`);
    expect(found.body.data).toHaveLength(1);
  });

  it('resends a delivered event with the same id', async () => {
    const receiver = receivers.receiver('again');
    const id = await create(receiver.url);
    await visitor.post(`/endpoints/${id}/test`);
    const [delivery] = await lookUntil(
      () => deliveriesOf(id),
      ([first]) => first?.status === 'delivered',
    );
    await visitor.post(`/deliveries/${delivery?.id}/resend`);
    await receiver.until(2);
    expect(new Set(receiver.ids())).toEqual(new Set([delivery?.event_id]));
    expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
  });

  it('reports changes made through the partner API to open pages', async () => {
    const { body: made } = await partner.post('/webhooks', { url: receivers.receiver('elsewhere').url });
    await hearOf(made.id);
    await partner.delete(`/webhooks/${made.id}`);
    await hearOf(made.id);
  });

  it('shows a delivery as pending until the receiver responds', async () => {
    const slow = blockedReceiver();
    const receiver = receivers.receiver('slow', slow.manners);
    // A separate account, so that no other changes arrive.
    const other = await PortalClient.enter(await test.partner());
    const account = (await other.readSession()).body.account.id;
    const { body: made } = await other.post('/endpoints', { url: receiver.url });
    const look = async () => (await other.get(`/deliveries?endpoint_id=${made.id}`)).body.data;
    const moves = await EventStream.open(`${test.baseUrl}/portal/api/stream`, other.headers('GET', false));
    try {
      await emitEvents(test, account, 1);
      const heard = { kind: 'delivery', endpoint_id: made.id };
      while (!isDeepStrictEqual(await moves.nextChange(), heard)) expect(moves.hasEnded).toBe(false);
      await receiver.until(1);
      expect(await look()).toMatchObject([{ status: 'pending', attempts: 0 }]);
      slow.letGo();
      await moves.nextChange();
      expect(await look()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    } finally {
      slow.letGo();
      moves.close();
    }
  });

  it('shows a failed response with its body as text and without its cookies', async () => {
    const receiver = receivers.receiver('hopeless', (response) => {
      response
        .writeHead(500, { 'set-cookie': 'secret=1', 'content-type': 'text/html' })
        .end('<script>alert(1)</script>');
    });
    const id = await create(receiver.url);
    await visitor.post(`/endpoints/${id}/test`);
    const [delivery] = await lookUntil(
      () => deliveriesOf(id),
      ([first]) => first?.status === 'failed',
    );
    const { body: untried } = await visitor.get(`/endpoints/${id}`);
    // Test deliveries do not count towards the health of the endpoint.
    expect(untried).toMatchObject({
      health: 'new',
      day: { succeeded: 0, failed: 0 },
      last_failure_at: null,
    });
    const { body, headers } = await visitor.get(`/deliveries/${delivery?.id}`);
    expect(body.log[0].response).toMatchObject({ status_code: 500, body: '<script>alert(1)</script>' });
    expect(JSON.stringify(body.log[0].response.headers)).not.toContain('secret');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
