// Delay of events to healthy endpoints while another endpoint of the account never responds and has a backlog, against
// a second server without that endpoint.
import { setTimeout as delay } from 'node:timers/promises';
import { openBenchEnvironment } from './support/bench-environment.ts';
import type { Benchmark, Measurement } from './support/benchmark.ts';
import { percentile } from './support/statistics.ts';
import { type Emitted, setUpWebhooks, type WebhookSetup } from './support/webhook-setup.ts';

const endpoints = 10;
const everyMs = 25;

export const benchmark: Benchmark = {
  subject: `p95 until one of ${endpoints} healthy endpoints has an event, beside a hanging endpoint with a backlog`,
  reference: 'the same without the hanging endpoint',
  unit: 'ms',
  goal: { atMost: 2 },
  aim: 1,
  prepare: async (environment) => {
    const otherEnvironment = await openBenchEnvironment({ small: environment.small, works: true });
    environment.defer(() => otherEnvironment.close());
    const [withHanging, withoutHanging] = [
      await setUpWebhooks(environment, { endpoints }),
      await setUpWebhooks(otherEnvironment, { endpoints }),
    ];
    const dead: { id: string } = JSON.parse(
      await environment.partner.post('/webhooks', { url: withHanging.hangingUrl }, 201),
    );
    await buildBacklog(withHanging, dead.id, environment.small ? 5_000 : 50_000);
    return [{ subject: delays(withHanging), reference: delays(withoutHanging) }];
  },
};

async function buildBacklog(setup: WebhookSetup, endpointId: string, count: number): Promise<void> {
  const others = 'update webhook_endpoint set events = $1 where id <> $2';
  await setup.database.query(others, [['booking.completed'], endpointId]);
  for (let left = count; left > 0; left -= 1_000) await setup.emit(Math.min(left, 1_000));
  await setup.database.query('select 1');
  await relayed(setup);
  await setup.database.query(others, [null, endpointId]);
}

async function relayed({ database }: WebhookSetup): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ busy: boolean }>(
      'select exists (select from event where position is null) as busy',
    );
    if (rows[0]?.busy === false) return;
    await delay(20);
  }
}

/** Emits an event every 25 ms, whether or not earlier events have arrived. */
function delays(setup: WebhookSetup): Measurement {
  return async (forMs) => {
    const count = Math.max(4, Math.round(forMs / everyMs));
    const arrived = await setup.expect(count * endpoints, true);
    const emitted: Emitted[] = [];
    const startedAtMs = performance.now();
    for (let number = 0; number < count; number += 1) {
      await delay(Math.max(0, startedAtMs + number * everyMs - performance.now()));
      emitted.push(await setup.emit(1));
    }
    const committedAtMs = new Map(emitted.flatMap(({ ids, atMs }) => ids.map((id) => [id, atMs])));
    const { arrivals } = await arrived();
    return {
      operations: arrivals.length,
      value: percentile(
        arrivals.map(([id, atMs]) => atMs - (committedAtMs.get(id) ?? atMs)),
        0.95,
      ),
    };
  };
}
