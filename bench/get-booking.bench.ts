// GET /bookings/{id} with authentication and rate limit, against a minimal server that sends the same text: a few
// bookings repeatedly, as polling partners do, and so many different bookings that none is cached.
import { once } from 'node:events';
import type { ConnectionOptions } from '../src/db/pool.ts';
import type { Benchmark, Sides } from './support/benchmark.ts';
import { openDatabase } from './support/database.ts';
import { forkBenchProcess, startLoad } from './support/load.ts';
import { rateOf } from './support/measurements.ts';
import { sampleOrders } from './support/sample-orders.ts';

const bookings = 200;
/** Copies of each booking: together far more than the booking JSON cache holds. */
const copies = 200;
const copy = `
  insert into booking select copy.* from booking as original, generate_series(1, $1::int) as n,
    jsonb_populate_record(null::booking, to_jsonb(original) || jsonb_build_object(
      'id', gen_random_uuid(), 'hid', hid || n, 'share_token', share_token || n)) as copy`;
const load = { connections: 32, expectedStatus: 200 };

export const benchmark: Benchmark = {
  subject: 'GET /bookings/{id}, token and limit, 32 connections',
  reference: 'plain Fastify and one select of the same text',
  unit: 'requests/s',
  goal: { atLeast: 0.95 },
  aim: 1,
  prepare: async (environment) => {
    const { partner, baseUrl, connection, cpuMicros } = environment;
    const { bodies } = await sampleOrders(partner);
    const paths: string[] = [];
    for (const body of bodies.slice(0, bookings))
      paths.push(`/bookings/${JSON.parse(await partner.post('/bookings', body, 201)).id}`);
    const bare = forkBenchProcess(environment, './bare-server.ts', [JSON.stringify(connection)]);
    const [bareUrl] = (await once(bare, 'message')) as [string];
    const sides = (name: string, requested: readonly string[]): Sides => {
      const requests = requested.map((path) => ({ method: 'GET' as const, path, headers: partner.headers }));
      const bareLoad = startLoad(environment, bareUrl, load, requests);
      return {
        name,
        subject: rateOf(startLoad(environment, baseUrl, load, requests), () => cpuMicros({ server: true })),
        reference: rateOf(bareLoad, () => cpuMicros({ server: false, pid: bare.pid ?? 0 })),
      };
    };
    return [sides('the same bookings', paths), sides('different bookings', await manyPaths(connection))];
  },
};

async function manyPaths(connection: ConnectionOptions): Promise<string[]> {
  return openDatabase(connection, async ({ rows }) => {
    await rows("set session_replication_role = 'replica'");
    await rows(copy, [copies]);
    await rows('vacuum analyze booking');
    const ids = await rows<{ id: string }>('select id from booking order by id');
    return ids.map(({ id }) => `/bookings/${id}`);
  });
}
