// Reading a booking with a token and a rate limit, against the least a server can do to send the same text.
import { once } from 'node:events';
import type { Benchmark } from './support/benchmark.ts';
import { forkBeside, loadOn } from './support/load.ts';
import { rateOf } from './support/measurements.ts';
import { sampleOrders } from './support/sample-orders.ts';

const bookings = 200;
const load = { connections: 32, expectedStatus: 200 };

export const benchmark: Benchmark = {
  subject: 'GET /bookings/{id}, token and limit, 32 connections',
  reference: 'bare Fastify and one select of the same text',
  unit: 'requests/s',
  goal: { atLeast: 0.8 },
  prepare: async (surroundings) => {
    const { partner, baseUrl, connection, cpuMicros } = surroundings;
    const { bodies } = await sampleOrders(partner);
    const paths: string[] = [];
    for (const body of bodies.slice(0, bookings))
      paths.push(`/bookings/${JSON.parse(await partner.post('/bookings', body, 201)).id}`);
    const bare = forkBeside(surroundings, './bare-server.ts', [JSON.stringify(connection)]);
    const [bareUrl] = (await once(bare, 'message')) as [string];
    const requests = paths.map((path) => ({ method: 'GET' as const, path, headers: partner.headers }));
    const bareLoad = loadOn(surroundings, bareUrl, load, requests);
    return [
      {
        subject: rateOf(loadOn(surroundings, baseUrl, load, requests), () => cpuMicros({ server: true })),
        reference: rateOf(bareLoad, () => cpuMicros({ server: false, pid: bare.pid ?? 0 })),
      },
    ];
  },
};
