// Adds due jobs, in the transaction of the change that causes them. Apart from due-job-store.ts, so that partner routes can
// add jobs without reaching the database role of the workers.
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.generated.ts';

export interface NewJob {
  readonly kind: string;
  readonly key: string;
  readonly accountId: string | null;
  readonly dueAt: Date;
  readonly data: unknown;
}

/** An existing job with the same kind and key is kept. */
export async function addJobs(db: Kysely<DB>, jobs: readonly NewJob[], now: Date): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ kind, key, accountId, dueAt, data }) => ({
    kind,
    key,
    account_id: accountId,
    due_at: dueAt,
    data: JSON.stringify(data),
  }));
  await sql`
    insert into due_job (kind, key, account_id, due_at, data, created_at)
    select kind, key, account_id, due_at, data::json, ${now} from json_to_recordset(${JSON.stringify(rows)}::json)
      as j (kind text, key text, account_id uuid, due_at timestamptz, data text)
    on conflict on constraint due_job_once do nothing`.execute(db);
}
