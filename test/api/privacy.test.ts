// Data subject requests: search, export and erasure of every copy. A canary in every field shows whether anything is left.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { messageChecks } from '../../src/features/notifications/system/message-check-store.ts';
import { webhookChecks } from '../../src/features/webhooks/system/doctor/webhook-checks.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { canaryFields } from '../support/canary-fields.ts';
import { queryAsOwner } from '../support/database.ts';
import { dumpOf } from '../support/database-dump.ts';
import { photograph } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const canary = 'Zebulonia';
const phone = '+12125550188';
const email = `${canary}@Example.com`;
const warehouse = '350 5th Ave, New York, NY 10118';
const home = `77 ${canary} Ave Apt 4, Brooklyn, NY 11201`;
const marks = [canary.toLowerCase(), phone, '2125550188'];

const person = {
  ...canaryFields('BookingInput', `Sofa for ${canary}`),
  order_number: 'SO-1',
  customer: { ...canaryFields('Customer', `${canary} Doe`), email, phone_number: phone },
  contacts: [
    { name: 'A neighbour', phone_number: '+12125550101' },
    { ...canaryFields('ContactInput', `${canary} Doe`), phone_number: phone, email },
  ],
  metadata: { buyer: canary },
};

let test: TestApp;
let partner: ApiClient;
let admin: OperatorClient;
let receiver: WebhookReceiver;

beforeAll(async () => {
  test = await startTestApp();
  receiver = await startWebhookReceiver((request, response) => void response.end(request.body));
  admin = await OperatorClient.enter(test, 'admin');
  partner = await test.partner();
  await partner.post('/webhooks', { url: `http://127.0.0.1:${receiver.port}/` });
  test.app.worker.start();
});
afterAll(async () => {
  await test.app.worker.stop();
  await receiver.close();
  await test.close();
});

async function book(more: object = {}, headers: Record<string, string> = {}) {
  const order = {
    stops: [{ location: warehouse }, { location: home, ...canaryFields('StopInput', canary) }],
    product: 'van',
    arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    ...person,
    ...more,
  };
  const answer = await partner.post('/bookings', order, { headers });
  expect(answer.status, answer.text).toBe(201);
  return { ...answer.body, order } as { id: string; hid: string; order: object };
}

async function traces(): Promise<string[]> {
  const lines = (await dumpOf(test.connection)).toLowerCase().split('\n');
  return lines.filter((line) => marks.some((mark) => line.includes(mark))).map((line) => line.slice(0, 300));
}

async function settled(bookingId: string): Promise<void> {
  // Messages are planned by a follower, after the relay.
  await untilFollowersCaughtUp(test.connection);
  await until(
    () =>
      queryAsOwner<{ waiting: number }>(
        test.connection,
        `select ((select count(*) from webhook_delivery where booking_id = $1 and status = 'pending')
          + (select count(*) from webhook_handoff)
          + (select count(*) from message where booking_id = $1 and status = 'waiting'))::int as waiting`,
        [bookingId],
      ),
    (rows) => rows[0]?.waiting === 0,
  );
}

async function expectHealthy(bookingId: string): Promise<void> {
  const publicUrl = new URL((await partner.get(`/bookings/${bookingId}`)).body.share_url).origin;
  const now = new Date();
  const keptSince = new Date(now.getTime() - 30 * 86_400_000);
  const more = [...webhookChecks({ keys: test.keys, keptSince }), ...messageChecks(now)];
  const { checks } = await runDoctor(test.system, { publicUrl, now, eventsKeptSince: keptSince, more });
  expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
}

describe('the personal data of a data subject', () => {
  let first: Awaited<ReturnType<typeof book>>;
  let second: Awaited<ReturnType<typeof book>>;
  const keyed = { 'idempotency-key': 'erased-later' };

  beforeAll(async () => {
    first = await book({}, keyed);
    second = await book({ customer: { name: 'Somebody Else', phone_number: '+12125550102' } });
    // The warehouse is shared: the booking of another customer uses the same location row.
    const { body } = await partner.get(`/bookings/${first.id}`);
    await book({
      stops: [{ location: body.origin.id }, { location: '1 Main St, Brooklyn, NY 11201' }],
      customer: { name: 'Nobody Special', phone_number: '+12125550103' },
      contacts: undefined,
      description: undefined,
      metadata: undefined,
    });
    await partner.post('/quotes', { stops: [{ location: warehouse }, { location: body.destination.id }] });
    await partner.patch(`/bookings/${first.id}`, { description: `Still for ${canary}` });
    await photograph(admin, first.id);
    const noted = await admin.post(`/bookings/${first.id}/notes`, { text: `${canary} called` });
    expect(noted.status, noted.text).toBe(201);
    await partner.post('/bookings', { ...first.order, product: `${canary} Doe`, order_number: phone });
    await queryAsOwner(
      test.connection,
      "insert into message_opt_out (channel, address, source, created_at) values ('sms', $1, 'reply', now())",
      [phone],
    );
    for (const { id } of [first, second]) await settled(id);
    await until(
      () => queryAsOwner(test.connection, "select from request_log where method = 'PATCH'"),
      (rows) => rows.length > 0,
    );
  });

  it('is found by phone number or e-mail address in any format, as a customer and as a contact', async () => {
    const { status, body } = await admin.post('/people/search', { phone: '(212) 555-0188' });
    expect(status).toBe(200);
    expect(body.phone).toBe(phone);
    const roles = body.bookings.map(({ hid, role }: { hid: string; role: string }) => [hid, role]);
    expect(roles).toEqual([
      [second.hid, 'contact'],
      [first.hid, 'customer'],
    ]);
    expect(body.messages).toBeGreaterThan(0);
    expect(body.opt_outs).toBe(1);
    expect((await admin.post('/people/search', { email: email.toUpperCase() })).body.bookings).toHaveLength(
      2,
    );
    expect((await admin.post('/people/search', {})).status).toBe(400);
  });

  it('is accessible to administrators only', async () => {
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    for (const path of ['search', 'export', 'erase'])
      expect((await dispatcher.post(`/people/${path}`, { phone })).status).toBe(403);
  });

  it('is exported completely', async () => {
    const { body } = await admin.post('/people/export', { phone });
    expect(body.bookings).toHaveLength(2);
    for (const part of [
      'events',
      'messages',
      'opt_outs',
      'webhook_deliveries',
      'requests',
      'notes',
      'photos',
    ])
      expect(body[part].length, part).toBeGreaterThan(0);
  });

  it('is not erased while a booking is open, unless forced', async () => {
    const refused = await admin.post('/people/erase', { phone });
    expect([refused.status, refused.body.code]).toEqual([409, 'person_has_live_bookings']);
    expect(refused.body.message).toContain(first.hid);
  });

  it('is erased everywhere, and other data stays unchanged', async () => {
    expect((await traces()).length).toBeGreaterThan(5);
    for (const { id } of [first, second])
      await partner.post(`/bookings/${id}/cancel`, { cancel_reason: 'other' });
    for (const { id } of [first, second]) await settled(id);
    const { status, body, text } = await admin.post('/people/erase', { phone, email });
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ bookings: 2, remaining: 0, opt_outs: 1 });
    expect(body.events).toBeGreaterThan(4);
    expect([body.photos, body.notes]).toEqual([1, 1]);
    expect(await traces()).toEqual([]);
    await expectHealthy(first.id);

    const shown = (await partner.get(`/bookings/${first.id}`)).body;
    expect(shown).toMatchObject({ customer: { name: 'Erased' }, description: null, metadata: null });
    expect(shown.origin.name, 'others use the warehouse').not.toBe('Erased address');
    expect(shown.destination).toMatchObject({
      name: 'Erased address',
      address: { locality: 'Brooklyn', region: 'NY' },
    });
    expect(shown.contacts[0].name, 'somebody else').toBe('A neighbour');
    const other = (await partner.get(`/bookings/${second.id}`)).body;
    expect(other.customer.name).toBe('Somebody Else');
    expect(other.contacts[1].name).toBe('Erased');
    const replay = await partner.post('/bookings', first.order, { headers: keyed });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.text).not.toContain(canary);
  });

  it('is audited without naming the person', async () => {
    const entries = await queryAsOwner<{ action: string; text: string }>(
      test.connection,
      "select action, to_json(a)::text as text from audit_entry a where subject_kind = 'person' order by at",
    );
    expect(entries.map(({ action }) => action)).toEqual(['person.exported', 'person.erased']);
    expect(entries[1]?.text).toContain('bookings: 2');
  });

  it('is not written again by a follower that runs during the erasure', async () => {
    const { id } = await book({ contacts: undefined });
    await settled(id);
    await partner.post(`/bookings/${id}/cancel`, { cancel_reason: 'other' });
    await settled(id);
    const waiting = () =>
      queryAsOwner(
        test.connection,
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
    let erasing: Promise<unknown> | undefined;
    await test.system.transaction().execute(async (trx) => {
      // A follower has read the feed and is about to write a message.
      await trx
        .selectFrom('event_follower')
        .select('name')
        .where('name', '=', 'notifications')
        .forUpdate()
        .execute();
      erasing = admin.post('/people/erase', { phone, email });
      await Promise.race([erasing, until(waiting, (rows) => rows.length > 0)]);
      await trx.updateTable('message').set({ address: phone }).where('booking_id', '=', id).execute();
    });
    await erasing;
    expect(await traces()).toEqual([]);
  });

  it('stays erased: a new search finds nothing, and the opt-out still holds', async () => {
    const { body } = await admin.post('/people/search', { phone, email });
    expect(body).toMatchObject({ bookings: [], messages: 0 });
    const again = await book();
    const rows = await until(
      () =>
        queryAsOwner<{ status: string; reason: string }>(
          test.connection,
          'select status, reason from message where booking_id = $1 and address = $2',
          [again.id, phone],
        ),
      (found) => found.length > 0 && found.every(({ status }) => status !== 'waiting'),
    );
    expect(rows.map(({ status }) => status)).not.toContain('sent');
    const forced = await admin.post('/people/erase', { phone, email, force: true });
    expect(forced.body).toMatchObject({ bookings: 1, remaining: 0 });
    await settled(again.id);
    await expectHealthy(again.id);
  });
});
