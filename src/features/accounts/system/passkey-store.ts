// Passkeys of operators and their challenges.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface Passkey {
  readonly id: string;
  readonly operatorId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly transports: readonly string[];
}

export interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type ChallengePurpose = 'register' | 'sign_in' | 'confirm';

export interface NewChallenge {
  readonly id: string;
  readonly purpose: ChallengePurpose;
  /** null for sign-in. */
  readonly sessionId: string | null;
  readonly challenge: string;
  readonly expiresAt: Date;
}

export async function insertChallenge(
  db: SystemDatabase,
  { id, purpose, sessionId, challenge, expiresAt }: NewChallenge,
): Promise<void> {
  await sql`insert into passkey_challenge (id, purpose, session_id, challenge, expires_at)
    values (${id}, ${purpose}, ${sessionId}, ${challenge}, ${expiresAt})`.execute(db);
}

/** Deletes the challenge, so that it works once. Undefined if it was used, has expired or is of another session. */
export async function consumeChallenge(
  db: SystemDatabase,
  { id, purpose, sessionId }: Pick<NewChallenge, 'id' | 'purpose' | 'sessionId'>,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ challenge: string }>`
    delete from passkey_challenge where id = ${id} and purpose = ${purpose}
      and session_id is not distinct from ${sessionId} and expires_at > ${now}
    returning challenge`.execute(db);
  return rows[0]?.challenge;
}

export async function deleteExpiredChallenges(db: SystemDatabase, now: Date): Promise<void> {
  await sql`delete from passkey_challenge where expires_at <= ${now}`.execute(db);
}

export interface NewPasskey extends Passkey {
  readonly name: string;
  readonly counter: number;
  readonly createdAt: Date;
}

/** Returns false if the credential is registered already. */
export async function insertPasskey(trx: SystemDatabase, passkey: NewPasskey): Promise<boolean> {
  const { id, operatorId, credentialId, publicKey, counter, transports, name, createdAt } = passkey;
  const { rows } = await sql`
    insert into operator_passkey
      (id, operator_id, credential_id, public_key, counter, transports, name, created_at)
    values (${id}, ${operatorId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${name}, ${createdAt})
    on conflict (credential_id) do nothing returning 1`.execute(trx);
  return rows.length > 0;
}

const columns = sql`id, operator_id as "operatorId", credential_id as "credentialId", public_key as "publicKey",
  transports`;

export async function findPasskey(db: SystemDatabase, credentialId: Buffer): Promise<Passkey | undefined> {
  const { rows } = await sql<Passkey>`
    select ${columns} from operator_passkey where credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

export async function findPasskeysOf(db: SystemDatabase, operatorId: string): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select ${columns} from operator_passkey where operator_id = ${operatorId}`.execute(db);
  return rows;
}

/** Oldest first. */
export async function listPasskeys(db: SystemDatabase, operatorId: string): Promise<ListedPasskey[]> {
  const { rows } = await sql<ListedPasskey>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from operator_passkey
    where operator_id = ${operatorId} order by created_at, id`.execute(db);
  return rows;
}

/**
 * Records a use. `regressed`: the counter did not rise, which a copied device causes. Devices that do not count send 0.
 */
export async function advanceCounter(
  trx: SystemDatabase,
  id: string,
  counter: number,
  now: Date,
): Promise<'advanced' | 'regressed' | 'removed'> {
  const { rows } = await sql`
    update operator_passkey set counter = ${counter}, last_used_at = ${now}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning 1`.execute(trx);
  if (rows.length > 0) return 'advanced';
  const { rows: kept } = await sql`select 1 from operator_passkey where id = ${id}`.execute(trx);
  return kept.length > 0 ? 'regressed' : 'removed';
}

/** Returns false if the operator has no such passkey. */
export async function deletePasskey(trx: SystemDatabase, operatorId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from operator_passkey where id = ${id} and operator_id = ${operatorId} returning 1`.execute(trx);
  return rows.length > 0;
}

/** Returns whether there were any. */
export async function deletePasskeysOf(trx: SystemDatabase, operatorId: string): Promise<boolean> {
  const { rows } =
    await sql`delete from operator_passkey where operator_id = ${operatorId} returning 1`.execute(trx);
  return rows.length > 0;
}
