import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { idsFromClock, TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  addEndpoint,
  type DeliveryState,
  deliveriesOf,
  emitEvents,
  eventually,
  type TestEndpoint,
  untilDeliveries,
  untilPausedAndRecorded,
  wakeWorkers,
} from '../support/webhook-endpoints.ts';
import {
  manners,
  type Receiver,
  type Receivers,
  respondBusy,
  startReceivers,
} from '../support/webhook-receivers.ts';

const SCHEDULE = [5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

describe('retries', () => {
  let test: TestApp;
  let receivers: Receivers;
  let account: string;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    receivers = await startReceivers();
    test = await startTestApp({ clock, ids: idsFromClock(clock), random: () => 0.5 });
    test.app.worker.start();
  });
  afterAll(async () => {
    await test?.close();
    await receivers?.close();
  });
  beforeEach(async () => {
    account = (await test.organization()).id;
  });

  const add = (url: string) => addEndpoint(test, account, url, { clock });
  const emit = (count = 1) => emitEvents(test, account, count, {}, clock);
  const attempted = (endpoint: TestEndpoint, attempts: number) =>
    untilDeliveries(test, endpoint, ([delivery]) => delivery?.attempts === attempts);
  const moveTo = async (time: Date | null | undefined) => {
    if (!time) throw new Error('there is no next attempt');
    clock.set(time);
    await wakeWorkers(test, 'tasks');
  };
  const hasReceivedMore = async (receiver: Receiver, before: number) => {
    // A sweep without due tasks has no visible effect. A delivery of another account proves that the sweep has run.
    const other = receivers.receiver(`other-${before}-${receiver.url.length}`);
    const { id } = await test.organization();
    await addEndpoint(test, id, other.url, { clock });
    await emitEvents(test, id, 1, {}, clock);
    await other.until(1);
    return receiver.received.length > before;
  };

  it('follow the schedule of 5 s, 30 s, 2 min and so on exactly; after twelve attempts the delivery has failed', async () => {
    const receiver = receivers.receiver('always-500', manners.error);
    const endpoint = await add(receiver.url);
    await emit();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      const [delivery] = await attempted(endpoint, attempt);
      if (attempt === 12) break;
      expect(delivery).toMatchObject({ status: 'pending', last_outcome: 'http_error' });
      const [last, next] = [delivery?.last_attempt_at, delivery?.next_attempt_at];
      waits.push(((next?.getTime() ?? 0) - (last?.getTime() ?? 0)) / 1000);
      await moveTo(next);
    }
    expect(waits).toEqual(SCHEDULE.map((step) => (step * 11) / 10));
    expect(await deliveriesOf(test, endpoint.id)).toMatchObject([
      { status: 'failed', reason: 'exhausted', attempts: 12, next_attempt_at: null },
    ]);
    expect(new Set(receiver.ids()).size).toBe(1);
    const log = await queryAsOwner<{ number: number }>(
      test.connection,
      'select number from webhook_attempt where endpoint_id = $1 order by number',
      [endpoint.id],
    );
    expect(log.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('are not a millisecond early', async () => {
    const receiver = receivers.receiver('early', manners.error);
    const endpoint = await add(receiver.url);
    await emit();
    const [delivery] = await attempted(endpoint, 1);
    const next = delivery?.next_attempt_at ?? new Date(0);
    await moveTo(new Date(next.getTime() - 1));
    expect(await hasReceivedMore(receiver, 1)).toBe(false);
    await moveTo(next);
    await receiver.until(2);
  });

  it('honour Retry-After of the receiver, and send nothing meanwhile', async () => {
    const receiver = receivers.receiver('busy', respondBusy(1_000));
    const endpoint = await add(receiver.url);
    await emit();
    const [delivery] = await attempted(endpoint, 1);
    const asked = (delivery?.next_attempt_at?.getTime() ?? 0) - (delivery?.last_attempt_at?.getTime() ?? 0);
    expect(asked).toBe(1_000 * 1.1 * 1000);
    await emit();
    expect(await hasReceivedMore(receiver, 1)).toBe(false);
    receiver.behave(manners.ok);
    await moveTo(delivery?.next_attempt_at);
    await untilDeliveries(test, endpoint, (all) => all.every(({ status }) => status === 'delivered'));
  });

  it('end after a success', async () => {
    const receiver = receivers.receiver('repaired', manners.error);
    const endpoint = await add(receiver.url);
    await emit();
    const [delivery] = await attempted(endpoint, 1);
    receiver.behave(manners.ok);
    await moveTo(delivery?.next_attempt_at);
    const [after] = await attempted(endpoint, 2);
    expect(after).toMatchObject({
      status: 'delivered',
      reason: null,
      last_outcome: 'ok',
      next_attempt_at: null,
    });
    expect(
      await queryAsOwner(test.connection, 'select from webhook_task where endpoint_id = $1', [endpoint.id]),
    ).toEqual([]);
  });

  it('pause after ten consecutive failures without using up attempts, until a probe succeeds', async () => {
    const receiver = receivers.receiver('broken', manners.error);
    const endpoint = await add(receiver.url);
    await emit(30);
    const health = () =>
      queryAsOwner<{ failures_in_a_row: number; circuit_until: Date | null }>(
        test.connection,
        'select failures_in_a_row, circuit_until from webhook_health where endpoint_id = $1',
        [endpoint.id],
      );
    await untilPausedAndRecorded(test, endpoint, receiver);
    const [open] = await health();
    expect(open?.circuit_until?.getTime()).toBe(clock.now().getTime() + 30_000);
    const tried = receiver.received.length;
    expect(tried).toBeLessThan(16);
    expect(await hasReceivedMore(receiver, tried)).toBe(false);
    receiver.behave(manners.ok);
    await moveTo(open?.circuit_until);
    await untilDeliveries(test, endpoint, (all) => all.every(({ status }) => status === 'delivered'));
    expect(await health()).toMatchObject([{ failures_in_a_row: 0, circuit_until: null }]);
  });

  it('stop after a 410 response, which disables the endpoint and notifies the other endpoints of the account', async () => {
    const [receiver, other] = [receivers.receiver('gone', manners.gone), receivers.receiver('watching')];
    const endpoint = await add(receiver.url);
    await add(other.url);
    await emit();
    const rows = await eventually(
      () =>
        queryAsOwner<{ disabled_reason: string | null }>(
          test.connection,
          'select disabled_reason from webhook_endpoint where id = $1',
          [endpoint.id],
        ),
      ([row]) => row?.disabled_reason !== null,
    );
    expect(rows).toEqual([{ disabled_reason: 'gone' }]);
    expect(await deliveriesOf(test, endpoint.id)).toMatchObject([
      { status: 'failed', reason: 'gone', attempts: 1 },
    ]);
    await other.until(2);
    const received = other.received.map(({ body }) => JSON.parse(body) as { type: string });
    // The order of events of different resources is not guaranteed.
    expect(received.find(({ type }) => type.startsWith('webhook_endpoint.'))).toMatchObject({
      type: 'webhook_endpoint.disabled',
      sequence: null,
      data: { webhook_endpoint: { id: endpoint.id, disabled: true, disabled_reason: 'gone' } },
    });
    await emit();
    await other.until(3);
    expect(receiver.received).toHaveLength(1);
  });

  it('continue for five days; the account is warned on days one and three, then the endpoint is disabled', async () => {
    const [receiver, other] = [receivers.receiver('dead', manners.error), receivers.receiver('alive')];
    const endpoint = await add(receiver.url);
    await add(other.url);
    const started = clock.now().getTime();
    const received: [string, number][] = [];
    const state = async () => {
      // Read first: what has been received is under way, or its result is recorded.
      const requests = receiver.received.length;
      const [row] = await queryAsOwner<{ disabled: boolean; isPaused: boolean }>(
        test.connection,
        `select disabled, coalesce(circuit_until > $2, false) as "isPaused"
         from webhook_endpoint w left join webhook_health h on h.endpoint_id = w.id where id = $1`,
        [endpoint.id, clock.now()],
      );
      return { ...row, sending: await underWay(test, endpoint), received: requests };
    };
    for (let step = 0; step < 40 && !(await state()).disabled; step++) {
      const before = receiver.received.length;
      await emit();
      await wakeWorkers(test, 'tasks');
      await eventually(
        state,
        ({ disabled, isPaused, sending, received }) =>
          disabled === true || (sending === 0 && (isPaused === true || received > before)),
      );
      clock.advance({ hours: 4 });
    }
    const days = (clock.now().getTime() - started) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(5);
    expect(days).toBeLessThan(5.5);
    await eventually(
      async () => other.received.filter(({ body }) => body.includes('webhook_endpoint.')).length,
      (n) => n === 3,
    );
    for (const { body } of other.received) {
      const { type, timestamp } = JSON.parse(body) as { type: string; timestamp: string };
      if (type.startsWith('webhook_endpoint.'))
        received.push([type, Math.floor((Date.parse(timestamp) - started) / 86_400_000)]);
    }
    expect(received).toEqual([
      ['webhook_endpoint.failing', 1],
      ['webhook_endpoint.failing', 3],
      ['webhook_endpoint.disabled', 5],
    ]);
    const ends = await untilDeliveries(test, endpoint, (all) =>
      all.every(({ status }) => status !== 'pending'),
    );
    expect(new Set(ends.map(({ status, reason }: DeliveryState) => `${status} ${reason}`))).toContain(
      'discarded endpoint_disabled',
    );
    const audit = await queryAsOwner(
      test.connection,
      `select from audit_entry where subject_id = $1 and action = 'webhook_endpoint.disabled' and actor_kind = 'system'`,
      [endpoint.id],
    );
    expect(audit).toHaveLength(1);
  });
});

/** Number of leased tasks and hand-offs of the endpoint. */
async function underWay({ connection }: TestApp, { id }: TestEndpoint): Promise<number> {
  const [row] = await queryAsOwner<{ count: number }>(
    connection,
    `select (select count(*) from webhook_task where endpoint_id = $1 and leased_until > clock_timestamp())::int
       + (select count(*) from webhook_handoff where $1 = any(endpoint_ids))::int as count`,
    [id],
  );
  return row?.count ?? 0;
}
