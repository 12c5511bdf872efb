// Access tokens: requested on first use, shared by concurrent calls, and cached until shortly before they expire or are
// rejected.
import type { Token } from './api.generated.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Requested scope, such as `org:read`; by default everything the client may do. */
  readonly scope?: string;
}

/** A token as stored by a `TokenStore`. */
export interface StoredToken {
  readonly accessToken: string;
  /** Unix time in milliseconds; null: valid until revoked. */
  readonly expiresAt: number | null;
}

/** Persists tokens beyond the process, for short-lived programs. The SDK loads once and saves every change. */
export interface TokenStore {
  load(): StoredToken | null | Promise<StoredToken | null>;
  save(token: StoredToken | null): void | Promise<void>;
}

export interface TokenSource {
  get(): Promise<string>;
  /** Reports that the service rejected this token. Resolves to whether another token may be available. */
  refused(accessToken: string): Promise<boolean>;
}

// Renewed this long before expiry, so that a token does not expire in transit.
const renewalMarginMillis = 60_000;

/** Tokens for client credentials; `exchange` makes the token request. */
export class ClientTokens implements TokenSource {
  readonly #exchange: () => Promise<Token>;
  readonly #store: TokenStore | undefined;
  #cached: StoredToken | null = null;
  #isLoaded = false;
  #pending: Promise<string> | null = null;

  constructor(exchange: () => Promise<Token>, store: TokenStore | undefined) {
    this.#exchange = exchange;
    this.#store = store;
  }

  async get(): Promise<string> {
    if (this.#cached && !isExpiring(this.#cached)) return this.#cached.accessToken;
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async refused(accessToken: string): Promise<boolean> {
    // Another call may have renewed the token while this request was in flight.
    if (this.#cached?.accessToken !== accessToken) return true;
    this.#cached = null;
    await this.#store?.save(null);
    return true;
  }

  async #renew(): Promise<string> {
    if (!this.#isLoaded) {
      this.#isLoaded = true;
      this.#cached = (await this.#store?.load()) ?? null;
      if (this.#cached && !isExpiring(this.#cached)) return this.#cached.accessToken;
    }
    const { access_token: accessToken, expires_in: seconds } = await this.#exchange();
    this.#cached = { accessToken, expiresAt: seconds == null ? null : Date.now() + seconds * 1000 };
    await this.#store?.save(this.#cached);
    return accessToken;
  }
}

function isExpiring({ expiresAt }: StoredToken): boolean {
  return expiresAt !== null && expiresAt - renewalMarginMillis <= Date.now();
}

/** A token managed by the caller: a function is called before every request. */
export function callerToken(token: string | (() => string | Promise<string>)): TokenSource {
  return {
    get: async () => (typeof token === 'string' ? token : token()),
    refused: async (accessToken) => typeof token === 'function' && (await token()) !== accessToken,
  };
}
