// Doctor check of signing secrets: every endpoint has exactly one secret without an expiry, and SECRET_KEY decrypts all
// of them.
import { type CheckResult, Findings } from '../../../../db/doctor/findings.ts';
import type { SystemDatabase } from '../../../../db/system-database.ts';
import type { KeyRing } from '../../../../lib/key-ring.ts';
import { decryptSecretKey } from '../../signing-secret.ts';
import { countLastingSecrets, loadSecrets } from './secret-check-store.ts';

const name = 'webhook secrets: one current secret per endpoint, all decryptable';

export function secretsDecryptable(keys: KeyRing) {
  return { name, run: (system: SystemDatabase) => checkSecrets(system, keys) };
}

async function checkSecrets(system: SystemDatabase, keys: KeyRing): Promise<CheckResult> {
  const findings = new Findings(name);
  for (const { id, accountId, sealed } of await loadSecrets(system))
    findings.add({ table: 'webhook_secret', id, account: accountId }, faultsOf(keys, id, sealed));
  for (const { id, accountId, lasting } of await countLastingSecrets(system)) {
    const faults = lasting === 1 ? [] : [`has ${lasting} secrets without an expiry instead of 1`];
    findings.add({ table: 'webhook_endpoint', id, account: accountId }, faults);
  }
  return findings.result();
}

function faultsOf(keys: KeyRing, id: string, sealed: Buffer): string[] {
  try {
    const { length } = decryptSecretKey(keys, { id, sealed });
    return length === 32 ? [] : [`is ${length} bytes long instead of 32`];
  } catch (error) {
    return [`cannot be decrypted: ${error instanceof Error ? error.message : 'unknown'}`];
  }
}
