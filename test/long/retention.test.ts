// Personal data is erased everywhere some time after a booking has ended. A canary in every field, through the whole life of
// a booking, shows whether anything is left.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerChecks } from '../../src/features/billing/system/ledger-check-store.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { dispatchChecks } from '../../src/features/dispatch/system/doctor/dispatch-check-store.ts';
import { messageChecks } from '../../src/features/notifications/system/message-check-store.ts';
import { retentionChecks } from '../../src/features/privacy/system/retention-check-store.ts';
import { LocalPhotoStorage } from '../../src/integrations/photo-storage/local-photo-storage.ts';
import { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { canaryFields } from '../support/canary-fields.ts';
import { idsFromClock, TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { dumpOf } from '../support/database-dump.ts';
import { type BookedVan, bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const retentionDays = 10;
const tasks = ['privacy.sweep', 'privacy.forget', 'requests.retention'];

/** A person with a canary word in every personal field. */
function personWith(canary: string, digits: string) {
  const phone = `+1212555${digits}`;
  return {
    marks: [canary.toLowerCase(), phone, phone.slice(2)],
    order: {
      stops: [
        { location: '350 5th Ave, New York, NY 10118', instructions: `Ring for ${canary}` },
        { location: `77 ${canary} Ave Apt 4, Brooklyn, NY 11201`, ...canaryFields('StopInput', canary) },
      ],
      ...canaryFields('BookingInput', `Sofa for ${canary}`),
      customer: { ...canaryFields('Customer', canary), email: `${canary}@example.com`, phone_number: phone },
      contacts: [
        { name: `${canary} Doe`, phone_number: phone },
        { name: 'Van', phone_number: '+12125550101' },
      ],
      metadata: { buyer: canary },
      order_number: 'SO-7',
    },
  };
}

const old = personWith('Zebulonia', '0188');
const young = personWith('Quixotina', '0166');
const late = personWith('Umbrellina', '0144');

describe('personal data of ended bookings', () => {
  const clock = new TestClock();
  const folder = mkdtempSync(join(tmpdir(), 'waybill-retention-'));
  let test: TestApp;
  let client: { clientId: string; clientSecret: string };
  let partner: ApiClient;
  let operator: OperatorClient;
  let receiver: WebhookReceiver;
  let crewId: string;
  let completed: BookedVan;
  let cancelled: BookedVan;
  let kept: BookedVan;

  beforeAll(async () => {
    receiver = await startWebhookReceiver((request, response) => void response.end(request.body));
    test = await startTestApp({
      clock,
      ids: idsFromClock(clock),
      photos: new LocalPhotoStorage(folder),
      variables: { PERSONAL_DATA_RETENTION_DAYS: String(retentionDays) },
    });
    client = (await test.organization()).client;
    await signIn();
    crewId = (await formCrew(operator)).id;
    await partner.post('/webhooks', { url: `http://127.0.0.1:${receiver.port}/` });
    test.app.worker.start();
    // The worker runs each task once at its start, before any data is old enough. Later runs are triggered by the tests.
    for (const name of tasks) await finished(name);
    await queryAsOwner(
      test.connection,
      "update periodic_task set due_at = now() + interval '1 year' where name = any($1)",
      [tasks],
    );
    completed = await live(old.order);
    cancelled = await bookVan(partner, inTime(old.order));
    await partner.post(`/bookings/${cancelled.id}/cancel`, { cancel_reason: 'other' });
    await partner.post('/quotes', { stops: old.order.stops, product: 'van' });
    clock.advance({ days: retentionDays, hours: 1 });
    await signIn();
    kept = await bookVan(partner, inTime(young.order));
    await partner.post(`/bookings/${kept.id}/cancel`, { cancel_reason: 'other' });
    // A booking of another person reuses the origin of an older booking.
    const [, home] = late.order.stops;
    await bookVan(partner, inTime({ ...late.order, stops: [{ location: places.origin }, home] }));
    for (const { id } of [completed, cancelled, kept]) await settled(id);
  });
  afterAll(async () => {
    await test.app.worker.stop();
    await receiver.close();
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const inTime = (order: object) => ({
    ...order,
    arrival_window_from: new Date(clock.now().getTime() + 86_400_000).toISOString(),
  });
  /** Location ids of origin and destination of the completed booking. */
  const places = { origin: '', destination: '' };

  async function signIn(): Promise<void> {
    partner = await ApiClient.signIn(test.baseUrl, client);
    operator = await OperatorClient.enter(test, 'admin');
  }

  /** Takes a booking through creation, changes, notes, dispatch, a stop failure and completion. */
  async function live(order: object): Promise<BookedVan> {
    const made = await bookVan(partner, inTime(order));
    const path = `/bookings/${made.id}`;
    const added = await partner.post(`${path}/stops`, {
      location: '30-30 Zebulonia Rd, Long Island City, NY 11101',
      position: 1,
    });
    expect(added.status, added.text).toBeLessThan(300);
    const removed = await partner.delete(`${path}/stops/1`);
    expect(removed.status, removed.text).toBeLessThan(300);
    await partner.patch(path, { description: 'Still for Zebulonia' });
    await operator.post(`${path}/notes`, { text: 'Zebulonia called' });
    places.origin = removed.body.origin.id;
    places.destination = removed.body.destination.id;
    const booking: BookedVan = removed.body;
    const assigned = await operator.post(`${path}/assign`, { crew_id: crewId });
    expect(assigned.status, assigned.text).toBe(200);
    for (const position of [0, 1]) {
      await go(operator, booking, position, 'depart');
      await go(operator, booking, position, 'arrive');
      if (position === 1) {
        await go(operator, booking, position, 'cannot-complete', { reason: 'Zebulonia does not open' });
        await go(operator, booking, position, 'retry');
      }
      await finishStop(operator, booking, position);
    }
    return booking;
  }

  async function settled(bookingId: string): Promise<void> {
    await until(
      () =>
        queryAsOwner<{ waiting: number }>(
          test.connection,
          `select ((select count(*) from event where booking_id = $1 and position is null)
            + (select count(*) from webhook_delivery where booking_id = $1 and status = 'pending')
            + (select count(*) from webhook_handoff)
            + (select count(*) from message where booking_id = $1 and status = 'waiting')
            + (select count(*) from event e, event_follower f where e.booking_id = $1 and e.position > f.position))::int as waiting`,
          [bookingId],
        ),
      (rows) => rows[0]?.waiting === 0,
    );
  }

  async function traces(marks: readonly string[]): Promise<string[]> {
    const lines = (await dumpOf(test.connection)).toLowerCase().split('\n');
    return lines
      .filter((line) => marks.some((mark) => line.includes(mark)))
      .map((line) => line.slice(0, 300));
  }

  /** Makes the periodic task due and waits until the worker has run it. */
  async function runTask(name: string): Promise<void> {
    await queryAsOwner(
      test.connection,
      'update periodic_task set due_at = clock_timestamp(), last_finished_at = null where name = $1',
      [name],
    );
    await finished(name);
  }

  const finished = (name: string) =>
    until(
      () =>
        queryAsOwner(
          test.connection,
          'select from periodic_task where name = $1 and last_finished_at is not null',
          [name],
        ),
      (rows) => rows.length > 0,
    );

  const books = () =>
    queryAsOwner(
      test.connection,
      'select id, kind, amount_cents, lines::text, booking_id from billing_record order by id',
    );

  it('is stored in more than ten tables until its retention ends', async () => {
    const tables = new Set((await traces(old.marks)).map((line) => line.split(' ')[0]));
    expect(tables.size).toBeGreaterThan(10);
  });

  it('is erased from every table and folder when its retention ends, and newer data stays', async () => {
    const charged = await books();
    expect(charged.length).toBeGreaterThan(0);
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(0);
    const before = (await traces(young.marks)).length;
    // As if the booking had ended before the table `ended_booking` existed.
    await queryAsOwner(test.connection, 'delete from ended_booking where booking_id = $1', [cancelled.id]);
    for (const name of tasks) await runTask(name);
    // Quotes made until now stay valid for a while.
    clock.advance({ hours: 3 });
    await runTask('privacy.sweep');
    expect(await traces(old.marks)).toEqual([]);
    expect(
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()),
    ).toEqual([]);
    expect((await traces(young.marks)).length).toBe(before);
    expect(await books()).toEqual(charged);
  });

  it('is replaced by placeholders in bookings that partners can still read', async () => {
    const { body } = await partner.get(`/bookings/${completed.id}`);
    expect(body).toMatchObject({
      id: completed.id,
      hid: completed.hid,
      state: 'completed',
      product: 'van',
      customer: { name: 'Erased', email: 'erased@erased.invalid' },
      contacts: [{ name: 'Erased' }, { name: 'Erased' }],
      description: null,
      metadata: null,
      order_number: 'SO-7',
      origin: { name: 'Erased address' },
      destination: { name: 'Erased address', address: { locality: 'Brooklyn', region: 'NY' } },
    });
    expect(body.fare).not.toBeNull();
    expect((await partner.get(`/bookings/${cancelled.id}`)).body.state).toBe('cancelled');
    expect((await partner.get(`/bookings/${kept.id}`)).body.customer.name).toBe('Quixotina');
  });

  it('includes the ids of locations that no later booking uses, and no others', async () => {
    const quoted = (location: string) =>
      partner.post('/quotes', {
        stops: [{ location }, { location: '1 Main St, Brooklyn, NY 11201' }],
        product: 'van',
      });
    expect((await quoted(places.origin)).status).toBe(201);
    expect((await quoted(places.destination)).body.code).toBe('location_not_found');
  });

  it('is checked by the doctor when overdue, and its erasure is audited', async () => {
    const now = clock.now();
    const publicUrl = new URL((await partner.get(`/bookings/${kept.id}`)).body.share_url).origin;
    const more = [
      ...messageChecks(now),
      ...ledgerChecks,
      ...dispatchChecks,
      ...retentionChecks(now, retentionDays),
    ];
    const { checks } = await runDoctor(test.system, { publicUrl, now, more });
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
    const overdue = await runDoctor(test.system, {
      publicUrl,
      now,
      more: retentionChecks(new Date(now.getTime() + (retentionDays + 2) * 86_400_000), retentionDays),
    });
    expect(overdue.checks.flatMap(({ broken }) => broken).map(({ id }) => id)).toEqual([kept.id]);
    const entries = await queryAsOwner<{ changed: string[] }>(
      test.connection,
      "select changed from audit_entry where action = 'people.forgotten'",
    );
    expect(entries.map(({ changed }) => changed)).toEqual([['bookings: 2']]);
  });
});
