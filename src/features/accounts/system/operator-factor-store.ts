// Second factors of operators: the TOTP secret, encrypted, and the recovery codes, hashed.
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface OperatorFactor {
  readonly sealedSecret: Buffer;
  /** null until a first code has proved that the authenticator app holds the secret. */
  readonly confirmedAt: Date | null;
}

export async function findFactor(
  db: SystemDatabase,
  operatorId: string,
): Promise<OperatorFactor | undefined> {
  return db
    .selectFrom('operator_factor')
    .select(['sealed_secret as sealedSecret', 'confirmed_at as confirmedAt'])
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();
}

export interface SealedFactor {
  readonly operatorId: string;
  readonly sealedSecret: Buffer;
}

export async function listSealedFactors(db: SystemDatabase): Promise<SealedFactor[]> {
  return db
    .selectFrom('operator_factor')
    .select(['operator_id as operatorId', 'sealed_secret as sealedSecret'])
    .orderBy('operator_id')
    .execute();
}

/** Replaces the ciphertext. Returns false if the factor was removed or replaced meanwhile. */
export async function replaceSealedFactor(
  db: SystemDatabase,
  { operatorId, sealedSecret }: SealedFactor,
  resealed: Buffer,
): Promise<boolean> {
  const row = await db
    .updateTable('operator_factor')
    .set({ sealed_secret: resealed })
    .where('operator_id', '=', operatorId)
    .where('sealed_secret', '=', sealedSecret)
    .returning('operator_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces an unconfirmed secret. Returns false if a confirmed factor exists. */
export async function saveUnconfirmedFactor(
  trx: SystemDatabase,
  operatorId: string,
  sealedSecret: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('operator_factor')
    .values({ operator_id: operatorId, sealed_secret: sealedSecret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('operator_id')
        .doUpdateSet({ sealed_secret: sealedSecret, created_at: now, last_step: 0 })
        .where('operator_factor.confirmed_at', 'is', null),
    )
    .returning('operator_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Accepts each TOTP time step once, also under concurrency: the update succeeds only for a later step. */
export async function consumeTotpStep(
  trx: SystemDatabase,
  operatorId: string,
  step: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('operator_factor')
    .set({ last_step: step })
    .where('operator_id', '=', operatorId)
    .where('last_step', '<', String(step))
    .returning('operator_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function confirmFactor(trx: SystemDatabase, operatorId: string, now: Date): Promise<void> {
  await trx
    .updateTable('operator_factor')
    .set({ confirmed_at: now })
    .where('operator_id', '=', operatorId)
    .execute();
}

/** Returns false if the operator has no factor. */
export async function deleteFactor(trx: SystemDatabase, operatorId: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('operator_factor')
    .where('operator_id', '=', operatorId)
    .returning('operator_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRecoveryCodes(trx: SystemDatabase, operatorId: string): Promise<void> {
  await trx.deleteFrom('operator_recovery_code').where('operator_id', '=', operatorId).execute();
}

export async function replaceRecoveryCodes(
  trx: SystemDatabase,
  operatorId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(trx, operatorId);
  await trx
    .insertInto('operator_recovery_code')
    .values(codeHashes.map((hash) => ({ operator_id: operatorId, code_hash: hash })))
    .execute();
}

export async function consumeRecoveryCode(
  trx: SystemDatabase,
  operatorId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('operator_recovery_code')
    .set({ used_at: now })
    .where('operator_id', '=', operatorId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('operator_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: SystemDatabase, operatorId: string): Promise<number> {
  const { count } = await db
    .selectFrom('operator_recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
