// Partner operations behind a portal session: the same definitions as the partner API, with the account, the scopes and
// the actor of the session instead of an access token. Errors and responses are plain JSON, as everywhere in the portal.
import type { AccountDatabase, Database } from '../../db/database.ts';
import { vendorMediaType } from '../server/media-type.ts';
import type { HttpServer } from '../server/server.ts';
import { portalPrincipalOf } from './portal-middleware.ts';
import type { PortalPrincipal } from './portal-principal.ts';
import type { Principal } from './principal.ts';

/** Path of the partner operations in the portal: `/bookings` becomes `/portal/api/partner/bookings`. */
export const portalPartnerPath = '/portal/api/partner';

export const plainJson = 'application/json; charset=utf-8';

export interface PortalPartnerOptions {
  readonly db: Database;
  readonly loadAccountFacts: (
    db: AccountDatabase,
    accountId: string,
  ) => Promise<Pick<Principal, 'accountKind' | 'clockAheadSeconds'>>;
}

/** For a scope inside the portal middleware, which has checked session, CSRF token and scopes before. */
export function actAsPartner(app: HttpServer, { db, loadAccountFacts }: PortalPartnerOptions): void {
  app.addHook('onRequest', async (request) => {
    const visitor = portalPrincipalOf(request);
    const { accountId } = visitor;
    const facts = await loadAccountFacts(db.forAccount(accountId), accountId);
    request.principal = { ...principalOfSession(visitor), ...facts };
  });
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith(vendorMediaType.split(';')[0] ?? ''))
      reply.header('content-type', plainJson);
  });
}

function principalOfSession({ accountId, createdBy, scopes, tokenId, expiresAt }: PortalPrincipal) {
  const idOf = (kind: typeof createdBy.kind) => (createdBy.kind === kind ? createdBy.id : null);
  return {
    // A person who signed in by e-mail has no access token.
    tokenId: tokenId ?? '',
    accountId,
    scopes,
    validUntilMs: expiresAt.getTime(),
    // The session of a person names no client: the person is the actor.
    clientId: idOf('client') ?? '',
    userId: idOf('user'),
    portalMemberId: idOf('portal_member'),
  };
}
