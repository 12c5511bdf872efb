// Store for the due times of periodic tasks, on the database clock, which all workers share.
import { sql } from 'kysely';
import type { SystemDatabase } from '../db/system-database.ts';

export async function registerTasks(db: SystemDatabase, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await sql`insert into periodic_task (name, due_at) select name, clock_timestamp()
    from unnest(${[...names]}::text[]) as name on conflict do nothing`.execute(db);
}

/** Claims one due task, if any, by setting its next due time. */
export async function claimDueTask(
  db: SystemDatabase,
  tasks: readonly { readonly name: string; readonly everySeconds: number }[],
): Promise<string | null> {
  const names = tasks.map(({ name }) => name);
  const intervals = tasks.map(({ everySeconds }) => everySeconds);
  const { rows } = await sql<{ name: string }>`
    update periodic_task t set due_at = clock_timestamp() + make_interval(secs => due.every)
    from (
      select p.name, k.every from periodic_task p
      join unnest(${names}::text[], ${intervals}::float8[]) as k (name, every) on k.name = p.name
      where p.due_at <= clock_timestamp() order by p.due_at limit 1 for update of p skip locked
    ) due
    where t.name = due.name returning t.name`.execute(db);
  return rows[0]?.name ?? null;
}

export async function finishTask(db: SystemDatabase, name: string): Promise<void> {
  await sql`update periodic_task set last_finished_at = clock_timestamp() where name = ${name}`.execute(db);
}
