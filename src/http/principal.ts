// Who is calling: the account a token acts for, and what it may do there.
import type { Scope } from '../domain/scopes.ts';

export interface Principal {
  readonly accountId: string;
  readonly accountKind: 'organization' | 'personal';
  readonly clientId: string;
  readonly userId: string | null;
  readonly scopes: readonly Scope[];
  /** How far the account's test clock runs ahead; 0 wherever there is none. */
  readonly clockAheadSeconds: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on partner routes before any handler runs. */
    principal: Principal | null;
  }
}
