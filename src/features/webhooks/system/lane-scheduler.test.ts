import { beforeEach, describe, expect, it } from 'vitest';
import type { SendResult } from '../../../integrations/webhook-http/webhook-sender.ts';
import type { Slots } from './claim-store.ts';
import { type ClaimedTask, HandOff } from './claimed-task.ts';
import type { EndpointLane } from './endpoint-lane.ts';
import { LaneScheduler } from './lane-scheduler.ts';
import type { PendingEndpoint } from './pending-endpoint-store.ts';

const NOW = 1_000_000;
let count = 0;

function task(endpointId: string, more: Partial<ClaimedTask> = {}): ClaimedTask {
  count += 1;
  return {
    row: { id: String(count), leasedUntil: '' },
    origin: null,
    accountId: 'account',
    endpointId,
    deliveryId: `delivery ${count}`,
    eventId: `event ${count}`,
    bookingId: null,
    trigger: 'event',
    isTest: false,
    tries: 0,
    rank: 1,
    url: '',
    secrets: '[]',
    payload: Buffer.from('{}'),
    occurredAt: null,
    ...more,
  };
}

function result(outcome: SendResult['outcome'], more: Partial<SendResult> = {}): SendResult {
  return {
    outcome,
    error: null,
    durationMs: 1,
    remoteAddress: null,
    response: null,
    retryAfterSeconds: null,
    ...more,
  };
}

const waiting: Omit<PendingEndpoint, 'endpointId'> = {
  manualDue: false,
  restDue: true,
  disabled: false,
  deleted: false,
  failuresInARow: 0,
  circuitOpened: 0,
  circuitUntil: null,
};

describe('lane scheduler', () => {
  let scheduler: LaneScheduler;
  beforeEach(() => {
    scheduler = new LaneScheduler();
  });

  const open = (endpointId: string, more: Partial<typeof waiting> = {}): EndpointLane => {
    const lane = scheduler.laneOf(endpointId);
    lane.learn({ endpointId, ...waiting, ...more });
    scheduler.markReady(lane);
    return lane;
  };
  /** Claims as if every endpoint had an unlimited number of tasks. */
  const claimAll = (): Slots[] => {
    const claimed: Slots[] = [];
    for (let slots = scheduler.plan(NOW); slots.length > 0; slots = scheduler.plan(NOW)) {
      const tasks = slots.flatMap(({ endpointId, count: wanted }) =>
        Array.from({ length: wanted }, () => task(endpointId)),
      );
      scheduler.claimed(slots, tasks);
      claimed.push(...slots);
    }
    return claimed;
  };
  const heldBy = (claimed: readonly Slots[]) => claimed.reduce((sum, slots) => sum + slots.count, 0);

  it('gives an unproven endpoint a concurrency of four and four prefetched tasks', () => {
    open('a');
    expect(claimAll()).toEqual([{ endpointId: 'a', count: 8, manualOnly: false }]);
  });

  it('claims nothing for an endpoint before its health is loaded', () => {
    const lane = scheduler.laneOf('a');
    lane.restReady = true;
    scheduler.markReady(lane);
    expect(claimAll()).toEqual([]);
  });

  it('limits the number of claimed tasks, regardless of the number of endpoints', () => {
    for (let number = 0; number < 1_000; number++) open(`e${number}`);
    expect(heldBy(claimAll())).toBe(8_000);
    for (let number = 1_000; number < 1_050; number++) open(`e${number}`);
    expect(heldBy(claimAll())).toBe(192);
  });

  it('prefetches two seconds of work for a fast endpoint, up to a maximum', () => {
    const lane = open('a');
    for (let number = 0; number < 16; number++) lane.note(task('a'), result('ok', { durationMs: 100 }), NOW);
    expect(claimAll()[0]).toMatchObject({ count: 323 });
    const quick = open('b');
    for (let number = 0; number < 40; number++) quick.note(task('b'), result('ok', { durationMs: 1 }), NOW);
    expect(claimAll()[0]).toMatchObject({ count: 512 });
  });

  it('limits what is handed off to busy endpoints, and to those with older tasks to claim or failures', () => {
    const [lane, other] = [open('a', { restDue: false }), open('b', { restDue: false })];
    const limits = (maxEvents = 100) => {
      const { endpointIds, counts } = scheduler.handOffLimits(maxEvents, NOW);
      return Object.fromEntries(endpointIds.map((id, index) => [id, counts[index]]));
    };
    expect(limits()).toEqual({});
    scheduler.take([task('a'), task('b')]);
    expect(limits()).toEqual({ a: 63, b: 63 });
    expect(limits(63)).toEqual({});
    expect(scheduler.handOffLimits(100, NOW).total).toBe(8_190);
    other.restReady = true;
    scheduler.markReady(other);
    expect(limits()).toEqual({ a: 63, b: 0 });
    const slots = scheduler.plan(NOW);
    expect(limits()).toEqual({ a: 63, b: 0 });
    scheduler.claimFailed(slots);
    expect(limits()).toEqual({ a: 63, b: 0 });
    scheduler.claimed(scheduler.plan(NOW), []);
    expect(limits()).toEqual({ a: 63, b: 63 });
    for (let failures = 0; failures < 10; failures++) lane.note(task('a'), result('timeout'), NOW);
    expect(limits()).toEqual({ a: 0, b: 63 });
  });

  it('hands nothing off to an idle endpoint that is slow, and any number to one that is not', () => {
    const [slow, quick] = [scheduler.laneOf('slow'), scheduler.laneOf('quick')];
    const handOff = new HandOff('', '', new Date(NOW));
    for (const lane of [slow, quick]) {
      const sent = task(lane.endpointId, { row: null, origin: { handOff, eventType: '' } });
      scheduler.take([sent]);
      expect(lane.start(NOW)).toBe(sent);
      scheduler.started();
      lane.finish(sent);
      lane.note(sent, result('ok', { durationMs: lane === slow ? 8_000 : 8 }), NOW);
      scheduler.finished(lane);
    }
    expect(scheduler.handOffLimits(100, NOW)).toEqual({ total: 8_192, endpointIds: ['slow'], counts: [0] });
  });

  it('gives all unhealthy endpoints together a quarter of the capacity, and healthy ones what they need', () => {
    for (let number = 0; number < 200; number++) open(`unhealthy${number}`, { failuresInARow: 7 });
    for (let number = 0; number < 20; number++) open(`healthy${number}`);
    const claimed = claimAll();
    expect(heldBy(claimed.filter(({ endpointId }) => endpointId.startsWith('unhealthy')))).toBe(64);
    expect(heldBy(claimed.filter(({ endpointId }) => endpointId.startsWith('healthy')))).toBe(160);
  });

  it('claims only manual tasks for an endpoint whose circuit breaker is open', () => {
    const circuitUntil = new Date(NOW + 1);
    const more = { failuresInARow: 10, circuitOpened: 1, circuitUntil };
    open('a', more);
    expect(claimAll()).toEqual([]);
    open('a', { ...more, manualDue: true });
    expect(scheduler.plan(NOW)).toEqual([{ endpointId: 'a', count: 4, manualOnly: true }]);
  });

  it('sends one probe when the circuit breaker’s pause ends, and more after it succeeds', () => {
    const more = { failuresInARow: 10, circuitOpened: 1, circuitUntil: new Date(NOW) };
    const lane = open('a', more);
    const [slots] = scheduler.plan(NOW);
    expect(slots).toMatchObject({ count: 1 });
    const probe = task('a');
    scheduler.claimed([{ endpointId: 'a', count: 1, manualOnly: false }], [probe]);
    expect(lane.start(NOW)).toBe(probe);
    scheduler.started();
    lane.finish(probe);
    lane.note(probe, result('ok'), NOW);
    scheduler.finished(lane);
    expect(scheduler.plan(NOW)).toMatchObject([{ count: 4 }]);
  });

  it('starts the events of one booking sequentially, and those of other bookings concurrently', () => {
    const lane = open('a');
    const [one, two, other] = [
      task('a', { bookingId: 'b1' }),
      task('a', { bookingId: 'b1' }),
      task('a', { bookingId: 'b2' }),
    ];
    for (const next of [one, two, other]) lane.take(next);
    expect([lane.start(NOW), lane.start(NOW), lane.start(NOW)]).toEqual([one, other, null]);
    lane.finish(one);
    expect(lane.start(NOW)).toBe(two);
  });

  it('releases every task that is not in flight when the process stops', () => {
    const lane = open('a');
    const tasks = Array.from({ length: 6 }, () => task('a'));
    scheduler.claimed([{ endpointId: 'a', count: 6, manualOnly: false }], tasks);
    lane.start(NOW);
    expect(scheduler.letGo(true)).toEqual(tasks.slice(1));
    expect(scheduler.letGo(true)).toEqual([]);
  });
});
