// Decisions of operators about exceptions: resolved, or snoozed until a time.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ExceptionDecision } from './exception-schemas.ts';

/** A decision as it is stored. */
export type NewDecision = Omit<ExceptionDecision, 'until' | 'operator_name' | 'at'> & {
  readonly until: Date | null;
  readonly operatorId: string;
  readonly at: Date;
};

/** The subset of `keys` that is resolved or still snoozed. */
export async function hiddenExceptionKeys(
  db: SystemDatabase,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select key from exception_decision where key = any (${[...keys]}::text[])
      and (decision = 'resolved' or until > ${now})`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Upsert: a later decision replaces the earlier one. */
export async function writeDecision(trx: SystemDatabase, decision: NewDecision): Promise<void> {
  await sql`
    insert into exception_decision (key, kind, subject_id, decision, until, reason, operator_id, at)
    values (${decision.key}, ${decision.kind}, ${decision.subject_id}, ${decision.decision}, ${decision.until},
      ${decision.reason}, ${decision.operatorId}, ${decision.at})
    on conflict (key) do update set kind = excluded.kind, subject_id = excluded.subject_id, decision = excluded.decision,
      until = excluded.until, reason = excluded.reason, operator_id = excluded.operator_id, at = excluded.at`.execute(
    trx,
  );
}

/** Whether there was a decision to delete. */
export async function deleteDecision(trx: SystemDatabase, key: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from exception_decision where key = ${key}`.execute(trx);
  return numAffectedRows > 0n;
}

/** Newest first. */
export async function listDecisions(db: SystemDatabase, limit: number): Promise<ExceptionDecision[]> {
  const { rows } = await sql<ExceptionDecision>`
    select d.key, d.kind, d.subject_id, d.decision, d.until, d.reason, o.name as operator_name, d.at
    from exception_decision d join operator o on o.id = d.operator_id
    order by d.at desc, d.key limit ${limit}`.execute(db);
  return rows;
}

export async function deleteDecisionsBefore(db: SystemDatabase, time: Date): Promise<void> {
  await sql`delete from exception_decision where at < ${time} and coalesce(until, at) < ${time}`.execute(db);
}
