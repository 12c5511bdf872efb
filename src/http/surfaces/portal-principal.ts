// The portal session of a request: temporary access to one account, granted by the account.
import type { PortalRole } from '../../domain/account/portal-member.ts';
import { covers, type Scope } from '../../domain/account/scopes.ts';
import type { Actor } from '../../lib/actor.ts';

export interface PortalPrincipal {
  readonly accountId: string;
  /** The person who is signed in, or the client or user that created the portal link. The audit trail records it for changes of the session. */
  readonly createdBy: Pick<Actor, 'kind' | 'id'>;
  /** The person who signed in by e-mail; null: an access token opened the portal. */
  readonly member: PortalMemberFacts | null;
  /** Scopes of the person or of the access token that requested the portal link. The session may do nothing beyond them. */
  readonly scopes: readonly Scope[];
  /** Id of that access token; null: a person signed in by e-mail. */
  readonly tokenId: string | null;
  /** Last step-up: when the client secret was entered again, or when the person signed in. null: never. */
  readonly confirmedAt: Date | null;
  /** Hash of the token, in hex. */
  readonly sessionHash: string;
  /** Id of the session. Unlike `sessionHash`, it stays when a step-up replaces the token. */
  readonly sessionId: string;
  readonly expiresAt: Date;
}

export interface PortalMemberFacts {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: PortalRole;
}

/** Whether the session may add and remove people: it acts for an admin, or for a client with all rights. */
export function managesPeople({ member, createdBy, scopes }: PortalPrincipal): boolean {
  return member ? member.role === 'admin' : createdBy.kind === 'client' && covers(scopes, ['org']);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the portal middleware before any handler runs. */
    visitor: PortalPrincipal | null;
  }
}
