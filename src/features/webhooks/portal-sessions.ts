// Portal sessions: started by a one-time link; ended by sign-out, by expiry, when the client, user or token that created the
// link is disabled or revoked, and when the person who signed in by e-mail is removed.
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import type { PortalPrincipal } from '../../http/surfaces/portal-principal.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { hashToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { sessionHashOf } from '../sessions/session-store.ts';
import { type PortalStores, recordMemberSignIn } from './portal-session-store.ts';

const linkSeconds = 10 * 60;

export interface SessionContext extends Pick<Context, 'clock' | 'ids' | 'environment' | 'security'> {
  readonly identity: IdentityDatabase;
  readonly portal: PortalStores;
}

/**
 * Returns the URL of a one-time link. The token is in the URL fragment, which browsers never send to a server; the
 * portal page exchanges it for a session, which ends when `accessToken` is revoked and has the scopes of that token.
 */
export async function createPortalLink(
  context: SessionContext,
  actor: AccountActor,
  { accessToken, scopes }: { readonly accessToken: string; readonly scopes: readonly Scope[] },
): Promise<string> {
  const { identity, clock, environment } = context;
  const { accountId } = actor;
  const start = { environment: environment.name, now: clock.now(), lifetimeSeconds: linkSeconds };
  return identity.transaction().execute(async (trx) => {
    const { token } = await context.portal.links.create(trx, start, () => ({
      account_id: accountId,
      created_by: `${actor.kind}:${actor.id}`,
      made_with: hashToken(accessToken),
      scopes: [...scopes],
    }));
    const subject = { kind: 'account', id: accountId };
    await context.security.record(trx, { event: 'portal_link.created', actor, accountId, subject });
    return `${environment.publicUrl}/portal#token=${token}`;
  });
}

export interface PortalLinkExchange {
  readonly linkToken: string;
  /** Session token that the browser already had; that session ends. */
  readonly previousToken: string | undefined;
  readonly requestId: string;
  readonly address: string;
}

export interface StartedSession {
  readonly token: string;
  /** Id of the replaced session, if there was one. */
  readonly endedSessionHash: string | null;
}

export async function exchangePortalLink(
  context: SessionContext,
  { linkToken, previousToken, requestId, address }: PortalLinkExchange,
): Promise<StartedSession> {
  const { identity, clock, environment } = context;
  const now = clock.now();
  const token = await identity.transaction().execute(async (trx) => {
    const link = await context.portal.links.consume(trx, linkToken, now);
    if (!link)
      throw Problem.of(
        'session_ended',
        'This portal link has expired or was already used. Request a new one.',
      );
    const { accountId, createdBy, madeWith, memberId, scopes } = link;
    const actor = { ...creatorOf(createdBy), requestId, address };
    const subject = { kind: 'account', id: accountId };
    await context.security.record(trx, { event: 'portal_session.started', actor, accountId, subject });
    if (memberId !== null) await recordMemberSignIn(trx, memberId, now);
    return context.portal.sessions.start(
      trx,
      { environment: environment.name, now, previousToken },
      {
        account_id: accountId,
        created_by: createdBy,
        made_with: madeWith,
        member_id: memberId,
        scopes: [...scopes],
        // The link proves that the person can read the mailbox now: a sign-in is a step-up, as in the console.
        confirmed_at: memberId === null ? null : now,
      },
    );
  });
  return { token, endedSessionHash: previousToken === undefined ? null : sessionHashOf(previousToken) };
}

export async function findPortalPrincipal(
  { identity, clock, portal }: Pick<SessionContext, 'identity' | 'clock' | 'portal'>,
  token: string,
): Promise<PortalPrincipal | null> {
  const session = await portal.sessions.find(identity, token, clock.now());
  return session && { ...session, createdBy: creatorOf(session.createdBy) };
}

export function endSession(
  { identity, portal }: Pick<SessionContext, 'identity' | 'portal'>,
  { sessionHash }: PortalPrincipal,
): Promise<void> {
  return portal.sessions.end(identity, sessionHash);
}

function creatorOf(createdBy: string): PortalPrincipal['createdBy'] {
  const [kind, id] = createdBy.split(':', 2);
  if ((kind !== 'client' && kind !== 'user' && kind !== 'portal_member') || !id)
    throw new Error('portal session has an invalid created_by value');
  return { kind, id };
}
