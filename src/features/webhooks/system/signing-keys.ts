// The keys that sign for an endpoint now. Claims bring the sealed secrets along, so a change holds at once; opening one
// takes time and is done once.
import { LRUCache } from 'lru-cache';
import type { KeyRing } from '../../../lib/key-ring.ts';

interface SealedSecret {
  readonly id: string;
  readonly sealed: string;
  readonly expires_at: string | null;
}

interface SigningKey {
  readonly key: Buffer;
  readonly expiresAtMs: number;
}

const kept = 2_000;

export class SigningKeys {
  readonly #keys: KeyRing;
  /** By the text of the claim, so whatever changes in it makes another entry. */
  readonly #opened = new LRUCache<string, readonly SigningKey[]>({ max: kept });

  constructor(keys: KeyRing) {
    this.#keys = keys;
  }

  /** Newest first. */
  at(sealedSecrets: string, nowMs: number): Buffer[] {
    let keys = this.#opened.get(sealedSecrets);
    if (!keys) {
      keys = this.#open(sealedSecrets);
      this.#opened.set(sealedSecrets, keys);
    }
    return keys.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map(({ key }) => key);
  }

  #open(sealedSecrets: string): SigningKey[] {
    const secrets = JSON.parse(sealedSecrets) as SealedSecret[];
    return secrets.map(({ id, sealed, expires_at }) => ({
      key: this.#keys.open(Buffer.from(sealed, 'base64'), `webhook_secret:${id}`),
      expiresAtMs: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
    }));
  }
}
