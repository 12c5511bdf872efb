// The endpoints of the portal: create, update, disable and delete; secrets, health and charts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { insertDelivery, insertWebhookHour } from '../support/delivery-log.ts';
import { hostileJsonValues } from '../support/hostile-inputs.ts';
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

describe('an endpoint in the portal', () => {
  asNewAccount();

  it('is new until its first delivery, and visible through the partner API', async () => {
    const { status, body } = await visitor.post('/endpoints', {
      url,
      description: 'Order service',
      events: ['booking.created'],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      url,
      description: 'Order service',
      events: ['booking.created'],
      disabled: false,
      disabled_reason: null,
      disabled_at: null,
      held: false,
      created_at: clock.now().toISOString(),
      updated_at: clock.now().toISOString(),
      health: 'new',
      failing_since: null,
      paused_until: null,
      last_success_at: null,
      last_failure_at: null,
      pending: 0,
      day: { succeeded: 0, failed: 0, p95_ms: null },
      hours: Array.from({ length: 24 }, () => ({ succeeded: 0, failed: 0 })),
    });
    expect((await visitor.get('/endpoints')).body).toEqual([body]);
    expect((await visitor.get(`/endpoints/${body.id}`)).body).toEqual(body);
    expect((await partner.get(`/webhooks/${body.id}`)).body).toMatchObject({ id: body.id, url });
  });

  it('is updated field by field, disabled, enabled and deleted, with an audit entry each', async () => {
    const id = await create({ events: ['booking.created'] });
    const change = (fields: object) => visitor.call('PATCH', `/endpoints/${id}`, fields);
    expect((await change({ description: 'mended' })).body).toMatchObject({
      url,
      description: 'mended',
      events: ['booking.created'],
    });
    expect((await change({ events: null, url: `${url}/2` })).body).toMatchObject({
      events: null,
      url: `${url}/2`,
    });
    expect((await change({ disabled: true })).body).toMatchObject({
      disabled: true,
      disabled_reason: 'manual',
      disabled_at: clock.now().toISOString(),
      health: 'disabled',
    });
    expect((await change({ disabled: false })).body).toMatchObject({ disabled: false, health: 'new' });
    expect((await change({})).status).toBe(200);
    expect((await visitor.call('DELETE', `/endpoints/${id}`)).status).toBe(204);
    expect((await visitor.get(`/endpoints/${id}`)).status).toBe(404);
    expect(await auditsOf(id)).toEqual([
      'webhook_endpoint.created by client',
      ...Array.from({ length: 4 }, () => 'webhook_endpoint.updated by client'),
      'webhook_endpoint.deleted by client',
    ]);
  });

  it('is refused for the same reasons as in the partner API', async () => {
    for (const [fields, param] of [
      [{}, 'url'],
      [{ url: 'not a url' }, 'url'],
      [{ url: 'ftp://example.com' }, 'url'],
      [{ url, events: [] }, 'events'],
      [{ url, events: ['booking.exploded'] }, 'events[0]'],
      [{ url, secret: 'whsec_mine' }, 'secret'],
      [{ url, disabled: 'yes' }, 'disabled'],
      [{ url, description: 'x'.repeat(5_001) }, 'description'],
    ] as const) {
      const { status, body } = await visitor.post('/endpoints', fields);
      expect(status, JSON.stringify(fields)).toBe(400);
      expect(body.param).toBe(param);
    }
  });

  it.each(Object.entries(hostileJsonValues))('survives %s as input', async (_name, value) => {
    const id = (await visitor.get('/endpoints')).body[0].id;
    for (const field of ['url', 'description', 'events', 'disabled']) {
      const raw = `{"${field}":${value}}`;
      const { status } = await visitor.call('PATCH', `/endpoints/${id}`, undefined, { raw });
      expect([200, 400, 413]).toContain(status);
    }
  });

  it('is limited to 20 per account', async () => {
    const { length } = (await visitor.get('/endpoints')).body;
    for (let index = length; index < 20; index += 1) await create();
    const { status, body } = await visitor.post('/endpoints', { url });
    expect(status).toBe(400);
    expect(body.code).toBe('too_many_endpoints');
  });
});

describe('the health of an endpoint', () => {
  asNewAccount();

  it.each([
    ['healthy', { last_success_at: '2030-03-10T12:00:00Z' }],
    ['failing', { last_failure_at: '2030-03-10T12:00:00Z', failing_since: '2030-03-10T11:00:00Z' }],
    [
      'paused',
      {
        last_failure_at: '2030-03-10T12:00:00Z',
        failing_since: '2030-03-10T11:00:00Z',
        circuit_until: '2030-03-10T12:40:00Z',
      },
    ],
    [
      'failing',
      {
        last_failure_at: '2030-03-10T12:00:00Z',
        failing_since: '2030-03-10T11:00:00Z',
        circuit_until: '2030-03-10T12:30:00Z',
      },
    ],
    // Only resends were attempted, and they failed.
    ['failing', { last_failure_at: '2030-03-10T12:00:00Z' }],
  ])('is shown as %s', async (health, row) => {
    const id = await create();
    await test.system
      .insertInto('webhook_health')
      .values({
        endpoint_id: id,
        account_id: accountId,
        failures_in_a_row: 0,
        circuit_opened: 0,
        warned_days: 0,
        ...row,
      })
      .execute();
    const { body } = await visitor.get(`/endpoints/${id}`);
    expect(body.health).toBe(health);
    expect(body.paused_until).toBe(health === 'paused' ? '2030-03-10T12:40:00.000Z' : null);
    const since = 'failing_since' in row ? row.failing_since : null;
    expect(body.failing_since).toBe(since && new Date(since).toISOString());
  });

  it('is new again at another URL, and kept with other changes', async () => {
    const id = await create();
    const last = { last_success_at: '2030-03-10T12:00:00Z', last_failure_at: '2030-03-10T12:10:00Z' };
    await test.system
      .insertInto('webhook_health')
      .values({
        endpoint_id: id,
        account_id: accountId,
        failures_in_a_row: 0,
        circuit_opened: 0,
        warned_days: 0,
        ...last,
      })
      .execute();
    await visitor.call('PATCH', `/endpoints/${id}`, { description: 'Orders' });
    expect((await visitor.get(`/endpoints/${id}`)).body.health).toBe('healthy');
    await visitor.call('PATCH', `/endpoints/${id}`, { url: `${url}/elsewhere` });
    expect((await visitor.get(`/endpoints/${id}`)).body).toMatchObject({
      health: 'new',
      last_success_at: null,
      last_failure_at: null,
    });
  });

  it('postpones the next attempt while it is paused', async () => {
    const endpointId = await create();
    const of = { accountId, endpointId, at: clock.now() };
    const { id } = await insertDelivery(test.system, { ...of, status: 'pending' });
    const [before] = (await visitor.get(`/deliveries?endpoint_id=${endpointId}`)).body.data;
    expect(before).toMatchObject({ id, next_attempt_at: expect.any(String) });
    const pausedUntil = new Date(Date.parse(before.next_attempt_at) + 4 * 60_000);
    await test.system
      .insertInto('webhook_health')
      .values({
        endpoint_id: endpointId,
        account_id: accountId,
        failures_in_a_row: 9,
        circuit_opened: 1,
        circuit_until: pausedUntil,
        warned_days: 0,
      })
      .execute();
    const [after] = (await visitor.get(`/deliveries?endpoint_id=${endpointId}`)).body.data;
    expect(after.next_attempt_at).toBe(pausedUntil.toISOString());
  });

  it('counts pending deliveries', async () => {
    const id = await create();
    for (let count = 0; count < 3; count += 1)
      await insertDelivery(test.system, { accountId, endpointId: id, at: clock.now(), status: 'pending' });
    expect((await visitor.get(`/endpoints/${id}`)).body.pending).toBe(3);
  });

  it('is charted from hourly totals', async () => {
    const id = await create();
    const of = { accountId, endpointId: id };
    await insertWebhookHour(test.system, of, new Date('2030-03-10T12:00:00Z'), {
      succeeded: 9,
      failed: 1,
      durationMs: 30,
    });
    await insertWebhookHour(test.system, of, new Date('2030-03-09T13:00:00Z'), {
      succeeded: 5,
      failed: 0,
      durationMs: 30,
    });
    await insertWebhookHour(test.system, of, new Date('2030-03-09T12:00:00Z'), {
      succeeded: 7,
      failed: 7,
      durationMs: 9_000,
    });
    const { body } = await visitor.get(`/endpoints/${id}`);
    expect(body.day).toEqual({ succeeded: 14, failed: 1, p95_ms: expect.any(Number) });
    expect(body.day.p95_ms).toBeGreaterThan(20);
    expect(body.day.p95_ms).toBeLessThanOrEqual(50);
    expect(body.hours).toHaveLength(24);
    expect([body.hours[0], body.hours[23]]).toEqual([
      { succeeded: 5, failed: 0 },
      { succeeded: 9, failed: 1 },
    ]);
    const chart = async (range: string) =>
      (await visitor.get(`/endpoints/${id}/chart?range=${range}`)).body.points;
    expect(await chart('day')).toHaveLength(24);
    expect(await chart('week')).toHaveLength(168);
    expect((await chart('week')).at(-25)).toMatchObject({
      from: '2030-03-09T12:00:00.000Z',
      succeeded: 7,
      failed: 7,
    });
    expect((await chart('month')).slice(-2)).toMatchObject([
      { from: '2030-03-09T00:00:00.000Z', succeeded: 12, failed: 7 },
      { from: '2030-03-10T00:00:00.000Z', succeeded: 9, failed: 1 },
    ]);
    expect((await visitor.get(`/endpoints/${id}/chart?range=year`)).status).toBe(400);
  });
});

describe('the secrets of an endpoint', () => {
  asNewAccount();

  it('are shown on request, with an audit entry', async () => {
    const { body: made } = await partner.post('/webhooks', { url });
    const { status, body } = await visitor.get(`/endpoints/${made.id}/secrets`);
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String),
        secret: made.secret,
        created_at: clock.now().toISOString(),
        expires_at: null,
      },
    ]);
    expect(await auditsOf(made.id)).toContain('webhook_endpoint.secrets_revealed by client');
    expect(test.logged()).not.toContain(made.secret);
  });

  it('are rotated with an overlap of a day or of the requested length', async () => {
    const id = await create();
    const [first] = (await visitor.get(`/endpoints/${id}/secrets`)).body;
    const { status, body } = await visitor.post(`/endpoints/${id}/secrets`);
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect(body[1]).toEqual({
      ...first,
      expires_at: new Date(clock.now().getTime() + 24 * 3_600_000).toISOString(),
    });
    const { body: alone } = await visitor.post(`/endpoints/${id}/secrets`, { overlap_hours: 0 });
    expect(alone).toHaveLength(1);
    expect(alone[0].expires_at).toBeNull();
    for (const overlap_hours of [-1, 169, 1.5, '24', null]) {
      const refused = await visitor.post(`/endpoints/${id}/secrets`, { overlap_hours });
      expect(refused.status, String(overlap_hours)).toBe(400);
      expect(refused.body.param).toBe('overlap_hours');
    }
  });
});
