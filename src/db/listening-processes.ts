// Counts the processes that serve or work on a database. Every such process runs a listener, which holds an advisory
// lock.
import { sql } from 'kysely';
import { LISTENER_LOCK_CLASS } from './listener.ts';
import type { SystemDatabase } from './system-database.ts';

export async function countListeners(db: SystemDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct objid)::int as count from pg_locks where locktype = 'advisory'
      and classid = ${LISTENER_LOCK_CLASS}::int::oid and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.count ?? 0;
}
