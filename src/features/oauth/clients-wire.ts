// What pages and their server say to one another about API clients, in the portal (/portal/api/keys) and in the console
// (/operator/organizations/{id}/clients). Times are ISO 8601.
import type { Scope } from '../../domain/scopes.ts';

/**
 * GET /portal/api/keys → KeyList. POST (NewKey) → 201 IssuedKey. POST …/{id}/rotate ({overlap_hours}: 24 unless said,
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
  /** Kept to the minute; null: never. */
  readonly last_used_at: string | null;
  /** Until when the secret before the last works too; null: it does not. */
  readonly old_secret_until: string | null;
}

export interface KeyList {
  readonly data: readonly ApiKey[];
  readonly limit: number;
  /** The client whose token opened the portal; null: a person's. */
  readonly own_client_id: string | null;
  /** The most a visitor may give to a client; empty: only organizations have clients. */
  readonly scopes: readonly Scope[];
}

export interface NewKey {
  readonly name: string;
  /** `org` unless said. */
  readonly scopes?: readonly Scope[];
}

/** The only answers in which a secret ever stands. */
export interface IssuedKey extends ApiKey {
  readonly client_secret: string;
}
