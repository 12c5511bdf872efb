// Encryption and signing keys derived from SECRET_KEY. The first master key encrypts and signs; the others only decrypt
// and verify, so that keys can be rotated without downtime.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export interface MasterKey {
  readonly id: string;
  readonly secret: Buffer;
}

const ivBytes = 12;
const tagBytes = 16;

export class KeyRing {
  readonly #keys: readonly { id: string; seal: Buffer; sign: Buffer }[];

  /** `realm` separates environments: production and sandbox derive unrelated keys from the same master key. */
  constructor(masterKeys: readonly MasterKey[], realm: string) {
    const derive = (secret: Buffer, purpose: string) =>
      Buffer.from(hkdfSync('sha256', secret, '', `waybill/${realm}/${purpose}`, 32));
    this.#keys = masterKeys.map(({ id, secret }) => ({
      id,
      seal: derive(secret, 'seal'),
      sign: derive(secret, 'sign'),
    }));
  }

  get #current() {
    const [key] = this.#keys;
    if (!key) throw new Error('a key ring needs at least one key');
    return key;
  }

  /**
   * Encrypts with AES-256-GCM. `context` is authenticated and must be equal when opening, so a ciphertext cannot be
   * moved to another row.
   */
  seal(plain: string | Buffer, context: string): Buffer {
    const { id, seal } = this.#current;
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', seal, iv).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    const label = Buffer.from(id);
    return Buffer.concat([Buffer.from([label.length]), label, iv, cipher.getAuthTag(), body]);
  }

  /** The same text encrypted with the current key; null if it already is. */
  reseal(sealed: Buffer, context: string): Buffer | null {
    return keyIdOf(sealed) === this.#current.id ? null : this.seal(this.open(sealed, context), context);
  }

  open(sealed: Buffer, context: string): Buffer {
    const id = keyIdOf(sealed);
    const labelEnd = labelEndOf(sealed);
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (!key) throw new Error(`encrypted with key "${id}", which SECRET_KEY no longer contains`);
    const iv = sealed.subarray(labelEnd, labelEnd + ivBytes);
    const tag = sealed.subarray(labelEnd + ivBytes, labelEnd + ivBytes + tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', key.seal, iv)
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(labelEnd + ivBytes + tagBytes)), decipher.final()]);
  }

  /** HMAC-SHA-256 of text that clients send back: form tokens, cursors. */
  sign(text: string): string {
    return mac(this.#current.sign, text);
  }

  verify(text: string, signature: string): boolean {
    return this.#isSignedBy(signature, (key) => mac(key, text));
  }

  /** Truncated to 22 characters (132 bits), for links in SMS messages. */
  signShort(text: string): string {
    return shortMac(this.#current.sign, text);
  }

  verifyShort(text: string, signature: string): boolean {
    return this.#isSignedBy(signature, (key) => shortMac(key, text));
  }

  #isSignedBy(signature: string, signatureOf: (key: Buffer) => string): boolean {
    const given = Buffer.from(signature);
    return this.#keys.some(({ sign }) => {
      const expected = Buffer.from(signatureOf(sign));
      return expected.length === given.length && timingSafeEqual(expected, given);
    });
  }
}

const labelEndOf = (sealed: Buffer) => 1 + (sealed[0] ?? 0);
const keyIdOf = (sealed: Buffer) => sealed.subarray(1, labelEndOf(sealed)).toString();

const shortCharacters = 22;

function shortMac(key: Buffer, text: string): string {
  return mac(key, text).slice(0, shortCharacters);
}

function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}
