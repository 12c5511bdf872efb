// The far end of an account's list against its first page: without a filter, with each state, and past the last booking
// of states that only the newest have, where a plain index would be read to its end.
import type { ConnectionOptions } from '../src/db/pool.ts';
import type { Benchmark, Sides } from './support/benchmark.ts';
import { openDatabase } from './support/database.ts';
import { timeOf } from './support/measurements.ts';
import { sampleOrders } from './support/sample-orders.ts';
import type { Partner } from './support/surroundings.ts';

const size = { whole: 1_000_000, small: 50_000 };
/** Only so many of the newest are still to be done. */
const active = 1_000;
const pageSize = 20;

/** One a second, oldest first; the newest a moment ago. Ids are the account's own and grow. */
const load = `
  insert into booking (id, account_id, account_kind, hid, share_token, state, product, area_slug, quote_id,
    arrival_window, window_ref, window_taken_at, tip_cents, customer_notifications_enabled, photo_urls, crew, dispatch,
    previous_dispatches, fare, cancellation, event_sequence, created_at, updated_at, wire)
  select id, $1::uuid, 'organization', $4::text || n, $4::text || n, state, 'van', 'united-states', $5::uuid,
    '{}', 'origin', at, 0, true, '{}', '{}', '{}', '[]',
    case state when 'completed' then '{}'::json end, case state when 'cancelled' then '{}'::json end, 1, at, at,
    json_build_object('id', id, 'state', state, 'created_at', at, 'description', repeat('x', 100))
  from (
    select n, (lpad(to_hex(n), 8, '0') || right($1::text, 28))::uuid as id,
      now() - ($2::int - n) * interval '1 second' as at,
      case when n > $2::int - $3::int then (array['created', 'dispatched'])[1 + n % 2]
        else (array['completed', 'cancelled'])[1 + n % 2] end as state
    from generate_series(1, $2::int) as n
  ) as numbered`;

export const benchmark: Benchmark = {
  subject: 'GET /bookings, the page at the far end',
  reference: 'GET /bookings, the first page',
  unit: 'ms',
  goal: { atMost: 1.2 },
  prepare: async ({ partner, connection, small }) => {
    const count = small ? size.small : size.whole;
    const newest = await loadBookings(connection, partner, count);
    const filters = ['', 'created', 'dispatched', 'completed', 'cancelled', 'completed,cancelled'];
    const pairs: Sides[] = [];
    for (const filter of filters) pairs.push(await farEnd(partner, filter, newest, count));
    pairs.push(await pastTheLast(partner, newest));
    return pairs;
  },
};

/** Those at both ends, which are read, get the text of a real booking: a million of those would take gigabytes. */
const giveTexts = `
  update booking set wire = $2::json
  where account_id = $1 and (created_at > now() - make_interval(secs => $4::int)
    or created_at < now() - make_interval(secs => $3::int - $4::int))`;
const ends = 3 * active;

/** Straight into the table, past its references, with the indexes made afterwards as after a restore. */
async function loadBookings(connection: ConnectionOptions, partner: Partner, count: number): Promise<Date> {
  const [body] = (await sampleOrders(partner)).bodies;
  const { id } = JSON.parse(await partner.post('/bookings', body, 201));
  return openDatabase(connection, async ({ rows }) => {
    const [own] = await rows<{ account_id: string; quote_id: string; wire: string }>(
      'select account_id, quote_id, wire::text as wire from booking where id = $1',
      [id],
    );
    const [other] = await rows<{ id: string }>('select id from account where id <> $1', [own?.account_id]);
    const indexes = await rows<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'booking' and indexname not in (select conname from pg_constraint)`,
    );
    await rows('delete from booking where id = $1', [id]);
    await rows("set session_replication_role = 'replica'");
    await rows("set maintenance_work_mem = '256MB'");
    for (const { name } of indexes) await rows(`drop index ${name}`);
    await rows(load, [own?.account_id, count, active, 'a', own?.quote_id]);
    await rows(load, [other?.id, count / 5, active, 'b', own?.quote_id]);
    for (const { definition } of indexes) await rows(definition);
    await rows(giveTexts, [own?.account_id, own?.wire, count, ends]);
    await rows('vacuum analyze booking');
    const [newest] = await rows<{ at: Date }>('select max(created_at) as at from booking');
    if (!newest) throw new Error('nothing was loaded');
    return newest.at;
  });
}

const pageAt = (parameters: Readonly<Record<string, string>>) =>
  `/bookings?${new URLSearchParams({ limit: String(pageSize), ...parameters })}`;

const secondsBefore = (time: Date, seconds: number) => new Date(time.getTime() - seconds * 1000);

/** The place a page starts after, for a list that begins so long ago: the link that such a list gives. */
async function placeBefore(partner: Partner, createdTo: Date): Promise<string> {
  const { next } = JSON.parse(await partner.get(pageAt({ created_to: createdTo.toISOString() })));
  return new URL(next).searchParams.get('after') ?? '';
}

async function farEnd(partner: Partner, state: string, newest: Date, count: number): Promise<Sides> {
  const filter: Record<string, string> = state ? { state } : {};
  // Far enough from the end that the page is as full as the first.
  const last = /created|dispatched/.test(state) ? active : count;
  const after = await placeBefore(partner, secondsBefore(newest, last - 8 * pageSize));
  const { data } = JSON.parse(await partner.get(pageAt({ ...filter, after })));
  if (data.length !== pageSize) throw new Error(`the far page of "${state}" has ${data.length} bookings`);
  return compare(
    partner,
    state ? `state=${state}` : 'without filter',
    pageAt(filter),
    pageAt({ ...filter, after }),
  );
}

async function pastTheLast(partner: Partner, newest: Date): Promise<Sides> {
  const filter = { state: 'created,dispatched' };
  const after = await placeBefore(partner, secondsBefore(newest, 2 * active));
  return compare(partner, 'past the last active booking', pageAt(filter), pageAt({ ...filter, after }));
}

function compare(partner: Partner, name: string, first: string, far: string): Sides {
  return {
    name,
    subject: timeOf(() => partner.get(far)),
    reference: timeOf(() => partner.get(first)),
  };
}
