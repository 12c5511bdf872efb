// GET /webhooks/portal: a link that opens the portal once, within ten minutes. The token stands in the fragment, which
// browsers send to nobody, and is exchanged for a session there.
import { recordAudit } from '../../db/audit-store.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { insertPortalLink } from './portal-link-store.ts';
import type { Caller, WebhookContext } from './webhook-context.ts';

const lifetimeMinutes = 10;

export interface PortalLinkContext extends Pick<WebhookContext, 'clock' | 'ids' | 'environment'> {
  readonly identity: IdentityDatabase;
}

/** Returns the address. What it opens ends with `accessToken`. */
export async function createPortalLink(
  { identity, clock, ids, environment }: PortalLinkContext,
  { accountId, actor, requestId }: Caller,
  accessToken: string,
): Promise<string> {
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
    await recordAudit(trx, {
      id: ids.next(),
      accountId,
      actor,
      action: 'portal_link.created',
      subject: { kind: 'account', id: accountId },
      requestId,
      at: now,
    });
  });
  return `${environment.publicUrl}/portal#token=${token}`;
}
