import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/domain/webhook/event-types.ts';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';

const url = 'https://203.0.114.7/hooks';
const variables = { RATE_LIMIT_REQUESTS: '100000' };
const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';

describe('webhook endpoints', () => {
  let test: TestApp;
  let partner: ApiClient;
  let account: string;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    test = await startTestApp({ clock, variables });
    const { id, client } = await test.organization();
    account = id;
    partner = await test.partner({ client });
  });
  afterAll(() => test.close());

  const rows = (text: string, ...values: unknown[]) =>
    queryAsOwner<Record<string, unknown>>(test.connection, text, values);
  const audited = (endpointId: string) =>
    rows(
      'select action, actor_kind, request_id, changed from audit_entry where subject_id = $1 order by at, id',
      endpointId,
    );
  const create = async (fields: object = {}, by = partner) => {
    const made = await by.post('/webhooks', { url, ...fields });
    expect(made.status, made.text).toBe(201);
    return made.body;
  };
  const removeAll = async () => {
    for (const { id } of (await partner.get('/webhooks')).body) await partner.delete(`/webhooks/${id}`);
  };

  describe('creating an endpoint', () => {
    it('returns the endpoint and, only in this response, its secret', async () => {
      const made = await create({ events: ['booking.created'], description: 'Orders' });
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url,
        description: 'Orders',
        events: ['booking.created'],
        disabled: false,
        disabled_reason: null,
        created_at: '2027-03-10T15:30:00.000Z',
        updated_at: '2027-03-10T15:30:00.000Z',
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      });
      const { secret: _secret, ...shown } = made;
      expect((await partner.get(`/webhooks/${made.id}`)).body).toEqual(shown);
      expect((await partner.get('/webhooks')).body).toContainEqual(shown);
    });

    it('subscribes to all types except the opt-in ones by default', async () => {
      expect((await create()).events).toBeNull();
      expect((await create({ events: null })).events).toBeNull();
    });

    it('accepts types in the given order without duplicates, including the opt-in one', async () => {
      const events = ['crew.location_updated', 'booking.updated', 'crew.location_updated'];
      expect((await create({ events })).events).toEqual(['crew.location_updated', 'booking.updated']);
    });

    it('treats an empty string and null as no description', async () => {
      expect((await create({ description: '' })).description).toBeNull();
      expect((await create({ description: null })).description).toBeNull();
    });

    it('stores the secret encrypted, and generates one for each endpoint', async () => {
      const [one, other] = [await create(), await create()];
      expect(one.secret).not.toBe(other.secret);
      const key = Buffer.from(one.secret.slice('whsec_'.length), 'base64');
      expect(key).toHaveLength(32);
      const stored = (await rows('select sealed from webhook_secret')) as { sealed: Buffer }[];
      expect(stored.length).toBeGreaterThan(1);
      for (const { sealed } of stored) expect(sealed.includes(key)).toBe(false);
      expect(test.logged()).not.toContain('whsec_');
    });

    it('replays the secret for a repeated Idempotency-Key, and creates no second endpoint', async () => {
      const before = (await partner.get('/webhooks')).body.length;
      const send = () =>
        partner.post('/webhooks', { url }, { headers: { 'idempotency-key': 'register-once' } });
      const [first, second] = [await send(), await send()];
      expect(second.text).toBe(first.text);
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect((await partner.get('/webhooks')).body.length).toBe(before + 1);
      const kept = (await rows('select sealed_answer from idempotency_record')) as {
        sealed_answer: Buffer;
      }[];
      for (const { sealed_answer } of kept) expect(sealed_answer.includes('whsec_')).toBe(false);
    });

    it('names the invalid parameter', async () => {
      const refused = async (body: object, param: string, code = 'invalid_parameter') => {
        const answer = await partner.post('/webhooks', body);
        expectProblem(answer, 400, { type: 'validation_error', code, param });
        return answer.body.message as string;
      };
      await refused({}, 'url', 'missing_parameter');
      await refused({ url: 5 }, 'url');
      await refused({ url: '' }, 'url');
      await refused({ url: 'not a url' }, 'url');
      await refused({ url: `https://example.com/${'x'.repeat(2_048)}` }, 'url');
      await refused({ url, events: [] }, 'events');
      await refused({ url, events: 'booking.created' }, 'events');
      await refused({ url, description: 'x'.repeat(5_001) }, 'description');
      await refused({ url, disabled: true }, 'disabled', 'unknown_parameter');
      await refused({ url, secret: 'mine' }, 'secret', 'unknown_parameter');
      const message = await refused({ url, events: ['booking.created', 'booking.exploded'] }, 'events[1]');
      for (const type of EVENT_TYPES) expect(message).toContain(type);
      await refused({ url, events: ['webhook.test'] }, 'events[0]');
    });
  });

  describe('a forbidden URL', () => {
    it.each([
      'http://203.0.114.7/',
      'https://10.0.0.1/',
      'https://[::ffff:169.254.169.254]/',
      'https://2130706433:65536/',
      'https://user:secret@203.0.114.7/',
      'ftp://203.0.114.7/',
      'javascript:alert(1)',
    ])('is refused: %s', async (address) => {
      const expected = { type: 'validation_error', code: 'url_not_allowed', param: 'url' };
      const answer = await partner.post('/webhooks', { url: address });
      expectProblem(answer, 400, expected);
      const { id } = await create();
      expectProblem(await partner.patch(`/webhooks/${id}`, { url: address }), 400, expected);
      expect((await partner.get(`/webhooks/${id}`)).body.url).toBe(url);
    });

    it('includes loopback URLs in production, also if the server is reachable on loopback only, unless they are configured', async () => {
      const register = async (environment: 'production' | 'sandbox', WEBHOOK_ALLOW_PRIVATE: string) => {
        const app = await startTestApp({ environment, variables: { WEBHOOK_ALLOW_PRIVATE } });
        const answer = await (await app.partner()).post('/webhooks', { url: 'http://127.0.0.1:9/hook' });
        await app.close();
        return answer;
      };
      expectProblem(await register('production', ''), 400, { code: 'url_not_allowed', param: 'url' });
      expect((await register('production', 'loopback')).status).toBe(201);
      expect((await register('sandbox', '')).status).toBe(201);
    });
  });

  describe('the limit of endpoints', () => {
    it('is 20 per account, even for concurrent requests', async () => {
      await removeAll();
      const other = await startTestApp({ clock, sharing: test, variables });
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, turn) =>
          (turn % 2 ? partner : partner.at(other.baseUrl)).post('/webhooks', { url }),
        ),
      );
      await other.close();
      const made = answers.filter(({ status }) => status === 201);
      expect(made).toHaveLength(20);
      for (const answer of answers.filter(({ status }) => status !== 201))
        expectProblem(answer, 400, { type: 'validation_error', code: 'too_many_endpoints' });
      await partner.delete(`/webhooks/${made[0]?.body.id}`);
      await create();
      expectProblem(await partner.post('/webhooks', { url }), 400, { code: 'too_many_endpoints' });
      await create({}, await test.partner());
      await removeAll();
    });
  });

  describe('the list', () => {
    it('is a plain array, oldest first', async () => {
      await removeAll();
      expect((await partner.get('/webhooks')).body).toEqual([]);
      const ids: string[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        ids.push((await create()).id);
        clock.advance({ seconds: 1 });
      }
      const listed = (await partner.get('/webhooks')).body;
      expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids);
      expect(listed[0]).not.toHaveProperty('secret');
    });
  });

  describe('updating an endpoint', () => {
    it('changes the given fields only', async () => {
      const { id } = await create({ events: ['booking.created'], description: 'Orders' });
      clock.advance({ minutes: 1 });
      const other = 'https://203.0.114.8/other';
      const changed = await partner.patch(
        `/webhooks/${id}`,
        { url: other },
        {
          headers: { 'x-request-id': 'change-1' },
        },
      );
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({
        url: other,
        events: ['booking.created'],
        description: 'Orders',
        updated_at: clock.now().toISOString(),
      });
      expect(changed.body).not.toHaveProperty('secret');
      const all = await partner.patch(`/webhooks/${id}`, { url: other, events: null, description: '' });
      expect(all.body).toMatchObject({ events: null, description: null });
      expect(await audited(id)).toMatchObject([
        { action: 'webhook_endpoint.created', changed: [] },
        { action: 'webhook_endpoint.updated', request_id: 'change-1', changed: ['url'] },
        { action: 'webhook_endpoint.updated', changed: ['description', 'events'] },
      ]);
    });

    it('changes nothing when the values are equal', async () => {
      const { id, updated_at } = await create();
      clock.advance({ minutes: 1 });
      const same = await partner.patch(`/webhooks/${id}`, { url, disabled: false });
      expect(same.body.updated_at).toBe(updated_at);
      expect(await audited(id)).toHaveLength(1);
    });

    it('requires the URL, and refuses the same values as POST', async () => {
      const { id } = await create();
      const path = `/webhooks/${id}`;
      expectProblem(await partner.patch(path, { disabled: true }), 400, {
        code: 'missing_parameter',
        param: 'url',
      });
      expectProblem(await partner.patch(path, { url, events: [] }), 400, {
        code: 'invalid_parameter',
        param: 'events',
      });
      expectProblem(await partner.patch(path, { url, disabled: null }), 400, {
        code: 'invalid_parameter',
        param: 'disabled',
      });
      expect((await partner.get(path)).body.url).toBe(url);
    });
  });

  describe('disabling an endpoint', () => {
    /** A pending delivery, as the relay writes it. */
    const pending = async (endpointId: string) => {
      const id = crypto.randomUUID();
      await rows(
        `insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, status, attempts, created_at, next_attempt_at)
         values ($1, $2, $3, $4, 'booking.created', 'pending', 0, now(), now())`,
        id,
        account,
        endpointId,
        crypto.randomUUID(),
      );
      await rows(
        `insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, trigger, tries, due_at)
         select account_id, endpoint_id, id, event_id, 'event', 0, now() + interval '1 day' from webhook_delivery where id = $1`,
        id,
      );
      return id;
    };
    const delivery = async (id: string) =>
      (
        await rows(
          'select status, reason, next_attempt_at, finished_at from webhook_delivery where id = $1',
          id,
        )
      )[0];

    it('is shown in the response and discards pending deliveries', async () => {
      const { id } = await create();
      const bystander = await create();
      const [mine, others] = [await pending(id), await pending(bystander.id)];
      const disabled = await partner.patch(`/webhooks/${id}`, { url, disabled: true });
      expect(disabled.body).toMatchObject({ disabled: true, disabled_reason: 'manual' });
      expect(await delivery(mine)).toMatchObject({
        status: 'discarded',
        reason: 'endpoint_disabled',
        next_attempt_at: null,
        finished_at: clock.now(),
      });
      expect(await rows('select from webhook_task where endpoint_id = $1', id)).toEqual([]);
      expect(await delivery(others)).toMatchObject({ status: 'pending' });
      expect(await rows('select from webhook_task where endpoint_id = $1', bystander.id)).toHaveLength(1);
    });

    it('is reversed by enabling it, which resets its health', async () => {
      const { id } = await create();
      await rows(
        `insert into webhook_health (endpoint_id, account_id, last_failure_at, failing_since, failures_in_a_row, circuit_opened, circuit_until, warned_days)
         values ($1, $2, now(), now(), 25, 3, now() + interval '5 minutes', 3)`,
        id,
        account,
      );
      await rows(
        `update webhook_endpoint set disabled = true, disabled_reason = 'failing', disabled_at = now() where id = $1`,
        id,
      );
      const still = await partner.patch(`/webhooks/${id}`, { url, disabled: true });
      expect(still.body).toMatchObject({ disabled: true, disabled_reason: 'failing' });
      const enabled = await partner.patch(`/webhooks/${id}`, { url, disabled: false });
      expect(enabled.body).toMatchObject({ disabled: false, disabled_reason: null });
      expect(await rows('select * from webhook_health where endpoint_id = $1', id)).toMatchObject([
        { failing_since: null, failures_in_a_row: 0, circuit_opened: 0, circuit_until: null, warned_days: 0 },
      ]);
    });

    it('by deleting it returns 204 and leaves only the delivery log and the audit trail', async () => {
      const { id } = await create();
      const waiting = await pending(id);
      const removed = await partner.delete(`/webhooks/${id}`);
      expect(removed.status).toBe(204);
      expect(removed.text).toBe('');
      for (const answer of [
        await partner.get(`/webhooks/${id}`),
        await partner.delete(`/webhooks/${id}`),
        await partner.patch(`/webhooks/${id}`, { url }),
      ])
        expectProblem(answer, 404, { type: 'invalid_request_error', code: 'not_found' });
      expect(await delivery(waiting)).toMatchObject({ status: 'discarded', reason: 'endpoint_deleted' });
      for (const table of ['webhook_secret', 'webhook_task', 'webhook_health'])
        expect(await rows(`select from ${table} where endpoint_id = $1`, id), table).toEqual([]);
      expect(await audited(id)).toMatchObject([
        { action: 'webhook_endpoint.created' },
        { action: 'webhook_endpoint.deleted' },
      ]);
    });

    it('replays the response to a deletion with a repeated Idempotency-Key', async () => {
      const { id } = await create();
      const send = () =>
        partner.delete(`/webhooks/${id}`, { headers: { 'idempotency-key': `remove-${id}` } });
      expect((await send()).status).toBe(204);
      const again = await send();
      expect(again.status).toBe(204);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });
  });

  it('returns the same 404 for unknown and malformed ids', async () => {
    const answers = await Promise.all(
      [unknown, 'x', '%00', '..%2f', 'portal%20'].map((id) => partner.get(`/webhooks/${id}`)),
    );
    for (const answer of answers) {
      expectProblem(answer, 404, { code: 'not_found' });
      expect(answer.text).toBe(answers[0]?.text);
    }
  });

  describe('the portal', () => {
    it('has a new link for each request, which is stored only as a hash', async () => {
      const [first, second] = [await partner.get('/webhooks/portal'), await partner.get('/webhooks/portal')];
      expect(first.status).toBe(200);
      expect(Object.keys(first.body)).toEqual(['portal_url']);
      const link = new URL(first.body.portal_url);
      expect(link.pathname).toBe('/portal');
      expect(link.search).toBe('');
      expect(link.hash).toMatch(/^#token=wb_production_portal_[A-Za-z0-9_-]{43}$/);
      expect(second.body.portal_url).not.toBe(first.body.portal_url);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const token = link.hash.slice('#token='.length);
      expect(
        await rows(
          `select account_id, created_by, created_at, expires_at, used_at from portal_link where token_hash = sha256($1::text::bytea)`,
          token,
        ),
      ).toMatchObject([
        {
          account_id: account,
          created_by: expect.stringMatching(/^client:wb_production_client_/),
          expires_at: new Date(clock.now().getTime() + 600_000),
          used_at: null,
        },
      ]);
      expect(test.logged()).not.toContain(token);
    });
  });
});
