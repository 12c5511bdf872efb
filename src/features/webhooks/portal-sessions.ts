// Portal sessions: started by a one-time link; ended by sign-out, by expiry, or when the client, user or token that
// created the link is disabled or revoked.
import type { Context } from '../../context.ts';
import { recordAudit } from '../../db/audit-store.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { PortalPrincipal } from '../../http/surfaces/portal-principal.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import {
  consumePortalLink,
  deletePortalSession,
  findPortalSession,
  insertPortalSession,
} from './portal-session-store.ts';

export const portalSessionSeconds = 8 * 60 * 60;

export interface SessionContext extends Pick<Context, 'clock' | 'ids' | 'environment'> {
  readonly identity: IdentityDatabase;
}

export interface PortalLinkExchange {
  readonly linkToken: string;
  /** Session token that the browser already had; that session ends. */
  readonly previousToken: string | undefined;
  readonly requestId: string;
}

export interface StartedSession {
  readonly token: string;
  /** Id of the replaced session, if there was one. */
  readonly endedSessionId: string | null;
}

export async function exchangePortalLink(
  { identity, clock, ids, environment }: SessionContext,
  { linkToken, previousToken, requestId }: PortalLinkExchange,
): Promise<StartedSession> {
  const token = mintToken(`wb_${environment.name}_visit`);
  const previousHash = previousToken === undefined ? null : hashToken(previousToken);
  const now = clock.now();
  await identity.transaction().execute(async (trx) => {
    const link = await consumePortalLink(trx, hashToken(linkToken), now);
    if (!link)
      throw Problem.of(
        'session_ended',
        'This portal link has expired or was already used. Request a new one.',
      );
    if (previousHash) await deletePortalSession(trx, previousHash);
    await insertPortalSession(trx, {
      ...link,
      sessionHash: hashToken(token),
      createdAt: now,
      expiresAt: new Date(now.getTime() + portalSessionSeconds * 1000),
    });
    await recordAudit(
      trx,
      { ids, clock },
      { ...creatorOf(link.createdBy), requestId },
      {
        accountId: link.accountId,
        action: 'portal_session.started',
        subject: { kind: 'account', id: link.accountId },
      },
    );
  });
  return { token, endedSessionId: previousHash?.toString('hex') ?? null };
}

export async function findPortalPrincipal(
  { identity, clock }: Pick<SessionContext, 'identity' | 'clock'>,
  token: string,
): Promise<PortalPrincipal | null> {
  const session = await findPortalSession(identity, hashToken(token), clock.now());
  if (!session) return null;
  return {
    accountId: session.accountId,
    createdBy: creatorOf(session.createdBy),
    sessionId: session.sessionHash.toString('hex'),
    expiresAt: session.expiresAt,
  };
}

export async function endSession(
  { identity }: Pick<SessionContext, 'identity'>,
  { sessionId }: PortalPrincipal,
): Promise<void> {
  await deletePortalSession(identity, Buffer.from(sessionId, 'hex'));
}

function creatorOf(createdBy: string): PortalPrincipal['createdBy'] {
  const [kind, id] = createdBy.split(':', 2);
  if ((kind !== 'client' && kind !== 'user') || !id)
    throw new Error('portal session has an invalid created_by value');
  return { kind, id };
}
