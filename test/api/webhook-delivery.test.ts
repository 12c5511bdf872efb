import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesOf, eventually, wakeWorkers } from '../support/webhook-endpoints.ts';
import { WebhookEnvironment } from '../support/webhook-environment.ts';
import { manners, type Received, respondAfter } from '../support/webhook-receivers.ts';

const nothing: Received = { headers: {}, body: '', at: 0 };
const typeOf = ({ body }: Received) => (JSON.parse(body) as { type: string }).type;

describe('delivering events', () => {
  let stage: WebhookEnvironment;
  beforeAll(async () => {
    stage = await WebhookEnvironment.start();
  });
  afterAll(() => stage?.close());
  beforeEach(() => stage.changeAccount());

  it('sends an event to every endpoint of its account, signed, with the stored payload', async () => {
    const both = [await stage.add(), await stage.add()];
    const [eventId = ''] = await stage.emit({ type: 'booking.created' });
    for (const [receiver, { key }] of both) {
      await receiver.until(1);
      const [{ headers, body } = nothing] = receiver.received;
      expect(headers['webhook-id']).toBe(eventId);
      expect(headers['content-type']).toBe('application/json');
      expect(headers['user-agent']).toMatch(/^Waybill-Webhooks\/\d+\.\d+\.\d+$/);
      const stored = await stage.rows<{ payload: string }>(
        'select payload::text as payload from event where id = $1',
        [eventId],
      );
      expect(body).toBe(stored[0]?.payload);
      const verified = new Webhook(`whsec_${key.toString('base64')}`).verify(
        body,
        headers as Record<string, string>,
      );
      expect(verified).toMatchObject({ id: eventId });
    }
  });

  it('stores the response byte for byte, with any characters', async () => {
    const said = 'null "quoted" \\ {a,b} ß\n\t☕';
    const [, endpoint] = await stage.add((response) => {
      response.writeHead(200, { 'x-odd': 'a "b" \\ {c,d} null' }).end(said);
    });
    const [, empty] = await stage.add((response) => void response.end());
    await stage.emit({ type: 'booking.created' });
    for (const each of [endpoint, empty]) await stage.untilDelivered(each, 1);
    const kept = await stage.rows(
      `select response_body as body, response_headers ->> 'x-odd' as header, request_headers ->> 'content-type' as sent
       from webhook_attempt where endpoint_id = any($1) order by response_body desc`,
      [[endpoint.id, empty.id]],
    );
    expect(kept).toEqual([
      { body: said, header: 'a "b" \\ {c,d} null', sent: 'application/json' },
      { body: '', header: null, sent: 'application/json' },
    ]);
  });

  it('stores no response of a private receiver in production, even if the receiver is allowed', async () => {
    const guarded = await WebhookEnvironment.start({ WEBHOOK_ALLOW_PRIVATE: 'loopback' });
    try {
      await guarded.changeAccount();
      const [, endpoint] = await guarded.add((response) => {
        response.writeHead(200, { 'x-internal': 'yes' }).end('an internal page');
      });
      await guarded.emit({ type: 'booking.created' });
      await guarded.untilDelivered(endpoint, 1);
      const kept = await guarded.rows(
        'select status_code as status, response_body as body, response_headers as headers from webhook_attempt where endpoint_id = $1',
        [endpoint.id],
      );
      expect(kept).toEqual([{ status: 200, body: null, headers: {} }]);
    } finally {
      await guarded.close();
    }
  });

  it('sends the subscribed event types only, and opt-in events only to endpoints that name them', async () => {
    const [all] = await stage.add();
    const [some] = await stage.add(manners.ok, ['booking.completed', 'crew.location_updated']);
    for (const type of ['booking.created', 'crew.location_updated', 'booking.completed'])
      await stage.emit({ type });
    await Promise.all([all.until(2), some.until(2)]);
    // The order of events of different bookings is not guaranteed.
    expect(all.received.map(typeOf).sort()).toEqual(['booking.completed', 'booking.created']);
    expect(some.received.map(typeOf).sort()).toEqual(['booking.completed', 'crew.location_updated']);
  });

  it('sends nothing to other accounts and nothing to a disabled endpoint', async () => {
    const [foreign] = await stage.add();
    await stage.changeAccount();
    const [disabled, { id }] = await stage.add();
    await stage.rows(
      `update webhook_endpoint set disabled = true, disabled_reason = 'manual', disabled_at = now() where id = $1`,
      [id],
    );
    const [receiver] = await stage.add();
    await stage.emit({ type: 'booking.created' });
    await receiver.until(1);
    expect(foreign.received).toEqual([]);
    expect(disabled.received).toEqual([]);
    expect(await deliveriesOf(stage.test, id)).toEqual([]);
  });

  it('sends a test event to its own endpoint only, whatever its subscriptions, with a single attempt', async () => {
    const [receiver, endpoint] = await stage.add(manners.error, ['booking.completed']);
    const [other] = await stage.add();
    await stage.emit({ type: 'webhook.test', endpointId: endpoint.id });
    const [delivery] = await stage.until(endpoint, ([one]) => one?.status === 'failed');
    expect(delivery).toMatchObject({ reason: 'exhausted', attempts: 1 });
    expect(receiver.received.map(typeOf)).toEqual(['webhook.test']);
    await stage.emit({ type: 'booking.created' });
    await other.until(1);
    expect(other.received.map(typeOf)).toEqual(['booking.created']);
  });

  it('assigns feed positions in the order of the events', async () => {
    const first = await stage.emit({ type: 'booking.created' }, 30);
    stage.clock.advance({ seconds: 1 });
    const ids = [...first, ...(await stage.emit({ type: 'booking.updated' }, 30))];
    const placed = await eventually(
      () =>
        stage.rows<{ id: string; type: string; position: string }>(
          'select id, type, position from event where account_id = $1 and position is not null order by position',
          [stage.account],
        ),
      (rows) => rows.length === ids.length,
    );
    expect(new Set(placed.map(({ position }) => position)).size).toBe(60);
    expect(placed.map(({ type }) => type)).toEqual([
      ...Array(30).fill('booking.created'),
      ...Array(30).fill('booking.updated'),
    ]);
  });

  it('uses a new URL and new secrets from the next delivery on', async () => {
    const [first, endpoint] = await stage.add();
    await stage.emit({ type: 'booking.created' });
    await stage.untilDelivered(endpoint, 1);
    const second = stage.receivers.receiver('moved');
    await stage.rows('update webhook_endpoint set url = $2 where id = $1', [endpoint.id, second.url]);
    await stage.rows('update webhook_secret set expires_at = $2 where endpoint_id = $1', [
      endpoint.id,
      new Date(stage.clock.now().getTime() + 60_000),
    ]);
    const [newId, newKey] = ['0199aaaa-0000-7000-8000-000000000001', Buffer.alloc(32, 7)];
    await stage.test.system
      .insertInto('webhook_secret')
      .values({
        id: newId,
        endpoint_id: endpoint.id,
        account_id: stage.account,
        sealed: stage.test.keys.seal(newKey, `webhook_secret:${newId}`),
        created_at: new Date(stage.clock.now().getTime() + 1),
      })
      .execute();
    await stage.emit({ type: 'booking.updated' });
    await second.until(1);
    expect(first.received).toHaveLength(1);
    const [{ headers, body } = nothing] = second.received;
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const key of [newKey, endpoint.key])
      new Webhook(`whsec_${key.toString('base64')}`).verify(body, headers as Record<string, string>);
    stage.clock.advance({ seconds: 61 });
    await stage.emit({ type: 'booking.completed' });
    await second.until(2);
    expect(String(second.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('discards a pending delivery when its event has been deleted', async () => {
    const [, endpoint] = await stage.add(manners.error);
    const [eventId] = await stage.emit({ type: 'booking.created' });
    const [delivery] = await stage.until(endpoint, ([one]) => one?.attempts === 1);
    await stage.rows('delete from event where id = $1', [eventId]);
    stage.clock.set(delivery?.next_attempt_at ?? stage.clock.now());
    await wakeWorkers(stage.test, 'tasks');
    const [after] = await stage.until(endpoint, ([one]) => one?.status === 'discarded');
    expect(after).toMatchObject({ reason: 'event_forgotten', attempts: 1 });
  });

  it('sends the events of one booking sequentially, and those of other bookings concurrently', async () => {
    const [receiver, endpoint] = await stage.add(respondAfter(60));
    const bookings = ['0199bbbb-0000-7000-8000-000000000001', '0199bbbb-0000-7000-8000-000000000002'];
    const ids = await stage.emit({ type: 'booking.updated' }, 12);
    await stage.untilDelivered(endpoint, 12);
    receiver.behave(respondAfter(40));
    await stage.rows(
      `insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
       select account_id, endpoint_id, id, event_id, ($2::uuid[])[1 + n % 2], 'recover', 0, $3
       from (select *, row_number() over (order by event_id) - 1 as n from webhook_delivery where endpoint_id = $1) d
       order by event_id`,
      [endpoint.id, bookings, stage.clock.now()],
    );
    await wakeWorkers(stage.test, 'tasks');
    await receiver.until(24);
    const order = receiver.ids().slice(12);
    const sorted = ids.toSorted();
    for (const parity of [0, 1]) {
      const ofBooking = new Set(sorted.filter((_, index) => index % 2 === parity));
      expect(order.filter((id) => ofBooking.has(id))).toEqual([...ofBooking]);
    }
    const starts = receiver.received.slice(12).map(({ at }) => at);
    expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(5 * 40 - 5);
  });

  it('exports metrics of attempts and the backlog', async () => {
    const [receiver] = await stage.add();
    await stage.emit({ type: 'booking.created' });
    await receiver.until(1);
    const text = await eventually(
      () => stage.test.metrics.metrics(),
      (metrics) =>
        /waybill_webhook_attempts_total\{environment="production",outcome="ok"\} [1-9]/.test(metrics),
    );
    for (const name of [
      'in_flight',
      'circuits_open',
      'tasks_due',
      'oldest_due_seconds',
      'delivery_seconds_count',
    ])
      expect(text).toContain(`waybill_webhook_${name}{environment="production"`);
  });
});
