// Store for due jobs. Due times are business time, passed as parameters; leases use the database clock, which all
// workers share.
import { sql } from 'kysely';
import type { SystemDatabase } from '../db/system-database.ts';

export interface DueJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** null: the job belongs to no account. */
  readonly accountId: string | null;
  readonly dueAt: Date;
  /** Attempts since the last success, including this one. */
  readonly tries: number;
  readonly data: unknown;
}

/** For kinds of jobs that always belong to an account. */
export function accountOf({ kind, key, accountId }: DueJob): string {
  if (accountId === null) throw new Error(`the due job ${kind} ${key} has no account`);
  return accountId;
}

/**
 * Written so that no index matches it: the index on `due_at` finds the next job directly, the index that starts
 * with `kind` would read the whole backlog. PostgreSQL estimates both alike until the table is analyzed.
 */
const isOneOf = (kinds: readonly string[]) => sql`(kind = any (${[...kinds]}::text[])) is true`;

export interface Claim {
  readonly kinds: readonly string[];
  readonly limit: number;
  readonly leaseSeconds: number;
  readonly now: Date;
}

export async function claimJobs(db: SystemDatabase, claim: Claim): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`
    update due_job set leased_until = clock_timestamp() + make_interval(secs => ${claim.leaseSeconds}), tries = tries + 1
    where id = any (array(
      select id from due_job
      where due_at <= ${claim.now} and (leased_until is null or leased_until < clock_timestamp())
        and ${isOneOf(claim.kinds)}
      order by due_at limit ${claim.limit} for update skip locked))
    returning id, kind, key, account_id as "accountId", due_at as "dueAt", tries, data`.execute(db);
  return rows;
}

/** Due time of the next unclaimed job. A lease of another worker may expire earlier; polling notices that. */
export async function nextDueAt(db: SystemDatabase, kinds: readonly string[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due_at) as at from due_job
    where leased_until is null and ${isOneOf(kinds)}`.execute(db);
  return rows[0]?.at ?? null;
}

export async function removeJob(db: SystemDatabase, id: string): Promise<void> {
  await sql`delete from due_job where id = ${id}`.execute(db);
}

/** A time set while the job was claimed (due-job-reschedule-store.ts) takes precedence. */
export async function rescheduleJob(
  db: SystemDatabase,
  { id, dueAt }: Pick<DueJob, 'id' | 'dueAt'>,
  next: { readonly dueAt: Date; readonly data: unknown },
): Promise<void> {
  await sql`
    update due_job set due_at = case when due_at = ${dueAt} then ${next.dueAt} else due_at end,
      data = ${JSON.stringify(next.data)}, leased_until = null, tries = 0, last_error = null
    where id = ${id}`.execute(db);
}

export async function retryJob(db: SystemDatabase, id: string, dueAt: Date, error: string): Promise<void> {
  await sql`update due_job set due_at = ${dueAt}, leased_until = null, last_error = ${error}
    where id = ${id}`.execute(db);
}
