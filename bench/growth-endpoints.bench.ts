// Cost of webhooks with more and more endpoints, one per account, each number against the smallest: a batch of events
// of random accounts; the time until an event of the calling account is received; and the time of a booking meanwhile.

import type { BenchEnvironment } from './support/bench-environment.ts';
import type { Benchmark, Measurement } from './support/benchmark.ts';
import { timeOf, withCpuTime } from './support/measurements.ts';
import { monotonicMs } from './support/monotonic-clock.ts';
import { sampleOrders } from './support/sample-orders.ts';
import { loadEndpoints } from './support/seed-endpoints.ts';
import { growthOf, setUpSizes } from './support/sized-servers.ts';
import { median } from './support/statistics.ts';
import { setUpWebhooks, type WebhookSetup } from './support/webhook-setup.ts';

const sizes = { whole: [10, 1_000, 100_000], small: [10, 100, 1_000] };
const eventsAtOnce = 200;

type Measurements = Readonly<Record<'batch' | 'single' | 'book', Measurement>>;

export const benchmark: Benchmark = {
  subject: 'with more endpoints',
  reference: 'with the fewest',
  unit: 'ms',
  goal: { atMost: 1.3 },
  warmUpOperations: 300,
  prepare: async (environment) => {
    const chosenSizes = environment.small ? sizes.small : sizes.whole;
    const servers = await setUpSizes(environment, chosenSizes, true, setUp);
    return growthOf<Measurements>(servers, 'endpoints', [
      {
        name: `${eventsAtOnce} events of random accounts, until all are delivered and recorded`,
        measure: ({ batch }) => batch,
        goal: { atMost: 1.2 },
        aim: 1.05,
      },
      { name: 'event of the caller’s account, until it is received', measure: ({ single }) => single },
      { name: 'POST /bookings of an account with an endpoint', measure: ({ book }) => book },
    ]);
  },
};

async function setUp(environment: BenchEnvironment, size: number): Promise<Measurements> {
  const { partner, dataDir, cpuMicros } = environment;
  const setup = await setUpWebhooks(environment, { endpoints: 1 });
  const accounts = await loadEndpoints(setup.database, dataDir, setup.urls, size);
  const { bodies } = await sampleOrders(partner);
  let bookingCount = 0;
  const book = async () => {
    bookingCount += 1;
    await partner.post('/bookings', bodies[bookingCount % bodies.length], 201);
  };
  const counter = () => cpuMicros({ server: true });
  return {
    batch: withCpuTime(batch(setup, accounts), counter),
    single: single(setup),
    // The deliveries of the last bookings are not part of the measured time: a caller does not wait for them either.
    book: withCpuTime(thenDrain(setup, timeOf(book)), counter),
  };
}

function thenDrain(setup: WebhookSetup, measure: Measurement): Measurement {
  return async (forMs) => {
    const sample = await measure(forMs);
    await setup.drained();
    return sample;
  };
}

/** Emits batches of events for random accounts. One operation is one batch. */
function batch(setup: WebhookSetup, accounts: readonly string[]): Measurement {
  return async (forMs) => {
    const times: number[] = [];
    const untilMs = performance.now() + forMs;
    do {
      const chosen = Array.from({ length: eventsAtOnce }, () => anyOf(accounts));
      const arrived = await setup.expect(eventsAtOnce);
      const startedAtMs = monotonicMs();
      await emitFor(setup, chosen);
      await arrived();
      times.push((await setup.drained()) - startedAtMs);
    } while (performance.now() < untilMs);
    return { value: median(times), operations: times.length };
  };
}

async function emitFor({ database, bodies }: WebhookSetup, accounts: readonly string[]): Promise<void> {
  await database.query('begin');
  await database.query({
    name: 'emit-for',
    text: `insert into event (id, account_id, type, payload, occurred_at)
      select uuidv7(), account, 'booking.updated', $2::json, clock_timestamp() from unnest($1::uuid[]) as account`,
    values: [accounts, bodies[0]],
  });
  await database.query(`select pg_notify('waybill_events', 'events')`);
  await database.query('commit');
}

function single(setup: WebhookSetup): Measurement {
  return async (forMs) => {
    const times: number[] = [];
    const untilMs = performance.now() + forMs;
    do {
      const arrived = await setup.expect(1);
      const { atMs } = await setup.emit(1);
      times.push((await arrived()).lastMs - atMs);
      await setup.drained();
    } while (performance.now() < untilMs);
    return { value: median(times), operations: times.length };
  };
}

function anyOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('cannot choose from an empty list');
  return one;
}
