// Delivery of events end to end, signed and recorded, against a loop that posts the same bodies to the same receivers.

import { once } from 'node:events';
import type { Benchmark } from './support/benchmark.ts';
import { forkBenchProcess } from './support/load.ts';
import { rateOf, type Throughput } from './support/measurements.ts';
import type { RawOrder } from './support/raw-sender.ts';
import { setUpWebhooks, type WebhookSetup } from './support/webhook-setup.ts';

const endpoints = 20;
const concurrency = 64;
const firstGuessPerSecond = 1_000;

export const benchmark: Benchmark = {
  subject: `deliveries of events to ${endpoints} endpoints, signed and logged`,
  reference: `undici posting the same bodies, ${concurrency} at a time`,
  unit: 'requests/s',
  goal: { atLeast: 0.7 },
  aim: 0.8,
  prepare: async (environment) => {
    const setup = await setUpWebhooks(environment, { endpoints });
    const raw = forkBenchProcess(environment, './raw-sender.ts', []);
    raw.send({ urls: setup.urls, bodies: setup.bodies, concurrency } satisfies RawOrder);
    const post = async (forMs: number): Promise<Throughput> => {
      raw.send({ forMs });
      const [result] = (await once(raw, 'message')) as [Throughput | { readonly error: string }];
      if ('error' in result) throw new Error(result.error);
      return result;
    };
    const { cpuMicros } = environment;
    return [
      {
        subject: rateOf(deliver(setup), () => cpuMicros({ server: true })),
        reference: rateOf(post, () => cpuMicros({ server: false, pid: raw.pid ?? 0 })),
      },
    ];
  },
};

/** Number of events that take about `forMs`, estimated from the previous rate. */
function deliver(setup: WebhookSetup): (forMs: number) => Promise<Throughput> {
  let perSecond = firstGuessPerSecond;
  return async (forMs) => {
    const events = Math.max(1, Math.round((perSecond * forMs) / 1000 / endpoints));
    const operations = events * endpoints;
    const arrived = await setup.expect(operations);
    const { atMs } = await setup.emit(events);
    await arrived();
    const elapsedMs = (await setup.drained()) - atMs;
    perSecond = (operations * 1000) / elapsedMs;
    return { operations, elapsedMs };
  };
}
