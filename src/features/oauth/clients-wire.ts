// Request and response types for API clients, in the portal (/portal/api/keys) and in the console
// (/operator/organizations/{id}/clients). Times are ISO 8601.
import type { Scope } from '../../domain/account/scopes.ts';

/**
 * GET /portal/api/keys → KeyList. POST (NewKey) → 201 IssuedKey. POST …/{id}/rotate ({overlap_hours}: default 24,
 * 0 ends the old secret at once) → 200 IssuedKey.
 * DELETE …/{id}/old-secret → 204: the old secret ends now. PATCH …/{id} ({disabled}) → 200 ApiKey. DELETE …/{id} → 204.
 * Operators: GET and POST /operator/organizations/{id}/clients, the rest under /operator/clients/{id}.
 */
export interface ApiKey {
  readonly id: string;
  readonly client_id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly grants: readonly string[];
  readonly created_at: string;
  readonly disabled: boolean;
  readonly disabled_at: string | null;
  /** Minute precision; null if the client was never used. */
  readonly last_used_at: string | null;
  /** Expiry of the previous secret after a rotation; null if only one secret is valid. */
  readonly old_secret_until: string | null;
}

export interface KeyList {
  readonly data: readonly ApiKey[];
  readonly limit: number;
  /** The client whose token opened the portal; null for a user's token. */
  readonly own_client_id: string | null;
  /** Scopes that the session may give to a client. Empty for personal accounts, which have no clients. */
  readonly scopes: readonly Scope[];
}

export interface NewKey {
  readonly name: string;
  /** Default: `org`. */
  readonly scopes?: readonly Scope[];
}

/** The only response that contains a client secret. */
export interface IssuedKey extends ApiKey {
  readonly client_secret: string;
}
