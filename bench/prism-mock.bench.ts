// What a partner could develop against instead: Prism as a mock server for the same OpenAPI document. It validates the
// request and sends the document's example; Waybill authenticates, limits, reads or writes PostgreSQL, and prices a
// route.
import { once } from 'node:events';
import { freePort } from '../test/support/free-port.ts';
import { startPrism } from '../test/support/prism.ts';
import { sevenStops } from '../test/support/seven-stops.ts';
import type { BenchEnvironment } from './support/bench-environment.ts';
import { type Benchmark, BenchmarkUnavailable, type Sides } from './support/benchmark.ts';
import { type LoadRequest, startLoad } from './support/load.ts';
import { rateOf } from './support/measurements.ts';
import { sampleOrders } from './support/sample-orders.ts';

const connections = 16;
const bookings = 200;

export const benchmark: Benchmark = {
  subject: `Waybill, ${connections} connections`,
  reference: 'Prism mock server for the same OpenAPI document',
  unit: 'requests/s',
  goal: { atLeast: 0.5 },
  // Prism serves a few hundred requests per second.
  warmUpOperations: 1_000,
  prepare: async (environment) => {
    const { partner, baseUrl, cpuMicros } = environment;
    const prism = await startMock(environment);
    const { bodies } = await sampleOrders(partner);
    const reads: LoadRequest[] = [];
    for (const body of bodies.slice(0, bookings)) {
      const { id } = JSON.parse(await partner.post('/bookings', body, 201));
      reads.push({ method: 'GET', path: `/bookings/${id}`, headers: partner.headers });
    }
    const quote: LoadRequest = {
      method: 'POST',
      path: '/quotes',
      headers: partner.headers,
      body: { stops: sevenStops.slice(0, 2), product: 'van' },
    };
    const compare = (requests: readonly LoadRequest[], expectedStatus: number): Sides => {
      const load = (url: string) => startLoad(environment, url, { connections, expectedStatus }, requests);
      return {
        subject: rateOf(load(baseUrl), () => cpuMicros({ server: true })),
        reference: rateOf(load(prism.url), () => cpuMicros({ server: false, pid: prism.pid })),
      };
    };
    return [
      { ...compare(reads, 200), name: 'GET /bookings/{id}', goal: { atLeast: 3 }, aim: 5 },
      // Geocoded, routed, priced and committed: a mock does none of these.
      { ...compare([quote], 201), name: 'POST /quotes, 2 stops' },
    ];
  },
};

async function startMock({ baseUrl, defer }: BenchEnvironment): Promise<{ url: string; pid: number }> {
  const document = await (await fetch(`${baseUrl}/openapi.json`)).text();
  const port = await freePort();
  const prism = await startPrism(['mock'], document, port).catch((cause: unknown) => {
    throw new BenchmarkUnavailable(`Prism could not be started: ${String(cause)}`);
  });
  defer(async () => {
    const ended = once(prism, 'exit');
    prism.kill('SIGKILL');
    await ended;
  });
  return { url: `http://127.0.0.1:${port}`, pid: prism.pid ?? 0 };
}
