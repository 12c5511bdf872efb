// Decisions of operators about exceptions: resolved, or snoozed until a time.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { customerName } from '../bookings/booking-columns-store.ts';
import type { ExceptionDecision } from './exception-schemas.ts';

/** A decision as it is stored. */
export type NewDecision = Pick<ExceptionDecision, 'key' | 'kind' | 'subject_id' | 'decision' | 'reason'> & {
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

/**
 * Newest first, with the subject as it is now: `subject_id` is the id of a booking, an endpoint or an account, or the
 * kind of an exception without a subject.
 */
export async function listDecisions(db: SystemDatabase, limit: number): Promise<ExceptionDecision[]> {
  const { rows } = await sql<ExceptionDecision>`
    with latest as (
      select *, case when subject_id ~ '^[0-9a-f-]{36}$' then subject_id::uuid end as subject
      from exception_decision order by at desc, key limit ${limit}
    )
    select d.key, d.kind, d.subject_id, d.decision, d.until, d.reason, o.name as operator_name, d.at,
      case when b.id is not null then json_build_object('id', b.id, 'hid', b.hid, 'customer_name',
        ${customerName}) end as booking,
      case when w.id is not null then json_build_object('id', w.id, 'url', split_part(w.url, '?', 1)) end as endpoint,
      case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as account
    from latest d join operator o on o.id = d.operator_id
    left join booking b on b.id = d.subject
    left join webhook_endpoint w on w.id = d.subject
    left join account a on a.id = coalesce(b.account_id, w.account_id, d.subject)
    order by d.at desc, d.key`.execute(db);
  return rows;
}

export async function deleteDecisionsBefore(db: SystemDatabase, time: Date): Promise<void> {
  await sql`delete from exception_decision where at < ${time} and coalesce(until, at) < ${time}`.execute(db);
}
