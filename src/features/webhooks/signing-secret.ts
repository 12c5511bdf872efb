// Signing secrets: 32 random bytes, encrypted in the database, and `whsec_` + base64 for partners as defined by
// Standard Webhooks. The only place that generates and decrypts them.
import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../../lib/key-ring.ts';
import type { StoredSecret } from './secret-store.ts';

const keyBytes = 32;

export function generateSecretKey(): Buffer {
  return randomBytes(keyBytes);
}

export function encryptSecretKey(keys: KeyRing, id: string, key: Buffer): Buffer {
  return keys.seal(key, purposeOf(id));
}

/** Throws if SECRET_KEY no longer contains the key that encrypted the secret. */
export function decryptSecretKey(keys: KeyRing, { id, sealed }: Pick<StoredSecret, 'id' | 'sealed'>): Buffer {
  return keys.open(sealed, purposeOf(id));
}

/** Encrypted with the newest key of SECRET_KEY; null if it already is. */
export function reencryptSecretKey(
  keys: KeyRing,
  { id, sealed }: Pick<StoredSecret, 'id' | 'sealed'>,
): Buffer | null {
  return keys.reseal(sealed, purposeOf(id));
}

export function formatSecret(key: Buffer): string {
  return `whsec_${key.toString('base64')}`;
}

const purposeOf = (id: string) => `webhook_secret:${id}`;
