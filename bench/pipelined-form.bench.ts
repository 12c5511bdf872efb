// The pipelined form (src/db/statement.ts) against Kysely's `sql` with the same texts and values, in this process and
// over one pool: the read of a booking, and the transactions that insert a quote and a booking. A file may use the
// pipelined form only for work measured here (scripts/check/architecture.cjs).
import { sql } from 'kysely';
import { auditInsertion } from '../src/db/audit-store.ts';
import { type AccountDatabase, createDatabase } from '../src/db/database.ts';
import { createPool } from '../src/db/pool.ts';
import { executeTransaction, type Statement, statement, together } from '../src/db/statement.ts';
import {
  bookingInsertion,
  contactInsertions,
  findBooking,
  quoteUseInsertion,
  type StoredBooking,
  stopInsertions,
} from '../src/features/bookings/booking-store.ts';
import { locationInsertion } from '../src/features/locations/location-store.ts';
import { quoteInsertion } from '../src/features/quotes/quote-store.ts';
import { bucketClaim } from '../src/features/schedule/capacity-store.ts';
import { storedResponseInsertion } from '../src/http/operations/idempotency-store.ts';
import { eventInsertion } from '../src/jobs/outbox.ts';
import { randomIds } from '../src/lib/ids.ts';
import type { Benchmark, Sides } from './support/benchmark.ts';
import { openDatabase } from './support/database.ts';
import { rateOf } from './support/measurements.ts';
import { sampleOrders } from './support/sample-orders.ts';

const callers = 16;

export const benchmark: Benchmark = {
  subject: `pipelined form, ${callers} callers`,
  reference: 'the same with `sql`',
  unit: 'requests/s',
  worker: 'elsewhere',
  goal: { atLeast: 1.05 },
  prepare: async (environment) => {
    const { partner, connection, cpuMicros } = environment;
    const { bodies } = await sampleOrders(partner);
    const wire = await partner.post('/bookings', bodies[0], 201);
    const { id } = JSON.parse(wire) as { id: string };
    const [owner] = await openDatabase(connection, ({ rows }) =>
      rows<{ accountId: string }>('select account_id as "accountId" from booking where id = $1', [id]),
    );
    const pool = createPool(connection, { role: 'waybill_app', max: 8, onError: console.error });
    environment.defer(() => pool.end());
    const db = createDatabase(pool).forAccount(owner?.accountId ?? '');
    const stored = await findBooking(db, owner?.accountId ?? '', id);
    if (!stored) throw new Error('the sample booking was not found');
    const rate = (call: () => Promise<unknown>) =>
      rateOf(
        (forMs) => repeat(call, forMs),
        () => cpuMicros({ server: false, pid: process.pid }),
      );
    const read = readOf(stored);
    const transaction = (name: string, parts: () => Parts): Sides => ({
      name,
      subject: rate(() => insertPipelined(db, parts())),
      reference: rate(() => insertWithSql(db, parts())),
    });
    return [
      {
        name: 'read a booking',
        subject: rate(() => read().execute(db)),
        reference: rate(() => inSql(read()).execute(db)),
      },
      transaction('insert a quote', () => quoteParts(stored)),
      transaction('insert a booking', () => bookingParts(stored, wire)),
    ];
  },
};

async function repeat(call: () => Promise<unknown>, forMs: number) {
  const startedAtMs = performance.now();
  let operations = 0;
  const caller = async () => {
    while (performance.now() < startedAtMs + forMs) {
      await call();
      operations += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { operations, elapsedMs: performance.now() - startedAtMs };
}

/** The statements of one transaction. */
interface Parts {
  /** Combined into one statement by the pipelined form. */
  readonly rows: readonly Statement<unknown>[];
  readonly others: readonly Statement<unknown>[];
}

const insertPipelined = (db: AccountDatabase, { rows, others }: Parts) =>
  executeTransaction(db, [together(rows), ...others]);

/** Statements of a transaction are pipelined here too (decision 0014); only the commit waits for their results. */
const insertWithSql = (db: AccountDatabase, { rows, others }: Parts) =>
  db.transaction().execute((trx) => Promise.all([...rows, ...others].map((one) => inSql(one).execute(trx))));

const inSql = ({ pieces, values }: Statement<unknown>) => sql(pieces as TemplateStringsArray, ...values);

const readOf =
  ({ booking: { accountId, id } }: StoredBooking) =>
  () =>
    statement`select wire::text from booking where account_id = ${accountId} and id = ${id}`;

function quoteParts({ booking: { accountId, quote, route } }: StoredBooking): Parts {
  const now = new Date();
  const locations = route.map(({ location }) => ({ ...location, id: randomIds.next() }));
  const copy = { ...quote, id: randomIds.next() };
  return {
    rows: [
      ...locations.map((location) => locationInsertion(accountId, location, now)),
      quoteInsertion(accountId, { quote: copy, wire: JSON.stringify(copy) }),
    ],
    others: [storedResponse(accountId, now)],
  };
}

function bookingParts({ booking: original }: StoredBooking, wire: string): Parts {
  const now = new Date();
  const id = randomIds.next();
  const { accountId } = original;
  const quote = { ...original.quote, id: randomIds.next() };
  const route = original.route.map((stop) => ({ ...stop, id: randomIds.next() }));
  const contacts = original.contacts.map((contact) => ({ ...contact, id: randomIds.next() }));
  const booking = { ...original, id, hid: id, quote, route, contacts };
  return {
    rows: [
      quoteInsertion(accountId, { quote, wire: JSON.stringify(quote) }),
      bookingInsertion({ booking, shareToken: id }, wire),
      ...stopInsertions(booking),
      ...contactInsertions(booking),
      quoteUseInsertion(booking),
      eventInsertion({
        id: randomIds.next(),
        accountId,
        bookingId: id,
        type: 'booking.created',
        sequence: 1,
        payload: wire,
        occurredAt: now,
      }),
      auditInsertion({
        id: randomIds.next(),
        accountId,
        actor: { kind: 'client', id: 'bench', requestId: id },
        action: 'booking.created',
        subject: { kind: 'booking', id },
        at: now,
      }),
    ],
    // A bucket of its own for every booking, so that the sides do not wait for a lock.
    others: [
      bucketClaim({ areaSlug: id, timeZone: 'UTC', product: booking.product, startMs: 0 }, 1),
      storedResponse(accountId, now),
    ],
  };
}

function storedResponse(accountId: string, now: Date): Statement<never> {
  return storedResponseInsertion(
    { accountId, route: 'POST /bench', key: randomIds.next() },
    {
      requestHash: Buffer.alloc(32),
      encryptedResponse: Buffer.alloc(2_000),
      status: 201,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    },
  );
}
