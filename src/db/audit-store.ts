// Store for the audit trail: who changed what, under which request id. Append-only: triggers refuse UPDATE, DELETE and
// TRUNCATE.
import type { Kysely } from 'kysely';
import { isSecurityEventName } from '../domain/account/security-event.ts';
import type { Actor } from '../lib/actor.ts';
import type { Clock } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { DB } from './schema.generated.ts';
import { insertion, type Statement } from './statement.ts';

/** A change to record. */
export interface AuditedChange {
  /** null if the change belongs to no account. */
  readonly accountId: string | null;
  /** The event, for example `account.updated`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  /** Names of the changed fields, never their values: audit entries are kept after personal data is erased. */
  readonly changed?: readonly string[];
}

export interface AuditEntry extends AuditedChange {
  readonly id: string;
  readonly actor: Actor;
  readonly at: Date;
}

export function auditInsertion({
  id,
  accountId,
  actor,
  action,
  subject,
  at,
  changed,
}: AuditEntry): Statement<never> {
  return insertion('audit_entry', [
    {
      id,
      account_id: accountId,
      actor_kind: actor.kind,
      actor_id: actor.id,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      request_id: actor.requestId,
      at,
      changed: [...(changed ?? [])],
    },
  ]);
}

/**
 * Records the change in the transaction that makes it. Refuses security events: `SecurityLog` records, counts and logs
 * them.
 */
export async function recordAudit(
  trx: Kysely<DB>,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  actor: Actor,
  change: AuditedChange,
): Promise<void> {
  if (isSecurityEventName(change.action))
    throw new Error(`${change.action} is a security event: record it with SecurityLog`);
  await auditInsertion({ ...change, id: ids.next(), actor, at: clock.now() }).execute(trx);
}
