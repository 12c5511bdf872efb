// The portal session of a request: temporary access to one account, granted by the account.
import type { Scope } from '../../domain/account/scopes.ts';
import type { Actor } from '../../lib/actor.ts';

export interface PortalPrincipal {
  readonly accountId: string;
  /** The client or user that created the portal link. The audit trail records it for changes of the session. */
  readonly createdBy: Pick<Actor, 'kind' | 'id'>;
  /** Scopes of the access token that requested the portal link. The session may do nothing beyond them. */
  readonly scopes: readonly Scope[];
  /** Id of that access token. */
  readonly tokenId: string;
  /** Last step-up: when the client secret was entered again. null: never. */
  readonly confirmedAt: Date | null;
  /** Hash of the token, in hex. */
  readonly sessionHash: string;
  /** Id of the session. Unlike `sessionHash`, it stays when a step-up replaces the token. */
  readonly sessionId: string;
  readonly expiresAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the portal middleware before any handler runs. */
    visitor: PortalPrincipal | null;
  }
}
