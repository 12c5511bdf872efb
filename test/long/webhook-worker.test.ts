// How processes share work: wake-ups by NOTIFY, hand-offs, leases of a stopped process, and recovery of missed events.
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { numberedIdOf } from '../../src/features/webhooks/system/numbered-id-store.ts';
import { dropExpiredEvents } from '../../src/features/webhooks/system/retention-store.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { timeGoal } from '../support/scale.ts';
import {
  addEndpoint,
  deliveriesOf,
  emitEvents,
  eventually,
  type TestEndpoint,
  untilDeliveries,
  wakeWorkers,
} from '../support/webhook-endpoints.ts';
import { blockedReceiver, manners, type Receivers, startReceivers } from '../support/webhook-receivers.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

describe('workers', () => {
  let api: TestApp;
  let receivers: Receivers;
  let account: string;
  beforeAll(async () => {
    receivers = await startReceivers();
    // Serves HTTP only; its worker is not started.
    api = await startTestApp();
  });
  afterAll(async () => {
    await api?.close();
    await receivers?.close();
  });
  beforeEach(async () => {
    account = (await api.organization()).id;
  });

  const withWorker = async (work: (worker: TestApp) => Promise<void>) => {
    const worker = await startTestApp({ sharing: api });
    worker.app.worker.start();
    try {
      await work(worker);
    } finally {
      await worker.close();
    }
  };

  it('are notified of a booking by the process that accepted it, after the commit', async () => {
    const { id, client } = await api.organization();
    const partner = await api.partner({ client });
    const listener = new Client(api.connection);
    await listener.connect();
    const notifications: string[] = [];
    listener.on('notification', ({ payload }) => notifications.push(payload ?? ''));
    await listener.query('listen waybill_events');
    const from = new Date(Date.now() + 26 * 3_600_000).toISOString();
    const { status, body } = await partner.post('/bookings', {
      stops,
      product: 'van',
      arrival_window_from: from,
    });
    expect(status).toBe(201);
    await eventually(
      async () => notifications,
      (kinds) => kinds.includes('events'),
    );
    // A refused booking writes nothing, so no notification follows.
    notifications.length = 0;
    expect(
      (await partner.post('/bookings', { stops, product: 'boat', arrival_window_from: from })).status,
    ).toBe(400);
    await listener.query('select 1');
    expect(notifications).toEqual([]);
    await listener.end();
    const receiver = receivers.receiver('booked');
    const endpoint = await addEndpoint(api, id, receiver.url);
    await withWorker(async () => {
      expect((await partner.post(`/bookings/${body.id}/cancel`)).status).toBe(200);
      await receiver.until(2);
      const [made, cancelled] = receiver.received.map(({ body: text }) => JSON.parse(text) as object);
      expect(made).toMatchObject({
        type: 'booking.created',
        sequence: 1,
        data: { booking: { id: body.id } },
      });
      expect(cancelled).toMatchObject({
        type: 'booking.cancelled',
        sequence: 2,
        data: { booking: { id: body.id, state: 'cancelled' } },
      });
      await untilDeliveries(api, endpoint, (all) => all.every(({ status }) => status === 'delivered'));
    });
  });

  it('release their leases when they stop, and others continue at once', async () => {
    const receiver = receivers.receiver('hangs', manners.hang);
    const endpoint = await addEndpoint(api, account, receiver.url);
    await withWorker(async (worker) => {
      await emitEvents(api, account, 20);
      await receiver.until(1);
      const startedAt = performance.now();
      worker.app.drain();
      await worker.app.worker.stop();
      expect(performance.now() - startedAt).toBeLessThan(timeGoal(8_000));
    });
    const leased = await queryAsOwner(
      api.connection,
      'select from webhook_task where endpoint_id = $1 and leased_until is not null',
      [endpoint.id],
    );
    expect(leased).toEqual([]);
    // The stop of a worker does not count as an attempt.
    expect((await deliveriesOf(api, endpoint.id)).map(({ attempts }) => attempts)).toEqual(Array(20).fill(0));
    receiver.behave(manners.ok);
    await withWorker(async () => {
      await untilDeliveries(api, endpoint, (all) => all.every(({ status }) => status === 'delivered'));
    });
  });

  const rowsOf = <Row extends object>(text: string, ...values: unknown[]) =>
    queryAsOwner<Row>(api.connection, text, values);
  const untilNoHandOff = () =>
    eventually(
      () => rowsOf('select from webhook_handoff'),
      (rows) => rows.length === 0,
    );

  it('write a delivery that succeeds at once with its result, and never queue it', async () => {
    const receiver = receivers.receiver('prompt');
    const endpoint = await addEndpoint(api, account, receiver.url);
    const lastTask = () => rowsOf<{ last: string }>('select last_value as last from webhook_task_id_seq');
    const before = await lastTask();
    await withWorker(async () => {
      const events = await emitEvents(api, account, 30);
      const all = await untilDeliveries(api, endpoint, ({ length }) => length === events.length);
      expect(new Set(all.map(({ event_id }) => event_id))).toEqual(new Set(events));
      for (const each of all) expect(each).toMatchObject({ status: 'delivered', attempts: 1 });
      await untilNoHandOff();
    });
    expect(receiver.ids()).toHaveLength(30);
    expect(await lastTask()).toEqual(before);
  });

  it('show a delivery as pending while its receiver does not respond, and record one attempt', async () => {
    const blocked = blockedReceiver();
    const receiver = receivers.receiver('slow', blocked.manners);
    const endpoint = await addEndpoint(api, account, receiver.url);
    await withWorker(async () => {
      await emitEvents(api, account, 6);
      const pending = await untilDeliveries(api, endpoint, ({ length }) => length === 6);
      for (const each of pending) expect(each).toMatchObject({ status: 'pending', attempts: 0 });
      await untilNoHandOff();
      blocked.letGo();
      await untilDeliveries(api, endpoint, (all) => all.every(({ status }) => status === 'delivered'));
    });
    expect(new Set(receiver.ids()).size).toBe(receiver.ids().length);
    expect(await rowsOf('select from webhook_attempt where endpoint_id = $1', endpoint.id)).toHaveLength(6);
    expect(await rowsOf('select from webhook_task where endpoint_id = $1', endpoint.id)).toEqual([]);
  });

  it('discard a delivery that fails after its endpoint was disabled, and queue no retry', async () => {
    const organization = await api.organization();
    const partner = await api.partner({ client: organization.client });
    const blocked = blockedReceiver(manners.error);
    const receiver = receivers.receiver('disabled', blocked.manners);
    const endpoint = await addEndpoint(api, organization.id, receiver.url);
    await withWorker(async () => {
      await emitEvents(api, organization.id, 1);
      await receiver.until(1);
      const disabled = await partner.patch(`/webhooks/${endpoint.id}`, { url: receiver.url, disabled: true });
      expect(disabled.status).toBe(200);
      blocked.letGo();
      const [delivery] = await untilDeliveries(api, endpoint, ([first]) => first?.attempts === 1);
      expect(delivery).toMatchObject({ status: 'discarded', reason: 'endpoint_disabled' });
    });
    expect(await rowsOf('select from webhook_task where endpoint_id = $1', endpoint.id)).toEqual([]);
  });

  it('take over the hand-off of a killed process after its lease, and send only what is not recorded', async () => {
    const [receiver, other] = [receivers.receiver('taken-over'), receivers.receiver('idle')];
    const [endpoint, disabled] = [
      await addEndpoint(api, account, receiver.url),
      await addEndpoint(api, account, other.url),
    ];
    const events = await emitEvents(api, account, 3);
    const handOffId = randomIds.next();
    // As a relay leaves them that was killed after it had recorded the first delivery.
    await rowsOf(`update event set position = nextval('event_position') where account_id = $1`, account);
    await rowsOf(
      `with handoff as (
         insert into webhook_handoff (id, leased_until, created_at, event_ids, endpoint_ids, pairs)
         values ($4, clock_timestamp() + interval '2 seconds', now(), $1, $2, '{1,2,3,4,5,6}') returning *
       )
       insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, status, attempts, created_at, finished_at)
       select p.delivery_id, $3, p.endpoint_id, p.event_id, 'booking.created', 'delivered', 1, now(), now()
       from unnest($5::uuid[], $2::uuid[]) as w (delivery_id, endpoint_id), lateral (select w.*, ($1::uuid[])[1] as event_id) p`,
      events,
      [endpoint.id, disabled.id],
      account,
      handOffId,
      [numberedIdOf(handOffId, 1), numberedIdOf(handOffId, 2)],
    );
    await rowsOf(
      `update webhook_endpoint set disabled = true, disabled_reason = 'manual', disabled_at = now() where id = $1`,
      disabled.id,
    );
    const handedOff = performance.now();
    await withWorker(async () => {
      await receiver.until(2);
      expect(performance.now() - handedOff).toBeGreaterThan(1_500);
      const all = await untilDeliveries(
        api,
        endpoint,
        (deliveries) => deliveries.length === 3 && deliveries.every(({ status }) => status === 'delivered'),
      );
      expect(all.map(({ event_id, attempts }) => [event_id, attempts])).toEqual(events.map((id) => [id, 1]));
      expect((await deliveriesOf(api, disabled.id)).map(({ status, reason }) => [status, reason])).toEqual([
        ['delivered', null],
        ['discarded', 'endpoint_disabled'],
        ['discarded', 'endpoint_disabled'],
      ]);
      await untilNoHandOff();
    });
    expect(receiver.ids()).toEqual(events.slice(1));
    expect(other.ids()).toEqual([]);
  });

  it('record a result once if another process has taken over meanwhile', async () => {
    const blocked = blockedReceiver();
    const receiver = receivers.receiver('late', blocked.manners);
    const endpoint = await addEndpoint(api, account, receiver.url);
    await withWorker(async () => {
      await emitEvents(api, account, 1);
      await receiver.until(1);
      // The process was suspended: the lease is over before the receiver responds.
      await rowsOf('update webhook_handoff set leased_until = clock_timestamp()');
      await untilDeliveries(api, endpoint, ({ length }) => length === 1);
      blocked.letGo();
      await untilDeliveries(api, endpoint, ([delivery]) => delivery?.status === 'delivered');
      await untilNoHandOff();
      await eventually(
        () => rowsOf('select from webhook_task where endpoint_id = $1', endpoint.id),
        ({ length }) => length === 0,
      );
    });
    const [delivery] = await deliveriesOf(api, endpoint.id);
    const attempts = await rowsOf('select from webhook_attempt where endpoint_id = $1', endpoint.id);
    expect(delivery?.attempts).toBe(attempts.length);
    expect(attempts).toHaveLength(receiver.ids().length);
  });

  const order = async ({ id }: TestEndpoint, since: Date) => {
    const recoveryId = randomIds.next();
    await api.system
      .insertInto('webhook_recovery')
      .values({
        id: recoveryId,
        account_id: account,
        endpoint_id: id,
        since,
        until: new Date(),
        after_position: 0,
        queued: 0,
        created_at: new Date(),
      })
      .execute();
    await wakeWorkers(api, 'tasks');
    const [recovery] = await eventually(
      () =>
        queryAsOwner<{ finished_at: Date | null; queued: number }>(
          api.connection,
          'select finished_at, queued from webhook_recovery where id = $1',
          [recoveryId],
        ),
      ([row]) => row?.finished_at != null,
    );
    return recovery;
  };

  it('recover failed, discarded and missed events, oldest first, and no delivered or unsubscribed ones', async () => {
    const before = await emitEvents(api, account, 150);
    const since = new Date(Date.now() - 3_600_000);
    await withWorker(async () => {
      await eventually(
        () => queryAsOwner(api.connection, 'select from event where position is null'),
        (rows) => rows.length === 0,
      );
      const receiver = receivers.receiver('recovers');
      const endpoint = await addEndpoint(api, account, receiver.url, { events: ['booking.created'] });
      const [arrived = ''] = await emitEvents(api, account, 1);
      await emitEvents(api, account, 1, { type: 'booking.updated' });
      await receiver.until(1);
      const [failed = '', discarded = ''] = await emitEvents(api, account, 2);
      await untilDeliveries(
        api,
        endpoint,
        (all) => all.filter(({ status }) => status === 'delivered').length === 3,
      );
      const end = `update webhook_delivery set status = $2, reason = $3 where event_id = $1`;
      await queryAsOwner(api.connection, end, [failed, 'failed', 'exhausted']);
      await queryAsOwner(api.connection, end, [discarded, 'discarded', 'endpoint_disabled']);
      const seen = receiver.received.length;

      expect(await order(endpoint, since)).toMatchObject({ queued: 152 });
      await receiver.until(seen + 152);
      await untilDeliveries(api, endpoint, (all) => all.every(({ status }) => status === 'delivered'));
      const again = receiver.ids().slice(seen);
      expect(new Set(again)).toEqual(new Set([...before, failed, discarded]));
      expect(again).toHaveLength(152);
      expect(receiver.ids().filter((id) => id === arrived)).toHaveLength(1);
      const rows = await deliveriesOf(api, endpoint.id);
      expect(rows).toHaveLength(153);
      expect(await order(endpoint, since)).toMatchObject({ queued: 0 });
    });
  });

  it('end a recovery when its endpoint is disabled', async () => {
    await withWorker(async () => {
      await emitEvents(api, account, 3);
      const endpoint = await addEndpoint(api, account, receivers.deadUrl);
      await queryAsOwner(
        api.connection,
        `update webhook_endpoint set disabled = true, disabled_reason = 'manual', disabled_at = now() where id = $1`,
        [endpoint.id],
      );
      expect(await order(endpoint, new Date(0))).toMatchObject({ queued: 0 });
    });
  });

  it('discard pending deliveries of an endpoint that was disabled or deleted directly in the database', async () => {
    const receiver = receivers.receiver('behind', manners.error);
    const endpoint = await addEndpoint(api, account, receiver.url);
    await withWorker(async () => {
      await emitEvents(api, account, 1);
      await untilDeliveries(api, endpoint, ([delivery]) => delivery?.attempts === 1);
      await queryAsOwner(api.connection, 'delete from webhook_endpoint where id = $1', [endpoint.id]);
      const [delivery] = await untilDeliveries(api, endpoint, ([one]) => one?.status === 'discarded');
      expect(delivery).toMatchObject({ reason: 'endpoint_deleted', next_attempt_at: null });
    });
  });

  it('drop partitions past their retention and create those of the coming weeks', async () => {
    const week = (table: string) =>
      queryAsOwner<{ name: string }>(
        api.connection,
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = $1::regclass order by 1`,
        [table],
      );
    await emitEvents(api, account, 3);
    const inTwoMonths = new Date(Date.now() + 60 * 86_400_000);
    await dropExpiredEvents(api.system, inTwoMonths, 30);
    expect(await queryAsOwner(api.connection, 'select from event')).toEqual([]);
    for (const table of ['event', 'webhook_delivery', 'webhook_attempt']) {
      const names = (await week(table)).map(({ name }) => name);
      expect(names).toContain(`${table}_default`);
      expect(names.filter((name) => /_\d{8}$/.test(name)).length).toBeGreaterThanOrEqual(4);
    }
    await emitEvents(api, account, 1);
    expect(await queryAsOwner(api.connection, 'select from event')).toHaveLength(1);
  });
});
