// Access tokens: got when first needed, once for all who wait, kept until they are about to expire or are refused.
import type { Token } from './api.generated.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the token may do, such as `org:read`; everything the client may if left out. */
  readonly scope?: string;
}

/** A token as it is kept. */
export interface KeptToken {
  readonly accessToken: string;
  /** Milliseconds since 1970; null: good until it is revoked. */
  readonly expiresAt: number | null;
}

/** Where tokens outlive the process, for programs that are short. The SDK asks it once and tells it of every change. */
export interface TokenStore {
  load(): KeptToken | null | Promise<KeptToken | null>;
  save(token: KeptToken | null): void | Promise<void>;
}

export interface TokenSource {
  get(): Promise<string>;
  /** The service refused this token. Whether another one may be had. */
  refused(accessToken: string): Promise<boolean>;
}

// Renewed this long before it ends, so that it does not end on its way.
const leewayMillis = 60_000;

/** Tokens for client credentials; `exchange` makes the request. */
export class ClientTokens implements TokenSource {
  readonly #exchange: () => Promise<Token>;
  readonly #store: TokenStore | undefined;
  #kept: KeptToken | null = null;
  #isLoaded = false;
  #pending: Promise<string> | null = null;

  constructor(exchange: () => Promise<Token>, store: TokenStore | undefined) {
    this.#exchange = exchange;
    this.#store = store;
  }

  async get(): Promise<string> {
    if (this.#kept && !isEnding(this.#kept)) return this.#kept.accessToken;
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  async refused(accessToken: string): Promise<boolean> {
    // Somebody may have renewed it while this request was under way.
    if (this.#kept?.accessToken !== accessToken) return true;
    this.#kept = null;
    await this.#store?.save(null);
    return true;
  }

  async #renew(): Promise<string> {
    if (!this.#isLoaded) {
      this.#isLoaded = true;
      this.#kept = (await this.#store?.load()) ?? null;
      if (this.#kept && !isEnding(this.#kept)) return this.#kept.accessToken;
    }
    const { access_token: accessToken, expires_in: seconds } = await this.#exchange();
    this.#kept = { accessToken, expiresAt: seconds == null ? null : Date.now() + seconds * 1000 };
    await this.#store?.save(this.#kept);
    return accessToken;
  }
}

function isEnding({ expiresAt }: KeptToken): boolean {
  return expiresAt !== null && expiresAt - leewayMillis <= Date.now();
}

/** A token that somebody else looks after: asked for before every request if it is a function. */
export function givenToken(token: string | (() => string | Promise<string>)): TokenSource {
  return {
    get: async () => (typeof token === 'string' ? token : token()),
    refused: async (accessToken) => typeof token === 'function' && (await token()) !== accessToken,
  };
}
