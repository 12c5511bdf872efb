// Cost of three webhook endpoints for the caller: time of POST /bookings while its events are delivered, against no
// endpoints.
import type { Benchmark } from './support/benchmark.ts';
import { startLoad } from './support/load.ts';
import { sampleOrders } from './support/sample-orders.ts';
import { setUpWebhooks } from './support/webhook-setup.ts';

const connections = 4;

export const benchmark: Benchmark = {
  subject: `POST /bookings with 3 webhook endpoints, ${connections} connections`,
  reference: 'the same with none',
  unit: 'ms',
  goal: { atMost: 1.1 },
  aim: 1.05,
  prepare: async (environment) => {
    const { partner, baseUrl, cpuMicros } = environment;
    const setup = await setUpWebhooks(environment, { endpoints: 3 });
    const { bodies } = await sampleOrders(partner);
    const requests = bodies.map((body) => ({
      method: 'POST' as const,
      path: '/bookings',
      headers: partner.headers,
      body,
    }));
    const load = startLoad(environment, baseUrl, { connections, expectedStatus: 201 }, requests);
    // Does not wait for deliveries: those still pending after the last booking are not part of a booking's time.
    const book = (withEndpoints: boolean) => async (forMs: number) => {
      await setEnabled(setup.database, withEndpoints);
      const before = cpuMicros({ server: true });
      const { operations, elapsedMs } = await load(forMs);
      await setup.drained();
      const after = cpuMicros({ server: true });
      return {
        value: (elapsedMs * connections) / operations,
        operations,
        ...(before !== null && after !== null && { cpuMicros: (after - before) / operations }),
      };
    };
    return [{ subject: book(true), reference: book(false) }];
  },
};

async function setEnabled(
  database: { query: (text: string) => Promise<unknown> },
  isEnabled: boolean,
): Promise<void> {
  await database.query(
    isEnabled
      ? 'update webhook_endpoint set disabled = false, disabled_reason = null, disabled_at = null'
      : `update webhook_endpoint set disabled = true, disabled_reason = 'manual', disabled_at = now()`,
  );
}
