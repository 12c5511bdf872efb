// Sign-in policy for all operators (single row).
import type { SystemDatabase } from '../../../db/system-database.ts';

export interface SignInPolicy {
  readonly requiresSecondFactor: boolean;
}

export async function findSignInPolicy(db: SystemDatabase): Promise<SignInPolicy> {
  return db
    .selectFrom('sign_in_policy')
    .select('requires_second_factor as requiresSecondFactor')
    .executeTakeFirstOrThrow();
}

/** Returns false if the policy is unchanged. */
export async function updateSignInPolicy(trx: SystemDatabase, policy: SignInPolicy): Promise<boolean> {
  const row = await trx
    .updateTable('sign_in_policy')
    .set({ requires_second_factor: policy.requiresSecondFactor })
    .where('requires_second_factor', '!=', policy.requiresSecondFactor)
    .returning('is_only')
    .executeTakeFirst();
  return row !== undefined;
}
