// The first 100 bookings after `/ready`, against the same call in steady state: mean time, one caller, one call at a time.
// Each measurement of the subject starts a new process. The reference is a server that has served thousands of bookings.
import { Client } from 'undici';
import { temporaryFolder } from '../test/support/server-process.ts';
import { type Partner, signIn } from './support/bench-environment.ts';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { sampleOrders } from './support/sample-orders.ts';
import { startOnce } from './support/start-once.ts';

const bookings = 100;
const warmUpBookings = 3_000;

export const benchmark: Benchmark = {
  subject: `the first ${bookings} bookings after /ready, each`,
  reference: 'a booking in steady state',
  unit: 'ms',
  goal: { atMost: 3 },
  aim: 1.5,
  // The reference is warmed up below: each start of the subject would count as warm-up too.
  warmUpOperations: 1,
  prepare: async ({ partner, defer }) => {
    const folder = temporaryFolder();
    defer(async () => folder.remove());
    const order = inTurn((await sampleOrders(partner)).bodies);
    for (let done = 0; done < warmUpBookings; done += bookings) await meanTime(partner, order);
    // Creates the installation, and the locations whose ids the later processes use.
    const cold = inTurn((await withServer(folder.path, sampleOrders)).bodies);
    return [
      {
        subject: () => withServer(folder.path, (own) => meanTime(own, cold)),
        reference: () => meanTime(partner, order),
      },
    ];
  },
};

function inTurn<T>(all: readonly T[]): () => T {
  let index = 0;
  return () => all[index++ % all.length] as T;
}

async function meanTime(partner: Partner, nextOrder: () => object): Promise<Sample> {
  const startedAtMs = performance.now();
  for (let count = 0; count < bookings; count += 1) await partner.post('/bookings', nextOrder(), 201);
  return { value: (performance.now() - startedAtMs) / bookings, operations: bookings };
}

/** Both environments and background work, as in the default `serve`. */
async function withServer<T>(dataDir: string, work: (partner: Partner) => Promise<T>): Promise<T> {
  const start = await startOnce(process.cwd(), { DATA_DIR: dataDir });
  const client = new Client(start.production);
  try {
    return await work(await signIn(client, dataDir));
  } finally {
    await client.close();
    await start.stop();
  }
}
