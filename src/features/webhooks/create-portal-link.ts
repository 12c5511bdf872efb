// Use case of GET /webhooks/portal: creates a one-time link to the portal, valid for 10 minutes. The token is in the
// URL fragment, which browsers never send to a server; the portal page exchanges it for a session.
import { recordAudit } from '../../db/audit-store.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { insertPortalLink } from './portal-link-store.ts';
import type { WebhookContext } from './webhook-context.ts';

const lifetimeMinutes = 10;

export interface PortalLinkContext extends Pick<WebhookContext, 'clock' | 'ids' | 'environment'> {
  readonly identity: IdentityDatabase;
}

/** Returns the URL. The portal session it opens ends when `accessToken` is revoked. */
export async function createPortalLink(
  { identity, clock, ids, environment }: PortalLinkContext,
  actor: AccountActor,
  accessToken: string,
): Promise<string> {
  const { accountId } = actor;
  const token = mintToken(`wb_${environment.name}_portal`);
  const now = clock.now();
  await identity.transaction().execute(async (trx) => {
    await insertPortalLink(trx, {
      tokenHash: hashToken(token),
      accountId,
      createdBy: `${actor.kind}:${actor.id}`,
      madeWith: hashToken(accessToken),
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMinutes * 60_000),
    });
    await recordAudit(trx, { ids, clock }, actor, {
      accountId,
      action: 'portal_link.created',
      subject: { kind: 'account', id: accountId },
    });
  });
  return `${environment.publicUrl}/portal#token=${token}`;
}
