// Cost of calls with longer routes, each against the shortest route (two stops): the goal is at most proportional
// growth.
import { sevenStops } from '../test/support/seven-stops.ts';
import type { BenchEnvironment } from './support/bench-environment.ts';
import type { Benchmark, Measurement, Sides } from './support/benchmark.ts';
import { timeOf, withCpuTime } from './support/measurements.ts';
import { sampleOrders } from './support/sample-orders.ts';

const shortest = 2;
const longer = [3, 5, 7];

export const benchmark: Benchmark = {
  subject: 'a call, with more stops',
  reference: `the same call, with ${shortest}`,
  unit: 'ms',
  worker: 'elsewhere',
  goal: { atMost: 3.5 },
  warmUpOperations: 1_000,
  prepare: async (environment) => {
    const quote = JSON.parse(
      await environment.partner.post('/quotes', { stops: sevenStops, product: 'van' }, 201),
    );
    const all: string[] = quote.route.map(({ location }: { location: { id: string } }) => location.id);
    const calls = await Promise.all(
      [shortest, ...longer].map((count) => callsWith(environment, all.slice(0, count))),
    );
    return ['POST /quotes', 'POST /bookings', 'GET /bookings/{id}'].flatMap((name) =>
      longer.map((count, index) => pair(name, count, calls[0], calls[index + 1])),
    );
  },
};

type Calls = ReadonlyMap<string, Measurement>;

function pair(name: string, count: number, few: Calls | undefined, many: Calls | undefined): Sides {
  const [subject, reference] = [many?.get(name), few?.get(name)];
  if (!subject || !reference) throw new Error(`${name} is not measured`);
  return { name: `${name}, ${count} stops : ${shortest}`, subject, reference };
}

async function callsWith(
  { partner, cpuMicros }: BenchEnvironment,
  locationIds: readonly string[],
): Promise<Calls> {
  const { bodies } = await sampleOrders(partner);
  const stops = locationIds.map((location) => ({ location, instructions: 'Ring twice' }));
  const orders = bodies.map((body) => ({ ...body, stops }));
  const paths: string[] = [];
  for (const order of orders.slice(0, 100))
    paths.push(`/bookings/${JSON.parse(await partner.post('/bookings', order, 201)).id}`);
  const roundRobin = <T>(all: readonly T[]) => {
    let index = 0;
    return () => all[index++ % all.length] as T;
  };
  const [order, path] = [roundRobin(orders), roundRobin(paths)];
  const measure = (call: () => Promise<unknown>) =>
    withCpuTime(timeOf(call), () => cpuMicros({ server: true }));
  return new Map([
    ['POST /quotes', measure(() => partner.post('/quotes', { stops, product: 'van' }, 201))],
    ['POST /bookings', measure(() => partner.post('/bookings', order(), 201))],
    ['GET /bookings/{id}', measure(() => partner.get(path()))],
  ]);
}
