// Sessions of the signed-in operator, for the account page of the console.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { SessionCarrier, SessionCutoff } from './operator-session-store.ts';

export interface OwnSession {
  readonly id: string;
  readonly sessionHash: Buffer;
  readonly carrier: SessionCarrier;
  readonly address: string | null;
  readonly agent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** Most recently used first. */
export async function listOwnSessions(
  db: SystemDatabase,
  operatorId: string,
  { now, idleSince }: SessionCutoff,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('operator_session')
    .select([
      'id',
      'session_hash as sessionHash',
      'carrier',
      'address',
      'agent',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('operator_id', '=', operatorId)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', idleSince)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute();
  return rows as OwnSession[];
}

/** Returns the hashes of the deleted sessions. */
export async function deleteOwnSessions(
  trx: SystemDatabase,
  operatorId: string,
  which: { readonly id: string } | { readonly allBut: Buffer },
): Promise<readonly Buffer[]> {
  const own = trx.deleteFrom('operator_session').where('operator_id', '=', operatorId);
  const deleted =
    'id' in which ? own.where('id', '=', which.id) : own.where('session_hash', '!=', which.allBut);
  const rows = await deleted.returning('session_hash as hash').execute();
  return rows.map(({ hash }) => hash);
}
