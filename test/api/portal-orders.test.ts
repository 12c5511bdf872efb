// Test events and recoveries of an endpoint, requested in the portal.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { endpointEvent } from '../../src/features/webhooks/endpoint-event-view.ts';
import { loadEndpoint } from '../../src/features/webhooks/load-endpoint.ts';
import { recoverBatch } from '../../src/features/webhooks/system/recovery-store.ts';
import { recordEvents } from '../../src/jobs/outbox.ts';
import { uuidv7 } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { insertDelivery, insertEvent } from '../support/delivery-log.ts';
import { PortalClient } from '../support/portal-client.ts';

const clock = new TestClock(new Date('2030-03-10T12:34:56Z'));
let test: TestApp;
let partner: ApiClient;
let visitor: PortalClient;
let accountId: string;
beforeAll(async () => {
  test = await startTestApp({ clock });
});
afterAll(() => test.close());

/** A new account for each group, because an account may have at most 20 endpoints. */
function asNewAccount(): void {
  beforeAll(async () => {
    partner = await test.partner();
    visitor = await PortalClient.enter(partner);
    accountId = (await visitor.readSession()).body.account.id;
  });
}

const url = 'https://example.com/hooks';

async function create(fields: object = {}): Promise<string> {
  const { status, body, text } = await visitor.post('/endpoints', { url, ...fields });
  expect(status, text).toBe(201);
  return body.id;
}

const auditsOf = async (endpointId: string) =>
  (
    await queryAsOwner<{ action: string; actor_kind: string }>(
      test.connection,
      `select action, actor_kind from audit_entry where subject_id = $1 order by id`,
      [endpointId],
    )
  ).map(({ action, actor_kind }) => `${action} by ${actor_kind}`);

describe('a test event', () => {
  asNewAccount();

  const eventRow = async (id: string) =>
    (
      await queryAsOwner<{ type: string; endpoint_id: string; sequence: null; payload: string }>(
        test.connection,
        'select type, endpoint_id, sequence, payload::text as payload from event where id = $1',
        [id],
      )
    )[0];

  it('is sent to that endpoint only and marked as a test', async () => {
    const id = await create({ events: ['booking.cancelled'] });
    const { status, body } = await visitor.post(`/endpoints/${id}/test`);
    expect(status).toBe(202);
    const row = await eventRow(body.event_id);
    expect(row).toMatchObject({ type: 'webhook.test', endpoint_id: id, sequence: null });
    expect(JSON.parse(row?.payload ?? '')).toMatchObject({
      id: body.event_id,
      type: 'webhook.test',
      timestamp: clock.now().toISOString(),
      environment: 'production',
      test: true,
    });
    expect(await auditsOf(id)).toContain('webhook_endpoint.tested by client');
  });

  it('of any catalogue type contains the example of that type with the current time', async () => {
    const id = await create();
    const { body: catalogue } = await visitor.get('/event-types');
    expect(catalogue.map(({ type }: { type: string }) => type)).toContain('booking.completed');
    for (const { type, example } of catalogue) {
      const { body } = await visitor.post(`/endpoints/${id}/test`, { type });
      const row = await eventRow(body.event_id);
      expect(row).toMatchObject({ type, endpoint_id: id });
      const sent = JSON.parse(row?.payload ?? '');
      expect(sent).toMatchObject({
        id: body.event_id,
        type,
        timestamp: clock.now().toISOString(),
        test: true,
      });
      expect(Object.keys(sent.data)).toEqual(Object.keys(example.data));
    }
  });

  it('is refused for unknown types and while the endpoint is disabled', async () => {
    const id = await create();
    for (const type of ['booking.exploded', '', 'webhook.test ', '__proto__', 7]) {
      const { status, body } = await visitor.post(`/endpoints/${id}/test`, { type });
      expect(status, String(type)).toBe(400);
      expect(body.param).toBe('type');
    }
    await visitor.call('PATCH', `/endpoints/${id}`, { disabled: true });
    const { status, body } = await visitor.post(`/endpoints/${id}/test`);
    expect(status).toBe(409);
    expect(body.code).toBe('endpoint_disabled');
  });
});

describe('a recovery', () => {
  asNewAccount();

  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);

  it('previews how many events it would resend', async () => {
    const id = await create();
    const log = (status: 'delivered' | 'failed' | 'discarded' | 'pending', hours: number) =>
      insertDelivery(test.system, { accountId, endpointId: id, at: hoursAgo(hours), status });
    for (const hours of [1, 2, 30]) await log('failed', hours);
    for (const hours of [1, 40]) await log('discarded', hours);
    await log('delivered', 1);
    await log('pending', 1);
    const missed = async (hours: number, type: string) => {
      const at = hoursAgo(hours);
      await insertEvent(test.system, { id: uuidv7(at.getTime()), accountId, at, type });
    };
    for (const hours of [1, 2, 3, 30]) await missed(hours, 'booking.updated');
    // The endpoint is not subscribed to this type.
    await missed(1, 'crew.location_updated');
    const preview = async (hours: number) =>
      (await visitor.get(`/endpoints/${id}/recovery?since=${hoursAgo(hours).toISOString()}`)).body;
    expect(await preview(24)).toEqual({ failed: 2, discarded: 1, missed: 3 });
    expect(await preview(48)).toEqual({ failed: 3, discarded: 2, missed: 4 });
    expect(await preview(0)).toEqual({ failed: 0, discarded: 0, missed: 0 });
    await visitor.call('PATCH', `/endpoints/${id}`, { events: ['booking.updated'] });
    expect(await preview(48)).toEqual({ failed: 0, discarded: 0, missed: 4 });
  });

  it('queues as many events as previewed, selected by the time of the event', async () => {
    const id = await create({ events: ['booking.cancelled', 'webhook_endpoint.failing'] });
    const since = hoursAgo(2);
    const log = (status: 'delivered' | 'failed', happened: Date, sentAt: Date) =>
      insertDelivery(test.system, {
        accountId,
        endpointId: id,
        type: 'booking.cancelled',
        status,
        at: happened,
        sentAt,
      });
    await log('failed', hoursAgo(1), hoursAgo(1));
    // Sent a year before the event happened, as with a clock that differs between machines.
    await log('delivered', hoursAgo(1), hoursAgo(24 * 365));
    // Attempted after `since`, but the event happened before.
    await log('failed', hoursAgo(3), hoursAgo(1));
    await logEndpointFailure(id, hoursAgo(1));
    await logEndpointFailure(await create(), hoursAgo(1));
    const { body: promised } = await visitor.get(`/endpoints/${id}/recovery?since=${since.toISOString()}`);
    // An endpoint does not receive events about its own failures.
    expect(promised).toEqual({ failed: 1, discarded: 0, missed: 1 });
    const { body: order } = await visitor.post(`/endpoints/${id}/recovery`, { since: since.toISOString() });
    const now = clock.now();
    const batch = await recoverBatch(test.system, order.id, { idTemplate: uuidv7(now.getTime()), now });
    expect(batch).toEqual({ queued: 2, finished: true, full: false });
  });

  async function logEndpointFailure(endpointId: string, occurredAt: Date): Promise<void> {
    const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const event = endpointEvent('webhook_endpoint.failing', {
      id: uuidv7(occurredAt.getTime()),
      environment: 'production',
      endpoint: await loadEndpoint(createDatabase(pool).forAccount(accountId), accountId, endpointId),
      failingSince: occurredAt,
      occurredAt,
    });
    await pool.end();
    await test.system.transaction().execute((trx) => recordEvents(trx, [event]));
    await test.system
      .updateTable('event')
      .set({ position: sql`nextval('event_position')` })
      .where('id', '=', event.id)
      .execute();
  }

  it('runs once at a time per endpoint and is listed, newest first', async () => {
    const id = await create();
    const since = hoursAgo(24).toISOString();
    const { status, body } = await visitor.post(`/endpoints/${id}/recovery`, { since });
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.any(String),
      since,
      queued: 0,
      created_at: clock.now().toISOString(),
      finished_at: null,
    });
    const again = await visitor.post(`/endpoints/${id}/recovery`, { since });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('recovery_running');
    expect((await visitor.get(`/endpoints/${id}/recoveries`)).body).toEqual([body]);
    expect(await auditsOf(id)).toContain('webhook_endpoint.recovery_started by client');
  });

  it('reaches back as far as the retention of events, and not into the future', async () => {
    const id = await create();
    for (const since of [hoursAgo(24 * 31), hoursAgo(-1), new Date('0001-01-01T00:00:00Z')]) {
      for (const answer of [
        await visitor.get(`/endpoints/${id}/recovery?since=${since.toISOString()}`),
        await visitor.post(`/endpoints/${id}/recovery`, { since: since.toISOString() }),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body).toMatchObject({ code: 'invalid_parameter', param: 'since' });
      }
    }
    expect((await visitor.get(`/endpoints/${id}/recovery`)).body.code).toBe('missing_parameter');
    expect((await visitor.post(`/endpoints/${id}/recovery`, {})).body.code).toBe('missing_parameter');
  });

  it('is refused while the endpoint is disabled', async () => {
    const id = await create({ disabled: true });
    const { status, body } = await visitor.post(`/endpoints/${id}/recovery`, {
      since: hoursAgo(1).toISOString(),
    });
    expect(status).toBe(409);
    expect(body.code).toBe('endpoint_disabled');
  });
});
