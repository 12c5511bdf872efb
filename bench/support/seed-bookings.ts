// Seeds a large database: up to a million bookings, inserted directly into the tables.
import type { ConnectionOptions } from '../../src/db/pool.ts';
import type { Partner } from './bench-environment.ts';
import { type OwnerDatabase, openDatabase } from './database.ts';
import { sampleOrders } from './sample-orders.ts';

/** Number of newest bookings that are still created or dispatched. */
export const active = 1_000;

/** One booking per second, ending now. Ids contain the account id and ascend. */
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

/** Minimal rows of the other tables of every booking: only their number matters. */
const parts = [
  `insert into quote (id, account_id, product, area_slug, facts, wire, created_at, expires_at)
   select id, account_id, 'van', area_slug, '{}', '{}', created_at, created_at from booking where account_id = $1 order by id`,
  `insert into quote_use (quote_id, account_id, booking_id) select id, account_id, id from booking where account_id = $1 order by id`,
  `insert into booking_stop (booking_id, position, id, account_id, location_id)
   select b.id, position, b.id, b.account_id, (select id from location where account_id = $1 limit 1)
   from booking b, generate_series(0, 1) as position where b.account_id = $1 order by b.id`,
  `insert into booking_contact (booking_id, position, id, account_id, name, phone_number)
   select id, 0, id, account_id, 'Ana Diaz', '+14155552671' from booking where account_id = $1 order by id`,
  `insert into event (id, account_id, booking_id, type, sequence, payload, occurred_at, position)
   select uuidv7(), account_id, id, 'booking.created', 1, '{}', created_at, row_number() over (order by id)
   from booking where account_id = $1`,
  `insert into audit_entry (id, account_id, actor_kind, actor_id, action, subject_kind, subject_id, request_id, at)
   select uuidv7(), account_id, 'client', 'bench', 'booking.created', 'booking', id::text, id::text, created_at
   from booking where account_id = $1 order by id`,
];

/**
 * Bookings at both ends of the list, which are read, get the JSON of a real booking. A million of those would take
 * gigabytes.
 */
const setWireAtEnds = `
  update booking set wire = $2::json
  where account_id = $1 and (created_at > now() - make_interval(secs => $4::int)
    or created_at < now() - make_interval(secs => $3::int - $4::int))`;
const ends = 3 * active;

/** And this many bookings spread over the whole table: more than the booking JSON cache holds. */
const setWireSpread = `
  update booking set wire = $2::json
  where id in (select id from booking where account_id = $1 order by hashtext(id::text) limit $3) returning id`;

export interface LoadedBookings {
  readonly newest: Date;
  /** Paths of bookings spread over the table, with the JSON of a real booking; empty without parts. */
  readonly paths: readonly string[];
}

/** Bypasses foreign keys, and creates the indexes after the rows, like a restore. */
export async function loadBookings(
  connection: ConnectionOptions,
  partner: Partner,
  count: number,
  { withParts }: { readonly withParts: boolean } = { withParts: false },
): Promise<LoadedBookings> {
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
    await rows(setWireAtEnds, [own?.account_id, own?.wire, count, ends]);
    const spread = withParts ? await addParts(rows, own?.account_id, own?.wire) : [];
    await rows('vacuum analyze');
    return { newest: await newestOf(rows), paths: spread };
  });
}

/** Paths of bookings spread over the table. */
async function addParts(
  rows: OwnerDatabase['rows'],
  accountId: string | undefined,
  wire: string | undefined,
): Promise<string[]> {
  for (const part of parts) await rows(part, [accountId]);
  const spread = await rows<{ id: string }>(setWireSpread, [accountId, wire, 2 * ends]);
  return spread.map(({ id }) => `/bookings/${id}`);
}

async function newestOf(rows: OwnerDatabase['rows']): Promise<Date> {
  const [newest] = await rows<{ at: Date }>('select max(created_at) as at from booking');
  if (!newest) throw new Error('no bookings were inserted');
  return newest.at;
}
