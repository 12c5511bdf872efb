import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  addEndpoint,
  type DeliveryState,
  deliveriesOf,
  emitEvents,
  eventually,
  type TestEndpoint,
  untilDeliveries,
  untilPausedAndWritten,
  wakeWorkers,
} from '../support/webhook-endpoints.ts';
import {
  type Manners,
  manners,
  type Received,
  type Receiver,
  type Receivers,
  slowBy,
  startReceivers,
} from '../support/webhook-receivers.ts';

const nothing: Received = { headers: {}, body: '', at: 0 };
const typeOf = ({ body }: Received) => (JSON.parse(body) as { type: string }).type;

describe('delivering events', () => {
  let test: TestApp;
  let receivers: Receivers;
  let account: string;
  let count = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    receivers = await startReceivers();
    test = await startTestApp({ clock });
    test.app.worker.start();
  });
  afterAll(async () => {
    await test?.close();
    await receivers?.close();
  });
  beforeEach(async () => {
    account = (await test.organization()).id;
  });

  const add = async (
    how: Manners = manners.ok,
    events: readonly string[] | null = null,
  ): Promise<[Receiver, TestEndpoint]> => {
    count += 1;
    const receiver = receivers.receiver(`r${count}`, how);
    return [receiver, await addEndpoint(test, account, receiver.url, { events, clock })];
  };
  const emit = (type: string, amount = 1) => emitEvents(test, account, amount, { type }, clock);
  const allDelivered = (endpoint: TestEndpoint, amount: number) =>
    untilDeliveries(
      test,
      endpoint,
      (all) => all.length === amount && all.every(({ status }) => status === 'delivered'),
    );

  it('sends an event to every endpoint of its account, signed, with the text as it was written', async () => {
    const both = [await add(), await add()];
    const [eventId = ''] = await emit('booking.created');
    for (const [receiver, { key }] of both) {
      await receiver.until(1);
      const [{ headers, body } = nothing] = receiver.received;
      expect(headers['webhook-id']).toBe(eventId);
      expect(headers['content-type']).toBe('application/json');
      expect(headers['user-agent']).toMatch(/^Waybill-Webhooks\/\d+\.\d+\.\d+$/);
      const stored = await queryAsOwner<{ payload: string }>(
        test.connection,
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

  it('keeps what was answered to the letter, whatever characters it has', async () => {
    const said = 'null "quoted" \\ {a,b} ß\n\t☕';
    const [, endpoint] = await add((response) => {
      response.writeHead(200, { 'x-odd': 'a "b" \\ {c,d} null' }).end(said);
    });
    const [, empty] = await add((response) => void response.end());
    await emit('booking.created');
    for (const each of [endpoint, empty]) await allDelivered(each, 1);
    const kept = await queryAsOwner(
      test.connection,
      `select response_body as body, response_headers ->> 'x-odd' as header, request_headers ->> 'content-type' as sent
       from webhook_attempt where endpoint_id = any($1) order by response_body desc`,
      [[endpoint.id, empty.id]],
    );
    expect(kept).toEqual([
      { body: said, header: 'a "b" \\ {c,d} null', sent: 'application/json' },
      { body: '', header: null, sent: 'application/json' },
    ]);
  });

  it('sends to an endpoint what it asked for, and opt-in events only to who named them', async () => {
    const [all] = await add();
    const [some] = await add(manners.ok, ['booking.completed', 'crew.location_updated']);
    for (const type of ['booking.created', 'crew.location_updated', 'booking.completed']) await emit(type);
    await Promise.all([all.until(2), some.until(2)]);
    // Events of different bookings come in no promised order.
    expect(all.received.map(typeOf).sort()).toEqual(['booking.completed', 'booking.created']);
    expect(some.received.map(typeOf).sort()).toEqual(['booking.completed', 'crew.location_updated']);
  });

  it('sends nothing to other accounts and nothing to a disabled endpoint', async () => {
    const [foreign] = await add();
    account = (await test.organization()).id;
    const [disabled, { id }] = await add();
    await queryAsOwner(
      test.connection,
      `update webhook_endpoint set disabled = true, disabled_reason = 'manual', disabled_at = now() where id = $1`,
      [id],
    );
    const [receiver] = await add();
    await emit('booking.created');
    await receiver.until(1);
    expect(foreign.received).toEqual([]);
    expect(disabled.received).toEqual([]);
    expect(await deliveriesOf(test, id)).toEqual([]);
  });

  it('sends a test to its own endpoint alone, whatever it is subscribed to, and tries once', async () => {
    const [receiver, endpoint] = await add(manners.error, ['booking.completed']);
    const [other] = await add();
    await emitEvents(test, account, 1, { type: 'webhook.test', endpointId: endpoint.id }, clock);
    const [delivery] = await untilDeliveries(test, endpoint, ([one]) => one?.status === 'failed');
    expect(delivery).toMatchObject({ reason: 'exhausted', attempts: 1 });
    expect(receiver.received.map(typeOf)).toEqual(['webhook.test']);
    await emit('booking.created');
    await other.until(1);
    expect(other.received.map(typeOf)).toEqual(['booking.created']);
  });

  it('gives events places in the feed in the order in which they happened', async () => {
    const first = await emit('booking.created', 30);
    clock.advance({ seconds: 1 });
    const ids = [...first, ...(await emit('booking.updated', 30))];
    const placed = await eventually(
      () =>
        queryAsOwner<{ id: string; type: string; position: string }>(
          test.connection,
          'select id, type, position from event where account_id = $1 and position is not null order by position',
          [account],
        ),
      (rows) => rows.length === ids.length,
    );
    expect(new Set(placed.map(({ position }) => position)).size).toBe(60);
    expect(placed.map(({ type }) => type)).toEqual([
      ...Array(30).fill('booking.created'),
      ...Array(30).fill('booking.updated'),
    ]);
  });

  it('uses a new address and new secrets from the next delivery on', async () => {
    const [first, endpoint] = await add();
    await emit('booking.created');
    await allDelivered(endpoint, 1);
    const second = receivers.receiver('moved');
    await queryAsOwner(test.connection, 'update webhook_endpoint set url = $2 where id = $1', [
      endpoint.id,
      second.url,
    ]);
    await queryAsOwner(test.connection, 'update webhook_secret set expires_at = $2 where endpoint_id = $1', [
      endpoint.id,
      new Date(clock.now().getTime() + 60_000),
    ]);
    const [newId, newKey] = ['0199aaaa-0000-7000-8000-000000000001', Buffer.alloc(32, 7)];
    await test.system
      .insertInto('webhook_secret')
      .values({
        id: newId,
        endpoint_id: endpoint.id,
        account_id: account,
        sealed: test.keys.seal(newKey, `webhook_secret:${newId}`),
        created_at: new Date(clock.now().getTime() + 1),
      })
      .execute();
    await emit('booking.updated');
    await second.until(1);
    expect(first.received).toHaveLength(1);
    const [{ headers, body } = nothing] = second.received;
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const key of [newKey, endpoint.key])
      new Webhook(`whsec_${key.toString('base64')}`).verify(body, headers as Record<string, string>);
    clock.advance({ seconds: 61 });
    await emit('booking.completed');
    await second.until(2);
    expect(String(second.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1);
  });

  it('sends again what a person asks for, once, also while the endpoint is paused', async () => {
    const [receiver, endpoint] = await add(manners.error);
    await emit('booking.created', 12);
    await untilPausedAndWritten(test, endpoint, receiver);
    const [delivery] = await deliveriesOf(test, endpoint.id);
    if (!delivery) throw new Error('nothing was queued');
    const before = receiver.received.length;
    await resend(endpoint, delivery);
    await receiver.until(before + 1);
    const failures = async () =>
      (
        await queryAsOwner<{ failures: number }>(
          test.connection,
          'select failures_in_a_row as failures from webhook_health where endpoint_id = $1',
          [endpoint.id],
        )
      )[0]?.failures;
    const counted = await failures();
    await untilDeliveries(test, endpoint, ([one]) => one?.attempts === delivery.attempts + 1);
    expect(await failures()).toBe(counted);
    receiver.behave(manners.ok);
    await resend(endpoint, delivery);
    const [again] = await untilDeliveries(test, endpoint, ([one]) => one?.status === 'delivered');
    expect(again).toMatchObject({ reason: null, next_attempt_at: null });
    const left = await queryAsOwner(test.connection, 'select from webhook_task where delivery_id = $1', [
      delivery?.id,
    ]);
    expect(left).toEqual([]);
  });

  const countedOf = async ({ id }: TestEndpoint) => ({
    health: await queryAsOwner(
      test.connection,
      `select failures_in_a_row as failures, failing_since is not null as failing,
         last_success_at is not null as succeeded, last_failure_at is not null as failed
       from webhook_health where endpoint_id = $1`,
      [id],
    ),
    hours: await queryAsOwner(
      test.connection,
      'select succeeded, failed from webhook_hour where endpoint_id = $1',
      [id],
    ),
  });
  const resend = async (endpoint: TestEndpoint, { id, event_id }: DeliveryState) => {
    await queryAsOwner(
      test.connection,
      `insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, trigger, tries, due_at)
       values ($1, $2, $3, $4, 'resend', 0, $5)`,
      [account, endpoint.id, id, event_id, clock.now()],
    );
    await wakeWorkers(test, 'tasks');
  };

  it('leaves tests out of sums and health, also when they are sent again', async () => {
    for (const how of [manners.error, manners.ok]) {
      const [, endpoint] = await add(how);
      await emitEvents(test, account, 1, { type: 'webhook.test', endpointId: endpoint.id }, clock);
      const [tried] = await untilDeliveries(test, endpoint, ([one]) => one?.attempts === 1);
      if (!tried) throw new Error('nothing was tried');
      await resend(endpoint, tried);
      await untilDeliveries(test, endpoint, ([one]) => one?.attempts === 2);
      expect(await countedOf(endpoint)).toEqual({ health: [], hours: [] });
    }
  });

  it('counts a resend as an attempt, and never towards disabling', async () => {
    const [receiver, endpoint] = await add(manners.ok);
    await emit('booking.created');
    const [delivered] = await allDelivered(endpoint, 1);
    if (!delivered) throw new Error('nothing was delivered');
    receiver.behave(manners.error);
    await resend(endpoint, delivered);
    await untilDeliveries(test, endpoint, ([one]) => one?.attempts === 2);
    expect(await countedOf(endpoint)).toEqual({
      health: [{ failures: 0, failing: false, succeeded: true, failed: true }],
      hours: [{ succeeded: 1, failed: 1 }],
    });
  });

  it('discards what is still to be sent when its event is forgotten', async () => {
    const [, endpoint] = await add(manners.error);
    const [eventId] = await emit('booking.created');
    const [delivery] = await untilDeliveries(test, endpoint, ([one]) => one?.attempts === 1);
    await queryAsOwner(test.connection, 'delete from event where id = $1', [eventId]);
    clock.set(delivery?.next_attempt_at ?? clock.now());
    await wakeWorkers(test, 'tasks');
    const [after] = await untilDeliveries(test, endpoint, ([one]) => one?.status === 'discarded');
    expect(after).toMatchObject({ reason: 'event_forgotten', attempts: 1 });
  });

  it('tells of a booking’s events one after the other, and of other bookings meanwhile', async () => {
    const [receiver, endpoint] = await add(slowBy(60));
    const bookings = ['0199bbbb-0000-7000-8000-000000000001', '0199bbbb-0000-7000-8000-000000000002'];
    const ids = await emit('booking.updated', 12);
    await allDelivered(endpoint, 12);
    receiver.behave(slowBy(40));
    await queryAsOwner(
      test.connection,
      `insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, booking_id, trigger, tries, due_at)
       select account_id, endpoint_id, id, event_id, ($2::uuid[])[1 + n % 2], 'recover', 0, $3
       from (select *, row_number() over (order by event_id) - 1 as n from webhook_delivery where endpoint_id = $1) d
       order by event_id`,
      [endpoint.id, bookings, clock.now()],
    );
    await wakeWorkers(test, 'tasks');
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

  it('shows operators what was sent and what waits', async () => {
    const [receiver] = await add();
    await emit('booking.created');
    await receiver.until(1);
    const text = await eventually(
      () => test.metrics.metrics(),
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
