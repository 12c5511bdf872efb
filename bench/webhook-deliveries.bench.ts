// Delivery of events end to end, signed and recorded, against a loop that posts the same bodies to the same receivers.

import { once } from 'node:events';
import type { Benchmark } from './support/benchmark.ts';
import { forkBeside } from './support/load.ts';
import { rateOf, type Throughput } from './support/measurements.ts';
import type { RawOrder } from './support/raw-sender.ts';
import { arrangeWebhooks, type WebhookScene } from './support/webhook-setup.ts';

const endpoints = 20;
const concurrency = 64;
const firstGuessPerSecond = 1_000;

export const benchmark: Benchmark = {
  subject: `deliveries of events to ${endpoints} endpoints, signed and logged`,
  reference: `undici posting the same bodies, ${concurrency} at a time`,
  unit: 'requests/s',
  goal: { atLeast: 0.5 },
  aim: 0.7,
  prepare: async (surroundings) => {
    const scene = await arrangeWebhooks(surroundings, { endpoints });
    const raw = forkBeside(surroundings, './raw-sender.ts', []);
    raw.send({ urls: scene.urls, bodies: scene.bodies, concurrency } satisfies RawOrder);
    const post = async (forMs: number): Promise<Throughput> => {
      raw.send({ forMs });
      const [answer] = (await once(raw, 'message')) as [Throughput | { readonly error: string }];
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    };
    const { cpuMicros } = surroundings;
    return [
      {
        subject: rateOf(deliver(scene), () => cpuMicros({ server: true })),
        reference: rateOf(post, () => cpuMicros({ server: false, pid: raw.pid ?? 0 })),
      },
    ];
  },
};

/** Number of events that take about `forMs`, estimated from the previous rate. */
function deliver(scene: WebhookScene): (forMs: number) => Promise<Throughput> {
  let perSecond = firstGuessPerSecond;
  return async (forMs) => {
    const events = Math.max(1, Math.round((perSecond * forMs) / 1000 / endpoints));
    const operations = events * endpoints;
    const arrived = await scene.expect(operations);
    const { atMs } = await scene.emit(events);
    await arrived();
    const elapsedMs = (await scene.drained()) - atMs;
    perSecond = (operations * 1000) / elapsedMs;
    return { operations, elapsedMs };
  };
}
