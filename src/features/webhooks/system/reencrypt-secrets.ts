// Encrypts the signing secrets of all endpoints with the newest key of SECRET_KEY, so that older keys can be removed. May run
// beside a server, and again after an interruption.
import type { Database } from '../../../db/database.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { KeyRing } from '../../../lib/key-ring.ts';
import { replaceSealedSecret } from '../secret-store.ts';
import { reencryptSecretKey } from '../signing-secret.ts';
import { loadSecrets } from './doctor/secret-check-store.ts';

export interface ReencryptSecretsContext {
  readonly system: SystemDatabase;
  readonly db: Database;
  readonly keys: KeyRing;
}

/** Returns how many were encrypted again. */
export async function reencryptSigningSecrets({
  system,
  db,
  keys,
}: ReencryptSecretsContext): Promise<number> {
  let count = 0;
  for (const secret of await loadSecrets(system)) {
    const resealed = reencryptSecretKey(keys, secret);
    if (!resealed) continue;
    const account = db.forAccount(secret.accountId);
    if (await replaceSealedSecret(account, secret.accountId, secret, resealed)) count += 1;
  }
  return count;
}
