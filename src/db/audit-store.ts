// Store for the audit trail: who changed what, under which request id. Append-only: triggers refuse UPDATE, DELETE and
// TRUNCATE.
import type { Kysely } from 'kysely';
import type { DB } from './schema.generated.ts';
import { insertion, type Statement } from './statement.ts';

export interface AuditEntry {
  readonly id: string;
  readonly accountId: string | null;
  readonly actor: {
    readonly kind: 'client' | 'user' | 'operator' | 'crew_member' | 'command' | 'system';
    readonly id: string;
  };
  /** The event, for example `account.updated`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly requestId: string;
  readonly at: Date;
  /** Names of the changed fields, never their values: audit entries are kept after personal data is erased. */
  readonly changed?: readonly string[];
}

export function auditInsertion(entry: AuditEntry): Statement<never> {
  return insertion('audit_entry', [
    {
      id: entry.id,
      account_id: entry.accountId,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      request_id: entry.requestId,
      at: entry.at,
      changed: [...(entry.changed ?? [])],
    },
  ]);
}

export async function recordAudit(db: Kysely<DB>, entry: AuditEntry): Promise<void> {
  await auditInsertion(entry).execute(db);
}
