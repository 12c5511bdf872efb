// Many events to twelve receivers with different behaviors. Healthy receivers are not delayed by the others, and
// everything that can be delivered is, on the retry schedule.
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSender } from '../../src/integrations/webhook-http/create-webhook-sender.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createTestCertificate } from '../support/certificates.ts';
import { idsFromClock, TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { measured } from '../support/fault-report-notes.ts';
import { enforcesTimeGoals, PATIENCE_MS, rounds } from '../support/scale.ts';
import {
  addEndpoint,
  deliveriesOf,
  emitEvents,
  eventually,
  type TestEndpoint,
  wakeWorkers,
} from '../support/webhook-endpoints.ts';
import {
  flapping,
  manners,
  type Receiver,
  type ReceiverBehavior,
  type Receivers,
  respondBusy,
  startReceivers,
} from '../support/webhook-receivers.ts';

const EVENTS = rounds(120, 2_000);
/** A rate that a small machine sustains with all twelve: the test is about isolation, not throughput. */
const BATCH = 5;
const PAUSE_MS = 100;
const failing: Readonly<Record<string, ReceiverBehavior>> = {
  error: manners.error,
  hang: manners.hang,
  drip: manners.drip,
  redirect: manners.redirect,
  gone: manners.gone,
  busy: respondBusy(7),
  reset: manners.reset,
  flood: manners.flood,
  flapping,
};

interface TestReceiver {
  readonly receiver: Receiver;
  readonly endpoint: TestEndpoint;
}

describe(`${EVENTS} events to twelve receivers that behave differently`, () => {
  let test: TestApp;
  let receivers: Receivers;
  let tls: Server;
  const clock = new TestClock();
  beforeAll(async () => {
    receivers = await startReceivers();
    tls = createServer(createTestCertificate({ hosts: ['127.0.0.1'] }), (_request, response) =>
      response.end(),
    );
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const webhookSender = createWebhookSender({
      allowPrivate: ['127.0.0.0/8'],
      showsPrivateResponses: true,
      timeoutSeconds: 5,
    });
    test = await startTestApp({ clock, ids: idsFromClock(clock), random: () => 0.5, webhookSender });
    test.app.worker.start();
  });
  afterAll(async () => {
    await test?.close();
    await receivers?.close();
    tls?.close();
  });

  /** Emits events at a steady rate; returns the commit time of each. */
  const emitAll = async (account: string): Promise<Map<string, number>> => {
    const sentAt = new Map<string, number>();
    for (let sent = 0; sent < EVENTS; sent += BATCH) {
      const pause = delay(PAUSE_MS);
      const before = performance.now();
      for (const id of await emitEvents(test, account, BATCH, {}, clock)) sentAt.set(id, before);
      await pause;
    }
    return sentAt;
  };
  const percentile95 = (receiver: Receiver, sentAt: ReadonlyMap<string, number>): number => {
    const delays = receiver.received.map(
      ({ headers, at }) => at - (sentAt.get(String(headers['webhook-id'])) ?? 0),
    );
    return delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? Number.NaN;
  };
  const stateOf = async (endpoint: TestEndpoint) => {
    const states = new Map<string, number>();
    for (const { status } of await deliveriesOf(test, endpoint.id))
      states.set(status, (states.get(status) ?? 0) + 1);
    return Object.fromEntries(states);
  };

  it('isolates receivers, keeps the retry schedule, and delivers everything once the receivers recover', async () => {
    const { id: quietAccount } = await test.organization('alone');
    const alone = receivers.receiver('alone');
    await addEndpoint(test, quietAccount, alone.url, { clock });
    const sentAlone = await emitAll(quietAccount);
    await alone.until(EVENTS, 2 * PATIENCE_MS);
    const aloneMillis = percentile95(alone, sentAlone);

    const { id: account } = await test.organization('storm');
    const allReceivers: Record<string, TestReceiver> = {};
    const join = async (name: string, how: ReceiverBehavior, url?: string) => {
      const receiver = receivers.receiver(name, how);
      allReceivers[name] = {
        receiver,
        // Only this type: events about disabled endpoints are left out.
        endpoint: await addEndpoint(test, account, url ?? receiver.url, {
          clock,
          events: ['booking.created'],
        }),
      };
    };
    await join('healthy', manners.ok);
    for (const [name, how] of Object.entries(failing)) await join(name, how);
    await join('badTls', manners.ok, `https://127.0.0.1:${(tls.address() as AddressInfo).port}/`);
    await join('dead', manners.ok, receivers.deadUrl);
    const receiverNamed = (name: string): TestReceiver => {
      const found = allReceivers[name];
      if (!found) throw new Error(`unknown receiver ${name}`);
      return found;
    };
    const startedAt = clock.now().getTime();
    const sentAt = await emitAll(account);
    await receiverNamed('healthy').receiver.until(EVENTS, 2 * PATIENCE_MS);
    const withOthersMillis = percentile95(receiverNamed('healthy').receiver, sentAt);
    measured(
      `p95 of the healthy receiver: ${aloneMillis.toFixed(1)} ms alone, ${withOthersMillis.toFixed(1)} ms with the others`,
    );
    if (enforcesTimeGoals) expect(withOthersMillis).toBeLessThan(2 * aloneMillis);
    expect(receiverNamed('healthy').receiver.ids()).toHaveLength(EVENTS);

    // The clock has not moved: every attempted delivery failed at the start and waits for exactly the first retry.
    const outcomes: Record<string, [outcome: string, seconds: number]> = {
      error: ['http_error', 5.5],
      redirect: ['http_error', 5.5],
      busy: ['http_error', 7.7],
      reset: ['reset', 5.5],
      badTls: ['tls', 5.5],
      dead: ['refused', 5.5],
    };
    for (const [name, [outcome, seconds]] of Object.entries(outcomes)) {
      const tried = await eventually(
        async () =>
          (await deliveriesOf(test, receiverNamed(name).endpoint.id)).filter(({ attempts }) => attempts > 0),
        ({ length }) => length > 0,
      );
      const seen = tried.map(({ last_outcome: last, next_attempt_at: next, attempts }) => [
        last,
        ((next?.getTime() ?? 0) - startedAt) / 1000,
        attempts,
      ]);
      expect(new Set(seen.map(String)), name).toEqual(new Set([String([outcome, seconds, 1])]));
    }

    // The receivers recover, and time advances.
    for (const { receiver } of Object.values(allReceivers)) receiver.behave(manners.ok);
    const move = 'update webhook_endpoint set url = $2 where id = $1';
    for (const name of ['badTls', 'dead'])
      await queryAsOwner(test.connection, move, [
        receiverNamed(name).endpoint.id,
        receiverNamed(name).receiver.url,
      ]);
    const recoverable = Object.entries(allReceivers).filter(([name]) => name !== 'gone');
    const unfinished = async () => {
      clock.advance({ seconds: 60 });
      await wakeWorkers(test, 'tasks');
      const states = recoverable.map(async ([name, { endpoint }]) => ({
        name,
        ...(await stateOf(endpoint)),
      }));
      return (await Promise.all(states)).filter(
        (state) => !('delivered' in state && state.delivered === EVENTS),
      );
    };
    await eventually(unfinished, ({ length }) => length === 0, 2 * PATIENCE_MS);
    const ids = new Set(sentAt.keys());
    for (const [name, { receiver }] of recoverable) expect(new Set(receiver.ids()), name).toEqual(ids);

    const { endpoint } = receiverNamed('gone');
    expect(await stateOf(endpoint)).not.toHaveProperty('delivered');
    expect(await stateOf(endpoint)).not.toHaveProperty('pending');
    const [row] = await queryAsOwner(
      test.connection,
      'select disabled_reason from webhook_endpoint where id = $1',
      [endpoint.id],
    );
    expect(row).toEqual({ disabled_reason: 'gone' });
    expect(await queryAsOwner(test.connection, 'select from webhook_task')).toEqual([]);
    expect(await queryAsOwner(test.connection, 'select from webhook_handoff')).toEqual([]);
  });
});
