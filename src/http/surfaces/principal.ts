// The authenticated caller of a partner route: account and scopes of the access token.
import type { Scope } from '../../domain/account/scopes.ts';

export interface Principal {
  readonly accountId: string;
  readonly accountKind: 'organization' | 'personal';
  readonly clientId: string;
  readonly userId: string | null;
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
