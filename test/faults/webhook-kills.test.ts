// Workers are killed repeatedly while events arrive.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryAsOwner } from '../support/database.ts';
import { measured } from '../support/fault-report-notes.ts';
import { PATIENCE_MS, rounds, timeGoal } from '../support/scale.ts';
import { addEndpoint, deliveriesOf, emitEvents, eventually } from '../support/webhook-endpoints.ts';
import { manners, type Receivers, respondAfter, startReceivers } from '../support/webhook-receivers.ts';
import { startWebhookWorkers, type WebhookWorkers, type WorkerProcess } from '../support/webhook-workers.ts';

/** Maximum number of deliveries in flight or responded but not yet recorded in a worker. */
const BATCH = 256;
const KILLS = rounds(2, 30);
/** The load pauses while this many events wait for workers that are starting. */
const MAX_WAITING = rounds(200, 10_000);
/** On a busy machine, a worker takes a while to start, and leases of killed workers must expire first. */
const LONG_MS = 2 * PATIENCE_MS;

describe('SIGKILL of workers under load', () => {
  let workers: WebhookWorkers;
  let receivers: Receivers;
  /** The worker that the first test leaves to the second. */
  let remaining: WorkerProcess | null = null;
  beforeAll(async () => {
    receivers = await startReceivers();
    workers = await startWebhookWorkers();
  });
  afterAll(async () => {
    await workers?.close();
    await receivers?.close();
  });

  it('loses no event, and repeats at most one batch per kill', async () => {
    const account = await workers.organization();
    const all = [
      receivers.receiver('quick'),
      receivers.receiver('slow', respondAfter(20)),
      receivers.receiver('other', respondAfter(5)),
    ];
    const endpoints = [];
    for (const { url } of all) endpoints.push(await addEndpoint(workers, account, url));
    const emitted: string[] = [];
    let running = true;
    const arrived = () => Math.min(...all.map(({ received }) => received.length));
    const load = (async () => {
      while (running) {
        const pause = delay(40);
        if (emitted.length - arrived() < MAX_WAITING)
          emitted.push(...(await emitEvents(workers, account, 10)));
        await pause;
      }
    })();
    const alive = [workers.start(), workers.start()];
    for (let kill = 0; kill < KILLS; kill++) {
      const target = arrived() + 40 + ((kill * 37) % 60);
      await eventually(
        async () => arrived(),
        (count) => count >= target,
        LONG_MS,
      );
      // At any point of the deliveries in flight.
      await delay((kill * 7) % 30);
      const victim = alive.shift();
      await victim?.stop('SIGKILL');
      alive.push(workers.start());
    }
    running = false;
    await load;
    for (const [index, receiver] of all.entries()) {
      await eventually(
        async () => new Set(receiver.ids()).size,
        (count) => count === emitted.length,
        LONG_MS,
      );
      const endpoint = endpoints[index];
      const unfinished = async () =>
        (await deliveriesOf(workers, endpoint?.id ?? '')).filter(({ status }) => status !== 'delivered');
      await eventually(unfinished, ({ length }) => length === 0, LONG_MS);
      expect(new Set(receiver.ids())).toEqual(new Set(emitted));
    }
    const repeats = all.reduce((sum, receiver) => sum + receiver.ids().length - emitted.length, 0);
    measured(`${emitted.length} events to ${all.length} receivers, ${KILLS} kills, ${repeats} repeats`);
    expect(repeats).toBeLessThanOrEqual(KILLS * BATCH);
    expect(await deliveriesOf(workers, endpoints[0]?.id ?? '')).toHaveLength(emitted.length);
    expect(await queryAsOwner(workers.connection, 'select from webhook_task')).toEqual([]);
    expect(await queryAsOwner(workers.connection, 'select from webhook_handoff')).toEqual([]);
    remaining = alive.pop() ?? null;
    for (const worker of alive) expect(await worker.stop()).toBe(0);
  });

  it('lets another worker take over within 25 seconds', async () => {
    const account = await workers.organization();
    const receiver = receivers.receiver('stuck', manners.hang);
    await addEndpoint(workers, account, receiver.url);
    const first = remaining ?? workers.start();
    await emitEvents(workers, account, 1);
    await receiver.until(1, LONG_MS);
    const second = workers.start();
    receiver.behave(manners.ok);
    await first.stop('SIGKILL');
    const killedAt = performance.now();
    await receiver.until(2, LONG_MS);
    const seconds = (performance.now() - killedAt) / 1000;
    measured(`taken over ${seconds.toFixed(1)} s after the kill`);
    expect(seconds).toBeLessThan(timeGoal(25_000) / 1000);
    expect(new Set(receiver.ids()).size).toBe(1);
    expect(await second.stop()).toBe(0);
  });
});
