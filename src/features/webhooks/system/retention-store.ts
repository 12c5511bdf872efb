// Retention: drops the weekly partitions of events, deliveries and attempts, and deletes hourly statistics that no
// chart shows any more.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

/** Charts show at most 30 days; statistics are kept for 90 days regardless of the event retention. */
const statisticsRetentionDays = 90;

export async function dropExpiredEvents(db: SystemDatabase, now: Date, retentionDays: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Dropping a partition needs an exclusive lock. Give up after 500 ms, so that other transactions do not queue up
    // behind it; the next run retries. The timeout must be shorter than deadlock_timeout (1 s): otherwise PostgreSQL
    // could choose a booking transaction as the deadlock victim.
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    await sql`select keep_partitions(${now}, ${retentionDays})`.execute(trx);
  });
  await sql`
    delete from webhook_hour
    where hour < ${now}::timestamptz - make_interval(days => ${statisticsRetentionDays})`.execute(db);
}
