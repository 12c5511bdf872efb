// Store for security events: an entry of the audit trail, and the client address in a row of its own, which retention
// deletes (decision 0053).
import { sql } from 'kysely';
import type { AuditEntry } from './audit-store.ts';
import type { AnyDatabase } from './branded-database.ts';

export interface SecurityEntry extends AuditEntry {
  readonly address: string | null;
}

/**
 * One statement, so that it is atomic outside a transaction too. An entry whose id exists is not written again: repeated
 * failures share an id. Without a conflict target and RETURNING, roles that may only insert can run it.
 */
export async function insertSecurityEntry(
  db: AnyDatabase,
  { id, accountId, actor, action, subject, at, changed, address }: SecurityEntry,
): Promise<void> {
  await sql`
    with entry as (
      insert into audit_entry (id, account_id, actor_kind, actor_id, action, subject_kind, subject_id, request_id, at, changed)
      values (${id}, ${accountId}, ${actor.kind}, ${actor.id}, ${action}, ${subject.kind}, ${subject.id},
        ${actor.requestId}, ${at}, ${[...(changed ?? [])]})
      on conflict do nothing)
    insert into audit_address (entry_id, account_id, address, at)
    select ${id}::uuid, ${accountId}::uuid, ${address}::inet, ${at}::timestamptz where ${address}::inet is not null
    on conflict do nothing`.execute(db);
}

/** Deletes up to `limit` addresses recorded before the time. Returns how many. */
export async function deleteAddressesBefore(db: AnyDatabase, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from audit_address where entry_id in (
      select entry_id from audit_address where at < ${before} order by at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
