// Cache of decrypted signing keys. Claims carry the encrypted secrets, so a rotated secret takes effect immediately;
// each set is decrypted once.
import { LRUCache } from 'lru-cache';
import type { KeyRing } from '../../../lib/key-ring.ts';
import { decryptSecretKey } from '../signing-secret.ts';

interface SealedSecret {
  readonly id: string;
  readonly sealed: string;
  readonly expires_at: string | null;
}

interface SigningKey {
  readonly key: Buffer;
  readonly expiresAtMs: number;
}

const maxEntries = 2_000;

export class SigningKeys {
  readonly #keys: KeyRing;
  /** Keyed by the encrypted secrets as text, so that any change produces a new entry. */
  readonly #decrypted = new LRUCache<string, readonly SigningKey[]>({ max: maxEntries });

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  /** Returns the valid keys, newest first. */
  at(sealedSecrets: string, nowMs: number): Buffer[] {
    let keys = this.#decrypted.get(sealedSecrets);
    if (!keys) {
      keys = this.#decrypt(sealedSecrets);
      this.#decrypted.set(sealedSecrets, keys);
    }
    return keys.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(({ key }) => key);
  }

  #decrypt(sealedSecrets: string): SigningKey[] {
    const secrets = JSON.parse(sealedSecrets) as SealedSecret[];
    return secrets.map(({ id, sealed, expires_at }) => ({
      key: decryptSecretKey(this.#keys, { id, sealed: Buffer.from(sealed, 'base64') }),
      expiresAtMs: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
    }));
  }
}
