// Latency from the commit of an event to its receiver on an idle server, against the minimum: a commit of the same size
// and one POST.
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Benchmark, Measurement } from './support/benchmark.ts';
import { monotonicMs } from './support/monotonic-clock.ts';
import { median } from './support/statistics.ts';
import { arrangeWebhooks, type WebhookScene } from './support/webhook-setup.ts';

export const benchmark: Benchmark = {
  subject: 'commit of an event until its receiver has it, idle',
  reference: 'a commit of the same size and one POST',
  unit: 'ms',
  goal: { atMost: 10 },
  aim: 3,
  prepare: async (surroundings) => {
    const scene = await arrangeWebhooks(surroundings, { endpoints: 1 });
    await scene.database.query('create table bench_commit (id uuid primary key, payload json)');
    return [{ subject: medianOf(() => deliver(scene)), reference: medianOf(() => commitAndPost(scene)) }];
  },
};

/** Both sides pause equally: back-to-back work is twice as fast as occasional work. */
const restMs = 10;

function medianOf(measure: () => Promise<number>): Measurement {
  return async (forMs) => {
    const times: number[] = [];
    const untilMs = performance.now() + forMs;
    do {
      await delay(restMs);
      times.push(await measure());
    } while (performance.now() < untilMs);
    return { value: median(times), operations: times.length };
  };
}

async function deliver(scene: WebhookScene): Promise<number> {
  const arrived = await scene.expect(1);
  const { atMs } = await scene.emit(1);
  const { lastMs } = await arrived();
  // Recorded before the next event, so that each measurement starts idle.
  await scene.drained();
  return lastMs - atMs;
}

const agent = new Agent();

async function commitAndPost(scene: WebhookScene): Promise<number> {
  const { database, urls, bodies } = scene;
  const body = bodies[0] ?? '';
  const arrived = await scene.expect(1);
  await database.query('begin');
  await database.query({
    name: 'commit',
    text: 'insert into bench_commit values (uuidv7(), $1)',
    values: [body],
  });
  const atMs = monotonicMs();
  await database.query('commit');
  const headers = { 'content-type': 'application/json' };
  const answer = await request(urls[0] ?? '', { method: 'POST', headers, body, dispatcher: agent });
  await answer.body.text();
  return (await arrived()).lastMs - atMs;
}
