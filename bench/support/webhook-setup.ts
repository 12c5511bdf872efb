// Shared setup of the webhook benchmarks: receivers in a child process, endpoints that lead to them, and events like
// those of real bookings, inserted into the outbox.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { BenchEnvironment } from './bench-environment.ts';
import { forkBenchProcess } from './load.ts';
import { monotonicMs } from './monotonic-clock.ts';
import { sampleOrders } from './sample-orders.ts';
import type { Arrivals, ReceiverOrder, ReceiverPorts } from './webhook-receiver.ts';

export interface WebhookSetup {
  /** URLs of the endpoints. */
  readonly urls: readonly string[];
  readonly hangingUrl: string;
  /** Event bodies, a sample. */
  readonly bodies: readonly string[];
  readonly database: Client;
  /** Inserts events in one transaction and notifies the relay. */
  emit(count: number): Promise<Emitted>;
  /** Must be awaited before the events are caused; resolves to a function that waits for the arrivals. */
  expect(count: number, withIds?: boolean): Promise<() => Promise<Arrivals>>;
  /** Waits until every delivery is made and recorded. `exceptEndpoint`: an endpoint that is not waited for. */
  drained(exceptEndpoint?: string): Promise<number>;
}

export interface Emitted {
  readonly ids: readonly string[];
  /** Time just before the commit. */
  readonly atMs: number;
}

const bookings = 300;
/** Differs from the types of the seeded bookings, so that the benchmark's events can be distinguished. */
const eventType = 'booking.updated';

export async function setUpWebhooks(
  environment: BenchEnvironment,
  { endpoints }: { readonly endpoints: number },
): Promise<WebhookSetup> {
  const { partner, connection, defer } = environment;
  const { bodies } = await sampleOrders(partner);
  for (const body of bodies.slice(0, bookings)) await partner.post('/bookings', body, 201);
  const receiver = forkBenchProcess(environment, './webhook-receiver.ts', [String(endpoints)]);
  const [{ ports, hangingPort }] = (await once(receiver, 'message')) as [ReceiverPorts];
  const urls = ports.map((port) => `http://127.0.0.1:${port}/hooks`);
  for (const url of urls) await partner.post('/webhooks', { url }, 201);
  const database = new Client(connection);
  await database.connect();
  defer(() => database.end());
  await database.query(
    `create table bench_event as
     select row_number() over () as number, account_id, booking_id, payload from event limit ${bookings}`,
  );
  const { rows } = await database.query<{ payload: string }>('select payload::text from bench_event');
  return {
    urls,
    hangingUrl: `http://127.0.0.1:${hangingPort}/hooks`,
    bodies: rows.map(({ payload }) => payload),
    database,
    emit: (count) => emit(database, count),
    expect: (count, withIds = false) => expectArrivals(receiver, { expect: count, withIds }),
    drained: (exceptEndpoint) => drained(database, exceptEndpoint),
  };
}

async function emit(database: Client, count: number): Promise<Emitted> {
  await database.query('begin');
  const { rows } = await database.query<{ id: string }>({
    name: 'emit',
    text: `insert into event (id, account_id, booking_id, type, sequence, payload, occurred_at)
      select uuidv7(), account_id, booking_id, '${eventType}', 1000 + n, payload, clock_timestamp()
      from generate_series(1, $1::integer) as n
      join bench_event on number = 1 + n % (select count(*) from bench_event)
      returning id`,
    values: [count],
  });
  await database.query(`select pg_notify('waybill_events', 'events')`);
  const atMs = monotonicMs();
  await database.query('commit');
  return { ids: rows.map(({ id }) => id), atMs };
}

async function expectArrivals(
  receiver: ChildProcess,
  order: ReceiverOrder,
): Promise<() => Promise<Arrivals>> {
  receiver.send(order);
  await once(receiver, 'message');
  const arrived = once(receiver, 'message') as Promise<[Arrivals]>;
  return async () => (await arrived)[0];
}

const drainedCheckMs = 5;

async function drained(
  database: Client,
  exceptEndpoint = '00000000-0000-0000-0000-000000000000',
): Promise<number> {
  const text = `select exists (select from event where position is null)
    or exists (select from webhook_handoff)
    or exists (select from webhook_task where endpoint_id <> $1) as busy`;
  for (;;) {
    const { rows } = await database.query<{ busy: boolean }>({
      name: 'busy',
      text,
      values: [exceptEndpoint],
    });
    if (rows[0]?.busy === false) return monotonicMs();
    await delay(drainedCheckMs);
  }
}
