// Cost of calls in databases with more and more bookings, each against the smallest: one caller, one call at a time.

import type { BenchEnvironment } from './support/bench-environment.ts';
import type { Benchmark, Measurement } from './support/benchmark.ts';
import { timeOf, withCpuTime } from './support/measurements.ts';
import { sampleOrders } from './support/sample-orders.ts';
import { loadBookings } from './support/seed-bookings.ts';
import { growthOf, setUpSizes } from './support/sized-servers.ts';

const sizes = { whole: [10_000, 100_000, 1_000_000], small: [5_000, 20_000, 50_000] };

/** Measurements on one server. */
type Calls = Readonly<Record<'read' | 'list' | 'listCompleted' | 'book' | 'schedule', Measurement>>;

export const benchmark: Benchmark = {
  subject: 'a call, with more bookings',
  reference: 'the same call, with the fewest',
  unit: 'ms',
  worker: 'elsewhere',
  goal: { atMost: 1.3 },
  prepare: async (environment) => {
    const chosenSizes = environment.small ? sizes.small : sizes.whole;
    const servers = await setUpSizes(environment, chosenSizes, false, setUp);
    return growthOf<Calls>(servers, 'bookings', [
      { name: 'GET /bookings/{id}', measure: ({ read }) => read },
      { name: 'GET /bookings', measure: ({ list }) => list },
      { name: 'GET /bookings?state=completed', measure: ({ listCompleted }) => listCompleted },
      { name: 'POST /bookings', measure: ({ book }) => book },
      { name: 'POST /schedule', measure: ({ schedule }) => schedule },
    ]);
  },
};

async function setUp({ partner, connection, cpuMicros }: BenchEnvironment, size: number): Promise<Calls> {
  const { paths } = await loadBookings(connection, partner, size, { withParts: true });
  const { bodies, locationIds } = await sampleOrders(partner);
  const [origin, destination] = locationIds;
  const measure = (call: () => Promise<unknown>) =>
    withCpuTime(timeOf(call), () => cpuMicros({ server: true }));
  return {
    read: measure(() => partner.get(anyOf(paths))),
    list: measure(() => partner.get('/bookings?limit=20')),
    listCompleted: measure(() => partner.get('/bookings?limit=20&state=completed')),
    book: measure(() => partner.post('/bookings', anyOf(bodies), 201)),
    schedule: measure(() => partner.post('/schedule', { product: 'van', origin, destination }, 200)),
  };
}

function anyOf<T>(all: readonly T[]): T {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('cannot choose from an empty list');
  return one;
}
