// The portal session of a request: temporary access to one account, granted by the account.
import type { AuditEntry } from '../db/audit-store.ts';

export interface PortalPrincipal {
  readonly accountId: string;
  /** Actor that the audit trail records for changes of the session. */
  readonly actor: AuditEntry['actor'];
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
