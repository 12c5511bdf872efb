// Latency from the commit of an event to its receiver on an idle server, against the minimum: a commit of the same size
// and one POST.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Benchmark, Measurement } from './support/benchmark.ts';
import { monotonicMs } from './support/monotonic-clock.ts';
import { median } from './support/statistics.ts';
import { setUpWebhooks, type WebhookSetup } from './support/webhook-setup.ts';

export const benchmark: Benchmark = {
  subject: 'commit of an event until its receiver has it, idle',
  reference: 'a commit of the same size and one POST',
  unit: 'ms',
  goal: { atMost: 5 },
  aim: 3,
  prepare: async (environment) => {
    const setup = await setUpWebhooks(environment, { endpoints: 1 });
    await setup.database.query('create table bench_commit (id uuid primary key, payload json)');
    return [{ subject: medianOf(() => deliver(setup)), reference: medianOf(() => commitAndPost(setup)) }];
  },
};

/** Both sides pause equally: back-to-back work is twice as fast as occasional work. */
const pauseMs = 10;

function medianOf(measure: () => Promise<number>): Measurement {
  return async (forMs) => {
    const times: number[] = [];
    const untilMs = performance.now() + forMs;
    do {
      await delay(pauseMs);
      times.push(await measure());
    } while (performance.now() < untilMs);
    return { value: median(times), operations: times.length };
  };
}

async function deliver(setup: WebhookSetup): Promise<number> {
  const arrived = await setup.expect(1);
  const { atMs } = await setup.emit(1);
  const { lastMs } = await arrived();
  // Recorded before the next event, so that each measurement starts idle.
  await setup.drained();
  return lastMs - atMs;
}

const agent = new Agent();

async function commitAndPost(setup: WebhookSetup): Promise<number> {
  const { database, urls, bodies } = setup;
  const body = bodies[0] ?? '';
  const arrived = await setup.expect(1);
  await database.query('begin');
  await database.query({
    name: 'commit',
    text: 'insert into bench_commit values (uuidv7(), $1)',
    values: [body],
  });
  const atMs = monotonicMs();
  await database.query('commit');
  const headers = { 'content-type': 'application/json' };
  const response = await request(urls[0] ?? '', { method: 'POST', headers, body, dispatcher: agent });
  await response.body.text();
  return (await arrived()).lastMs - atMs;
}
