// Retention sweep: passes once over each table in id order, page by page, as rows pass the retention period. It
// registers ended bookings and removes quotes and locations that were never booked. UUIDv7 ids are ordered by creation
// time.
import { type RawBuilder, sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export type Swept = 'booking' | 'quote' | 'location';

const firstId = '00000000-0000-0000-0000-000000000000';

/** Statement per table, on the common table expression `page` with the ids of one page. */
const pageStatements: Readonly<Record<Swept, (now: Date) => RawBuilder<unknown>>> = {
  // Bookings that ended before the table existed, or in a process of an older version.
  booking: () => sql`
    insert into ended_booking (booking_id, account_id, ended_at)
    select b.id, b.account_id, b.updated_at from page join booking b on b.id = page.id
    where b.state in ('completed', 'cancelled') on conflict do nothing`,
  quote: () => sql`
    delete from quote q using page where q.id = page.id
      and not exists (select from quote_use u where u.quote_id = q.id) and not exists (select from booking b where b.quote_id = q.id)`,
  location: (now) => sql`
    update location l set forgotten_at = ${now} from page where l.id = page.id and l.forgotten_at is null
      and not exists (select from booking_stop s where s.location_id = l.id)`,
};

/** Continues after the stored position, up to rows created before `before`. Returns the number of scanned rows. */
export async function sweepPage(
  db: SystemDatabase,
  table: Swept,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`
      insert into retention_sweep (name, through) values (${table}, ${firstId})
      on conflict do nothing`.execute(trx);
    const position = await sql<{ through: string }>`
      select through from retention_sweep where name = ${table} for update`.execute(trx);
    const { rows } = await sql<{ through: string | null; scanned: number }>`
      with page as (
        select id from ${sql.table(table)}
        where id > ${position.rows[0]?.through ?? firstId}::uuid and id < uuid_floor(${before}) order by id limit ${limit}
      ), applied as (${pageStatements[table](now)})
      select (select id from page order by id desc limit 1) as through,
        (select count(*)::int from page) as scanned`.execute(trx);
    const [page] = rows;
    if (!page?.through) return 0;
    await sql`update retention_sweep set through = ${page.through} where name = ${table}`.execute(trx);
    return page.scanned;
  });
}
