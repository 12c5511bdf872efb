// Links to the portal and the sessions that they start.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { OneTimeLinkStore } from '../sessions/one-time-link-store.ts';
import { SessionStore } from '../sessions/session-store.ts';

interface PortalAccess {
  readonly accountId: string;
  /** `client:<id>` or `user:<id>`: the actor that created the link and in whose name the session acts. */
  readonly createdBy: string;
  /** Scopes of the access token that requested the link. */
  readonly scopes: readonly Scope[];
}

interface PortalLink extends PortalAccess {
  /** Hash of the access token that requested the link. */
  readonly madeWith: Buffer;
}

interface PortalSession extends PortalAccess {
  readonly tokenId: string;
  readonly confirmedAt: Date | null;
}

const columns = sql`account_id as "accountId", created_by as "createdBy", scopes`;

/**
 * A link and its sessions are valid only while their client or user is enabled and the access token that requested the
 * link is valid: not revoked, not expired, and neither is the client secret that obtained it. Tokens of one sign-in replace
 * each other: another valid token of the same family is sufficient.
 */
const isIssuerActive = (now: Date) => sql`exists (
    select from access_token t where t.token_hash = made_with and (${isValid('t', now)} or exists (
      select from access_token f where f.family_id = t.family_id and ${isValid('f', now)})))
  and case when starts_with(created_by, 'client:')
  then exists (select from api_client c where c.client_id = substr(created_by, 8) and c.disabled_at is null)
  else exists (select from app_user u where u.id = substr(created_by, 6)::uuid and u.disabled_at is null) end`;

function isValid(alias: string, now: Date) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(${column('revoked_at')} is null and (${column('expires_at')} is null or ${column('expires_at')} > ${now})
    and is_valid_secret(${column('client_secret_id')}, ${now}))`;
}

export const portalLinks = new OneTimeLinkStore<'identity', 'portal_link', PortalLink>({
  table: 'portal_link',
  tokenPrefix: (environment) => `wb_${environment}_portal`,
  columns: sql`${columns}, made_with as "madeWith"`,
  isIssuerActive,
});

export const portalSessions = new SessionStore<'identity', 'portal_session', PortalSession>({
  table: 'portal_session',
  tokenPrefix: (environment) => `wb_${environment}_visit`,
  lifetimeSeconds: 8 * 60 * 60,
  columns: sql`${columns}, confirmed_at as "confirmedAt",
    (select t.id from access_token t where t.token_hash = made_with) as "tokenId"`,
  isOwnerActive: isIssuerActive,
});

/** Records a step-up of the session. */
export async function setConfirmed(db: IdentityDatabase, sessionId: string, now: Date): Promise<void> {
  await sql`update portal_session set confirmed_at = ${now}
    where session_hash = ${Buffer.from(sessionId, 'hex')}`.execute(db);
}
