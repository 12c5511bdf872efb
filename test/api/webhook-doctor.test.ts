import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { webhookChecks } from '../../src/features/webhooks/system/doctor/webhook-checks.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { snapshotTables, type TableSnapshot } from '../support/table-snapshot.ts';
import { until } from '../support/until.ts';
import { manners, type Receivers, startReceivers } from '../support/webhook-receivers.ts';

const tables = [
  'event',
  'webhook_endpoint',
  'webhook_secret',
  'webhook_health',
  'webhook_delivery',
  'webhook_task',
  'webhook_handoff',
  'webhook_attempt',
];
const stranger = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const booking = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
};

/** A corruption of the stored rows, the check that must detect it, and the table and message it must report. */
const breaks: readonly (readonly [
  what: string,
  check: string,
  sql: string,
  table: string,
  message: RegExp,
])[] = [
  [
    'a pending delivery without a task',
    'deliveries: exactly',
    'delete from webhook_task',
    'webhook_delivery',
    /is pending, but has no task/,
  ],
  [
    'a task without a delivery',
    'deliveries: exactly',
    `update webhook_task set delivery_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'`,
    'webhook_task',
    /which does not exist/,
  ],
  [
    'a task of a completed delivery',
    'deliveries: exactly',
    `update webhook_task set delivery_id = (select id from webhook_delivery where status = 'delivered' limit 1)`,
    'webhook_task',
    /which is delivered/,
  ],
  [
    'a task of a disabled endpoint',
    'deliveries: exactly',
    `update webhook_endpoint w set disabled = true, disabled_reason = 'manual', disabled_at = now() where exists (select from webhook_task t where t.endpoint_id = w.id)`,
    'webhook_task',
    /which is disabled/,
  ],
  [
    'two tasks of one delivery',
    'deliveries: exactly',
    `insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, trigger, tries, due_at) select account_id, endpoint_id, delivery_id, event_id, 'recover', 0, due_at from webhook_task`,
    'webhook_delivery',
    /has 2 tasks/,
  ],
  [
    'a delivered delivery without a successful attempt',
    'deliveries: every',
    `update webhook_attempt set outcome = 'timeout' where outcome = 'ok'`,
    'webhook_delivery',
    /no attempt succeeded/,
  ],
  [
    'a missing attempt',
    'deliveries: every',
    `delete from webhook_attempt where outcome <> 'ok'`,
    'webhook_delivery',
    /counts \d+ attempts, but 0 are recorded/,
  ],
  [
    'an attempt without a delivery',
    'deliveries: every',
    `update webhook_attempt set delivery_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff'`,
    'webhook_attempt',
    /which does not exist/,
  ],
  [
    'an event without a delivery for a subscribed endpoint',
    'events: fanned out',
    `delete from webhook_delivery where status = 'delivered'`,
    'event',
    /has no delivery to endpoint/,
  ],
  [
    'an event with two deliveries for one endpoint',
    'events: fanned out',
    `insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, status, attempts, created_at, finished_at) select uuidv7(), account_id, endpoint_id, event_id, event_type, 'delivered', 0, created_at, now() from webhook_delivery where status = 'delivered'`,
    'webhook_delivery',
    /there are 2 deliveries/,
  ],
  [
    'two events at one feed position',
    'events: feed positions',
    'update event set position = 7',
    'event',
    /2 events have position 7/,
  ],
  [
    'a delivery of another account',
    'webhooks',
    `update webhook_delivery set account_id = '${stranger}'`,
    'webhook_delivery',
    /belongs to account/,
  ],
  [
    'a task with another endpoint than its delivery',
    'webhooks',
    `update webhook_task set endpoint_id = (select endpoint_id from webhook_delivery where status = 'delivered' limit 1)`,
    'webhook_task',
    /another endpoint or event/,
  ],
  [
    'a hand-off for an endpoint of another account',
    'webhooks',
    `with endpoint as (
       insert into webhook_endpoint (id, account_id, url, disabled, created_at, updated_at)
       values (uuidv7(), '${stranger}', 'https://other.example', false, now(), now()) returning id
     )
     insert into webhook_handoff (id, leased_until, created_at, event_ids, endpoint_ids, pairs)
     select uuidv7(), now(), now(), array[(select id from event limit 1)], array[id], '{1}' from endpoint`,
    'webhook_handoff',
    /for endpoint .* of account/,
  ],
  [
    'a secret that cannot be decrypted',
    'webhook secrets',
    `update webhook_secret set sealed = '\\x026b31'`,
    'webhook_secret',
    /cannot be decrypted/,
  ],
  [
    'an endpoint without a secret',
    'webhook secrets',
    'delete from webhook_secret',
    'webhook_endpoint',
    /has 0 secrets/,
  ],
];

describe('the doctor checks of webhooks', () => {
  let test: TestApp;
  let receivers: Receivers;
  let kept: TableSnapshot;
  let publicUrl: string;
  beforeAll(async () => {
    receivers = await startReceivers();
    test = await startTestApp({ corruptsData: true, variables: { WEBHOOK_RETRY_SECONDS: '3600,3600' } });
    test.app.worker.start();
    const partner = await test.partner();
    const [well, sick] = [receivers.receiver('well'), receivers.receiver('sick', manners.error)];
    for (const { url } of [well, sick]) await partner.post('/webhooks', { url });
    const disabled = (await partner.post('/webhooks', { url: well.url })).body.id;
    await partner.patch(`/webhooks/${disabled}`, { url: well.url, disabled: true });
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    for (let turn = 0; turn < 2; turn++) {
      const made = await partner.post('/bookings', { ...booking, arrival_window_from: soon });
      publicUrl = new URL(made.body.share_url).origin;
    }
    await Promise.all([well.until(2), sick.until(2)]);
    await written(4);
    await test.app.worker.stop();
    kept = await snapshotTables(test.connection, tables);
  });
  afterAll(async () => {
    await test.close();
    await receivers.close();
  });
  afterEach(() => kept.restore());

  /** The result writer stores results shortly after the response of the receiver. */
  const written = (attempts: number) =>
    until(
      () => queryAsOwner(test.connection, 'select from webhook_attempt'),
      (rows) => rows.length >= attempts,
    );
  const examine = (keys: KeyRing = test.keys) =>
    runDoctor(test.system, {
      publicUrl,
      now: new Date(),
      more: webhookChecks({ keys, keptSince: new Date(0), settleSeconds: 0 }),
    });

  it('report nothing after successful, failed and pending deliveries', async () => {
    const { clean, checks } = await examine();
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
    expect(clean).toBe(true);
    const ours = checks.filter(({ name }) => breaks.some(([, check]) => name.startsWith(check)));
    expect(ours).toHaveLength(6);
    for (const { name, checked } of ours) expect(checked, name).toBeGreaterThan(0);
  });

  it('know that an event without a delivery may be handed off', async () => {
    await kept.corruptWith(`
      with unrecorded as (delete from webhook_delivery where status = 'delivered' returning *),
        unlogged as (delete from webhook_attempt where outcome = 'ok')
      insert into webhook_handoff (id, leased_until, created_at, event_ids, endpoint_ids, pairs)
      select uuidv7(), now(), now(), array[event_id], array[endpoint_id], '{1}' from unrecorded`);
    expect((await examine()).checks.flatMap(({ broken }) => broken)).toEqual([]);
  });

  it.each(breaks)('report %s', async (_what, check, statement, table, message) => {
    await kept.corruptWith(statement);
    const { checks } = await examine();
    const result = checks.find(({ name }) => name.startsWith(check));
    expect(result?.broken).toContainEqual(
      expect.objectContaining({ table, message: expect.stringMatching(message) }),
    );
  });

  it('report a SECRET_KEY that did not encrypt the secrets', async () => {
    const { clean, checks } = await examine(
      new KeyRing([{ id: 'k1', secret: randomBytes(32) }], 'production'),
    );
    expect(clean).toBe(false);
    expect(checks.filter(({ brokenCount }) => brokenCount > 0).map(({ name }) => name)).toEqual([
      'webhook secrets: one current secret per endpoint, all decryptable',
    ]);
  });

  it('ignore events of old bookings that are past their retention', async () => {
    await kept.corruptWith('delete from event where sequence = 1');
    const { checks } = await runDoctor(test.system, {
      publicUrl,
      now: new Date(),
      eventsKeptSince: new Date(Date.now() + 60_000),
    });
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
  });
});
