// The portal session of a request: temporary access to one account, granted by the account.
import type { Actor } from '../../lib/actor.ts';

export interface PortalPrincipal {
  readonly accountId: string;
  /** The client or user that created the portal link. The audit trail records it for changes of the session. */
  readonly createdBy: Pick<Actor, 'kind' | 'id'>;
  /** Identifies the session without revealing its token. */
  readonly sessionId: string;
  readonly expiresAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the portal middleware before any handler runs. */
    visitor: PortalPrincipal | null;
  }
}
