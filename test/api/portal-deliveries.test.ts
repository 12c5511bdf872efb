// The delivery log of the portal: pagination, filters, search, one delivery with its attempts, and resending it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { insertDelivery, type TestDelivery } from '../support/delivery-log.ts';
import { hostilePathSegments } from '../support/hostile-inputs.ts';
import { PortalClient } from '../support/portal-client.ts';

let test: TestApp;
let partner: ApiClient;
let visitor: PortalClient;
let accountId: string;
const now = Date.now();
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);

beforeAll(async () => {
  test = await startTestApp();
  partner = await test.partner();
  visitor = await PortalClient.enter(partner);
  accountId = (await visitor.readSession()).body.account.id;
});
afterAll(() => test.close());

async function endpoint(of: ApiClient = partner): Promise<string> {
  const { body, status, text } = await of.post('/webhooks', { url: 'https://example.com/hooks' });
  expect(status, text).toBe(201);
  return body.id;
}

const log = (delivery: Partial<TestDelivery> & Pick<TestDelivery, 'endpointId'>) =>
  insertDelivery(test.system, { accountId, at: minutesAgo(1), ...delivery });

async function idsOf(query: string): Promise<string[]> {
  const { body, status, text } = await visitor.get(`/deliveries?${query}`);
  expect(status, text).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
}

describe('the delivery log', () => {
  it('shows the status of each delivery, newest first', async () => {
    const endpointId = await endpoint();
    const old = await log({ endpointId, at: minutesAgo(9), status: 'failed', type: 'booking.cancelled' });
    const fresh = await log({ endpointId, at: minutesAgo(3) });
    const { body } = await visitor.get(`/deliveries?endpoint_id=${endpointId}`);
    expect(body).toEqual({
      data: [
        {
          id: fresh.id,
          endpoint_id: endpointId,
          endpoint_url: 'https://example.com/hooks',
          event_id: fresh.eventId,
          event_type: 'booking.created',
          booking_id: null,
          booking_hid: null,
          status: 'delivered',
          reason: null,
          attempts: 1,
          last_outcome: 'ok',
          last_status_code: 204,
          created_at: minutesAgo(3).toISOString(),
          last_attempt_at: minutesAgo(3).toISOString(),
          next_attempt_at: null,
        },
        expect.objectContaining({ id: old.id, status: 'failed', reason: 'exhausted' }),
      ],
      next: null,
    });
  });

  it('is paginated without gaps or repeats, even while deliveries are added', async () => {
    const endpointId = await endpoint();
    const logged: string[] = [];
    for (let index = 0; index < 23; index += 1)
      logged.unshift((await log({ endpointId, at: minutesAgo(100 - index) })).id);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const place: string = after ? `&after=${after}` : '';
      const { body } = await visitor.get(`/deliveries?endpoint_id=${endpointId}&limit=5${place}`);
      expect(body.data.length).toBeLessThanOrEqual(5);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      after = body.next;
      await log({ endpointId });
    } while (after);
    expect(seen).toEqual(logged);
  });

  it('is filtered by endpoint, status, type, booking and time, and by all of them together', async () => {
    const [one, other] = [await endpoint(), await endpoint()];
    const bookingId = uuidv7(now);
    const a = await log({ endpointId: one, at: minutesAgo(50), status: 'failed', bookingId });
    const b = await log({ endpointId: one, at: minutesAgo(40), status: 'discarded', attempts: 0 });
    const c = await log({ endpointId: one, at: minutesAgo(30), status: 'pending', type: 'booking.updated' });
    const d = await log({ endpointId: other, at: minutesAgo(20), status: 'pending', bookingId });
    const e = await log({ endpointId: other, at: minutesAgo(10), type: 'booking.updated' });
    const within = `from=${minutesAgo(51).toISOString()}&to=${minutesAgo(9).toISOString()}`;
    const ids = (found: { id: string }[]) => found.map(({ id }) => id);
    expect(await idsOf(`endpoint_id=${one}`)).toEqual(ids([c, b, a]));
    expect(await idsOf(`endpoint_id=${one}&status=failed`)).toEqual(ids([a]));
    expect(await idsOf(`${within}&status=failed`)).toEqual(expect.arrayContaining(ids([a])));
    expect(await idsOf(`status=discarded`)).toEqual(ids([b]));
    expect(await idsOf(`status=pending`)).toEqual(ids([d, c]));
    expect(await idsOf(`status=pending&limit=1`)).toEqual(ids([d]));
    expect(await idsOf(`status=pending&endpoint_id=${one}`)).toEqual(ids([c]));
    expect(await idsOf(`status=pending&after=${d.id}`)).toEqual(ids([c]));
    expect(await idsOf(`status=delivered&endpoint_id=${other}`)).toEqual(ids([e]));
    expect(await idsOf('type=booking.updated')).toEqual(ids([e, c]));
    expect(await idsOf(`booking_id=${bookingId}`)).toEqual(ids([d, a]));
    expect(await idsOf(`booking_id=${bookingId}&status=pending`)).toEqual(ids([d]));
    expect(await idsOf(`endpoint_id=${one}&from=${minutesAgo(45).toISOString()}`)).toEqual(ids([c, b]));
    expect(await idsOf(`endpoint_id=${one}&to=${minutesAgo(40).toISOString()}`)).toEqual(ids([a]));
    expect(
      await idsOf(`endpoint_id=${one}&status=failed&type=booking.created&booking_id=${bookingId}&${within}`),
    ).toEqual(ids([a]));
  });

  it('finds deliveries by any identifier of the booking or the event', async () => {
    const endpointId = await endpoint();
    const {
      body: booking,
      status,
      text,
    } = await partner.post('/bookings', {
      stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
      product: 'van',
      arrival_window_from: new Date(now + 86_400_000).toISOString(),
      customer: { name: 'Ana Diaz', phone_number: '+14155552671' },
      order_number: 'SO 10442/ü',
    });
    expect(status, text).toBe(201);
    const about = await log({ endpointId, bookingId: booking.id });
    await log({ endpointId });
    const search = (words: string) => idsOf(`search=${encodeURIComponent(words)}&endpoint_id=${endpointId}`);
    expect(await search(booking.id)).toEqual([about.id]);
    expect(await search(booking.hid)).toEqual([about.id]);
    expect(await search(` ${booking.hid.toLowerCase()} `)).toEqual([about.id]);
    expect(await search('SO 10442/ü')).toEqual([about.id]);
    expect(await search(about.eventId)).toEqual([about.id]);
    expect(await search('SO 10442')).toEqual([]);
    expect(await search('%')).toEqual([]);
    expect(await search(uuidv7(now))).toEqual([]);
  });

  it('still shows the deliveries of a deleted endpoint, with their URL', async () => {
    const endpointId = await endpoint();
    const { id } = await log({ endpointId, status: 'failed' });
    const { id: never } = await log({ endpointId, status: 'pending' });
    expect((await visitor.call('DELETE', `/endpoints/${endpointId}`)).status).toBe(204);
    const { body } = await visitor.get(`/deliveries/${id}`);
    expect(body).toMatchObject({ status: 'failed', endpoint_url: 'https://receiver.example/hooks' });
    const { body: unsent } = await visitor.get(`/deliveries/${never}`);
    expect(unsent).toMatchObject({ status: 'discarded', reason: 'endpoint_deleted', endpoint_url: '' });
    const { status, body: refusal } = await visitor.post(`/deliveries/${id}/resend`);
    expect(status).toBe(409);
    expect(refusal.code).toBe('endpoint_disabled');
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'after=x',
    'endpoint_id=x',
    'booking_id=%00',
    'status=lost',
    'from=yesterday',
    'to=2030-01-31',
    'from=0000-01-01T00:00:00Z',
    'from=%2B300000-01-01T00:00:00Z',
    'search=',
    'search=a%00b',
    `search=${'x'.repeat(256)}`,
    'type=%00',
    'limit=5&limit=6',
    'order=asc',
    '__proto__=x',
  ])('refuses %s with an explanation', async (query) => {
    const { status, body } = await visitor.get(`/deliveries?${query}`);
    expect(status, query).toBe(400);
    expect(body.type).toBe('validation_error');
    expect(typeof body.param).toBe('string');
  });

  it.each([
    'from=0001-01-01T00:00:00Z',
    'from=1970-01-01T00:00:00Z&to=9999-12-31T23:59:59Z',
    'from=9999-01-01T00:00:00Z',
    'search=%27%20or%201=1--',
    'search=%F0%9F%9A%9A',
  ])('accepts %s', async (query) => {
    expect((await visitor.get(`/deliveries?${query}`)).status).toBe(200);
  });
});

describe('one delivery', () => {
  it('shows the exact payload, and each attempt with its response', async () => {
    const endpointId = await endpoint();
    const { id, payload } = await log({ endpointId, status: 'failed', attempts: 3 });
    const { body } = await visitor.get(`/deliveries/${id}`);
    expect(body.payload).toBe(payload);
    expect(body.log.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3]);
    expect(body.log[0]).toEqual({
      id: expect.any(String),
      number: 1,
      trigger: 'event',
      started_at: new Date(minutesAgo(1).getTime() + 1000).toISOString(),
      duration_ms: 42,
      outcome: 'http_error',
      error: 'The receiver answered 500.',
      remote_address: '203.0.113.7',
      request: { url: 'https://receiver.example/hooks', headers: { 'webhook-id': id } },
      response: {
        status_code: 500,
        headers: { server: 'test' },
        body: 'no',
        is_base64: false,
        is_cut: false,
      },
    });
  });

  it('shows no payload after its event has been erased, and cannot be resent then', async () => {
    const { id } = await log({ endpointId: await endpoint(), status: 'failed', isForgotten: true });
    expect((await visitor.get(`/deliveries/${id}`)).body.payload).toBeNull();
    const { status, body } = await visitor.post(`/deliveries/${id}/resend`);
    expect(status).toBe(409);
    expect(body.code).toBe('event_forgotten');
  });

  it.each(hostilePathSegments)('is not found by %s', async (segment) => {
    for (const path of [`/deliveries/${segment}`, `/endpoints/${segment}`, `/endpoints/${segment}/chart`]) {
      const response = await fetch(`${visitor.baseUrl}/portal/api${path}`, {
        headers: visitor.headers('GET', false),
      });
      expect([400, 404, 414]).toContain(response.status);
    }
  });
});

describe('resending a delivery', () => {
  const tasksOf = (deliveryId: string) =>
    queryAsOwner<{ trigger: string; tries: number }>(
      test.connection,
      'select trigger, tries from webhook_task where delivery_id = $1',
      [deliveryId],
    );

  it('queues a single attempt for concurrent requests', async () => {
    const { id, payload } = await log({ endpointId: await endpoint(), status: 'failed' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => visitor.post(`/deliveries/${id}/resend`)),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      expect(body).toMatchObject({ id, payload });
    }
    expect(await tasksOf(id)).toEqual([{ trigger: 'resend', tries: 0 }]);
    const audits = await queryAsOwner(
      test.connection,
      `select 1 from audit_entry where action = 'webhook_delivery.resent' and subject_id = $1`,
      [id],
    );
    expect(audits).toHaveLength(1);
  });

  it('is refused while the endpoint is disabled', async () => {
    const endpointId = await endpoint();
    const { id } = await log({ endpointId, status: 'failed' });
    await visitor.call('PATCH', `/endpoints/${endpointId}`, { disabled: true });
    const { status, body } = await visitor.post(`/deliveries/${id}/resend`);
    expect(status).toBe(409);
    expect(body.code).toBe('endpoint_disabled');
    expect(await tasksOf(id)).toEqual([]);
  });
});
