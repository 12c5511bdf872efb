// Quiescence check: all events are processed by the relay and the followers, and no job is due.
import { sql } from 'kysely';
import type { SystemDatabase } from '../db/system-database.ts';

export async function isQuiescent(db: SystemDatabase, now: Date): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from event
        where position is null or position > (select coalesce(min(position), 0) from event_follower))
      or exists (select from due_job where due_at <= ${now} and last_error is null) as busy`.execute(db);
  return rows[0]?.busy === false;
}
