// POST /bookings end to end, against pgbench with the same SQL statements: the transaction as one pipeline, as Waybill
// sends it, and one by one between BEGIN and COMMIT, as pgbench does by default.
import { type Benchmark, BenchmarkUnavailable } from './support/benchmark.ts';
import { startLoad } from './support/load.ts';
import { rateOf } from './support/measurements.ts';
import { findPgbench, pgbench, pgbenchInstallHint, type Renew, scriptOf } from './support/pgbench.ts';
import { type SampleOrders, sampleOrders, windowHours } from './support/sample-orders.ts';
import { type LoggedStatement, statementsDuring } from './support/statement-log.ts';

const clients = 16;
const hourMs = 3_600_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface BookingView {
  readonly hid: string;
  readonly share_url: string;
  readonly arrival_window: { readonly start_at: string };
}

export const benchmark: Benchmark = {
  subject: `POST /bookings, ${clients} connections`,
  reference: `pgbench, the same statements, ${clients} clients`,
  unit: 'requests/s',
  // Background work caused by a booking is not measured; pgbench does not do it either.
  worker: 'elsewhere',
  goal: { atLeast: 0.72 },
  aim: 0.8,
  prepare: async (environment) => {
    const { partner, baseUrl, connection, cpuMicros } = environment;
    const program = findPgbench();
    if (!program) throw new BenchmarkUnavailable(pgbenchInstallHint);
    const orders = await sampleOrders(partner);
    const responses: string[] = [];
    const book = async () => responses.push(await partner.post('/bookings', orders.bodies[0], 201));
    // The first bookings fill caches and set the tenant setting on the connections.
    for (let count = 0; count < 20; count += 1) await book();
    const all = await statementsDuring(connection, 'waybill:waybill_app', book);
    const statements = all.filter(({ text }) => !/take_rate_limit_lease|set_config/.test(text));
    const isRead = ({ text }: LoggedStatement) => /^\s*select .* from location/s.test(text);
    const recorded = {
      reads: statements.filter(isRead),
      writes: statements.filter((each) => !isRead(each)),
    };
    const accountId = recorded.reads[0]?.values[0] ?? '';
    const renew = renewerFor(JSON.parse(responses.at(-1) ?? '') as BookingView, orders, accountId);
    const requests = orders.bodies.map((body) => ({
      method: 'POST' as const,
      path: '/bookings',
      headers: partner.headers,
      body,
    }));
    const subject = rateOf(
      startLoad(environment, baseUrl, { connections: clients, expectedStatus: 201 }, requests),
      () => cpuMicros({ server: true }),
    );
    const reference = async (pipelined: boolean) => {
      const script = await scriptOf(connection, recorded, { opening, renew, pipelined });
      return rateOf(pgbench(program, connection, script, { clients, accountId }), () =>
        cpuMicros({ server: false }),
      );
    };
    return [
      { name: 'pipelined statements, as Waybill sends them', subject, reference: await reference(true) },
      { name: 'statements one by one', subject, reference: await reference(false) },
    ];
  },
};

/** Ids grow like Waybill's own UUIDv7, so that indexes grow at the same end: 19 digits after a fixed prefix. */
const opening = [
  '\\set n :n + 1',
  `\\set k 1000000000000000000 + (:n * ${clients} + :client_id) * 16`,
  `\\set hour random(0, ${windowHours - 1})`,
];

function renewerFor(
  sample: BookingView,
  { locationIds, firstWindow }: SampleOrders,
  accountId: string,
): Renew {
  const constantIds = new Set([accountId, ...locationIds]);
  const generatedIds: string[] = [];
  const startsAtMs = Date.parse(sample.arrival_window.start_at);
  const token = sample.share_url.split('/').at(-1);
  return (value, type) => {
    if (value === sample.hid || value === token) return '(:k)::text';
    if (type.startsWith('timestamp') && Date.parse(value) === startsAtMs)
      return `(timestamptz '${firstWindow.toISOString()}' + :hour * interval '${hourMs} milliseconds')`;
    if (!uuid.test(value) || constantIds.has(value)) return null;
    if (!generatedIds.includes(value)) generatedIds.push(value);
    const id = `('0197f0c48f6e7' || (:k::bigint + ${generatedIds.indexOf(value)})::text)`;
    return type === 'uuid' ? `${id}::uuid` : id;
  };
}
