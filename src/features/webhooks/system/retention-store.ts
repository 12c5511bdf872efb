// Forgets events, deliveries and attempts by dropping their weeks, and the sums of hours that no chart shows any more.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

/** Charts go back a month; a little more is kept, whatever the retention. */
const hoursKeptDays = 90;

export async function forgetOldEvents(db: SystemDatabase, now: Date, retentionDays: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Dropping a week needs its table for a moment; rather than let everybody queue up behind us, we come back later. And
    // before PostgreSQL looks for who waits in a circle, after a second: it might end a booking in place of us.
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    await sql`select keep_partitions(${now}, ${retentionDays})`.execute(trx);
  });
  await sql`delete from webhook_hour where hour < ${now}::timestamptz - make_interval(days => ${hoursKeptDays})`.execute(
    db,
  );
}
