// Authenticator in software (ES256, attestation `none`), for tests of what a browser would never send.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export interface Ceremony {
  readonly challenge_id: string;
  readonly options: { readonly challenge: string };
}

export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly isUserVerified?: boolean;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

export class SoftwarePasskey {
  readonly #origin: string;
  readonly #rpId: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly id = randomBytes(16);
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Response to a registration challenge. */
  create({ challenge_id, options }: Ceremony, name: string, deviation: Deviation = {}) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(0x40, deviation), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    const response = {
      clientDataJSON: base64url(this.#clientData('webauthn.create', options.challenge, deviation)),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    };
    return { challenge_id, name, credential: { ...this.#credential(), response } };
  }

  /** Response to a sign-in or confirmation challenge. */
  get({ challenge_id, options }: Ceremony, deviation: Deviation = {}) {
    this.#counter = deviation.counter ?? this.#counter + 1;
    const authData = this.#authenticatorData(0, deviation);
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#privateKey);
    const response = {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    };
    return { challenge_id, credential: { ...this.#credential(), response } };
  }

  #credential() {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #authenticatorData(flags: number, { rpId = this.#rpId, isUserVerified = true }: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([0x01 | (isUserVerified ? 0x04 : 0) | flags]), counter]);
  }

  #clientData(
    type: string,
    issued: string,
    { origin = this.#origin, challenge = issued }: Deviation,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}
