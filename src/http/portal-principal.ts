// Who is visiting pages that show an account's own things: somebody whom the account let in, for a while.
import type { AuditEntry } from '../db/audit-store.ts';

export interface Visitor {
  readonly accountId: string;
  /** In whose name the visitor acts. */
  readonly actor: AuditEntry['actor'];
  /** Names the session without giving it away. */
  readonly sessionId: string;
  readonly expiresAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the routes behind pages before any handler runs. */
    visitor: Visitor | null;
  }
}
