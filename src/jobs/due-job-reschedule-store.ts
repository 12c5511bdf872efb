// Reschedules due jobs of one account from outside the worker. A worker that has claimed the job meanwhile keeps the
// time set here (`rescheduleJob`).
import { sql } from 'kysely';
import type { AccountTransaction } from '../db/database.ts';

export interface JobKey {
  readonly kind: string;
  readonly key: string;
  readonly accountId: string;
}

const matchesJob = ({ kind, key, accountId }: JobKey) =>
  sql`kind = ${kind} and key = ${key} and account_id = ${accountId}`;

export async function setJobDue(trx: AccountTransaction, job: JobKey, dueAt: Date): Promise<void> {
  await sql`update due_job set due_at = ${dueAt} where ${matchesJob(job)}`.execute(trx);
}

export async function delayJob(trx: AccountTransaction, job: JobKey, seconds: number): Promise<void> {
  await sql`update due_job set due_at = due_at + make_interval(secs => ${seconds}) where ${matchesJob(job)}`.execute(
    trx,
  );
}

/** All jobs of these kinds of the account. */
export async function advanceJobs(
  trx: AccountTransaction,
  { kinds, accountId }: { readonly kinds: readonly string[]; readonly accountId: string },
  seconds: number,
): Promise<void> {
  await sql`
    update due_job set due_at = due_at - make_interval(secs => ${seconds})
    where kind = any (${[...kinds]}::text[]) and account_id = ${accountId}`.execute(trx);
}
