// The authenticated caller of a partner route: account and scopes of the access token.
import type { Scope } from '../../domain/account/scopes.ts';

export interface Principal {
  /** Id of the access token. */
  readonly tokenId: string;
  /** When the token or the client secret that obtained it expires, in milliseconds; null: no expiry. */
  readonly validUntilMs: number | null;
  readonly accountId: string;
  readonly accountKind: 'organization' | 'personal';
  readonly clientId: string;
  readonly userId: string | null;
  /** Only in the portal: the person who signed in by e-mail. */
  readonly portalMemberId?: string | null;
  readonly scopes: readonly Scope[];
  /** Offset of the account's test clock in seconds; 0 in production. */
  readonly clockAheadSeconds: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the partner middleware before any handler runs. */
    principal: Principal | null;
  }
}
