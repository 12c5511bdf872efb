// Doctor check: every row belongs to the same account as its parent row.
import { type RawBuilder, sql } from 'kysely';
import type { SqlCheck } from '../../../../db/doctor/sql-check.ts';

interface Relation {
  readonly child: string;
  /** Expression for the id of a child row in the finding. */
  readonly id: RawBuilder<unknown>;
  readonly parent: string;
  readonly on: RawBuilder<unknown>;
}

const id = sql`c.id::text`;
const inBooking = sql`c.booking_id || '/' || c.position`;
const ofBooking = sql`p.id = c.booking_id`;

const relations: readonly Relation[] = [
  { child: 'booking_stop', id: inBooking, parent: 'booking', on: ofBooking },
  { child: 'booking_stop', id: inBooking, parent: 'location', on: sql`p.id = c.location_id` },
  { child: 'booking_contact', id: inBooking, parent: 'booking', on: ofBooking },
  { child: 'quote_use', id: sql`c.quote_id::text`, parent: 'booking', on: ofBooking },
  { child: 'quote_use', id: sql`c.quote_id::text`, parent: 'quote', on: sql`p.id = c.quote_id` },
  { child: 'booking', id, parent: 'quote', on: sql`p.id = c.quote_id` },
  { child: 'booking', id, parent: 'app_user', on: sql`p.id = c.booked_by` },
  { child: 'event', id, parent: 'booking', on: ofBooking },
  {
    child: 'audit_entry',
    id,
    parent: 'booking',
    on: sql`c.subject_kind = 'booking' and c.subject_id = p.id::text`,
  },
];

const foreignRows = relations.map(
  ({ child, id: name, parent, on }) => sql`
    select ${sql.lit(child)} as table_name, ${name} as id, c.account_id,
      format('its %s belongs to account %s', ${sql.lit(parent)}::text, p.account_id) as message
    from ${sql.table(child)} c join ${sql.table(parent)} p on ${on}
    where c.account_id is distinct from p.account_id`,
);

const wrongKind = sql`
  select 'booking', b.id::text, b.account_id, format('its account is %s, account_kind is %s', a.kind, b.account_kind)
  from booking b join account a on a.id = b.account_id where a.kind <> b.account_kind`;

/** A booking of a personal account has a user; a booking of an organization has none. */
const wrongBooker = sql`
  select 'booking', b.id::text, b.account_id, format('its account is %s, booked by %s', b.account_kind,
    coalesce(b.booked_by::text, 'no user'))
  from booking b where (b.account_kind = 'personal') <> (b.booked_by is not null)`;

const tables = [...new Set(relations.map(({ child }) => child))];
const counts = tables.map((table) => sql`(select count(*) from ${sql.table(table)})`);

export const accounts: SqlCheck = {
  name: 'accounts: rows belong to the account of their parent',
  checked: sql`select ${sql.join(counts, sql` + `)}`,
  broken: sql.join([...foreignRows, wrongKind, wrongBooker], sql` union all `),
};
