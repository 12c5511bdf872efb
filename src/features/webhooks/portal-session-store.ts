// Links to the portal and the sessions that they start.
import { type RawBuilder, sql } from 'kysely';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import type { PortalMemberFacts } from '../../http/surfaces/portal-principal.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { isValidToken, tokensWithSecret, tokenValidityAt } from '../accounts/valid-token-store.ts';
import { OneTimeLinkStore } from '../sessions/one-time-link-store.ts';
import { SessionStore } from '../sessions/session-store.ts';

interface PortalAccess {
  readonly accountId: string;
  /** `client:<id>`, `user:<id>` or `portal_member:<id>`: the actor in whose name the session acts. */
  readonly createdBy: string;
  /** Scopes of the access token that requested the link, or of the member. */
  readonly scopes: readonly Scope[];
}

interface PortalLink extends PortalAccess {
  /** Hash of the access token that requested the link; null: a link of a member. */
  readonly madeWith: Buffer | null;
  readonly memberId: string | null;
}

interface PortalSession extends PortalAccess {
  readonly sessionId: string;
  /** null: a session of a member. */
  readonly tokenId: string | null;
  readonly member: PortalMemberFacts | null;
  readonly confirmedAt: Date | null;
}

const columns = sql`account_id as "accountId", created_by as "createdBy", scopes`;

/**
 * Those of a member are valid until the member is removed.
 *
 * Another link and its sessions are valid only while their client or user is enabled and the access token that requested the
 * link is valid. Tokens of one sign-in replace each other: another valid token of the same family is sufficient.
 */
function isIssuerActive(now: Date, idleDays: number | null): RawBuilder<unknown> {
  const isValid = isValidToken(tokenValidityAt(now, idleDays));
  return sql`case when member_id is not null
  then exists (select from portal_member m where m.id = member_id and m.removed_at is null)
  else (exists (select from ${tokensWithSecret} where t.token_hash = made_with and ${isValid})
    or exists (
      select from ${tokensWithSecret} where ${isValid}
        and t.family_id = (select m.family_id from access_token m where m.token_hash = made_with)))
  and case when starts_with(created_by, 'client:')
  then exists (select from api_client c where c.client_id = substr(created_by, 8) and c.disabled_at is null)
  else exists (select from app_user u where u.id = substr(created_by, 6)::uuid and u.disabled_at is null) end end`;
}

export interface PortalStores {
  readonly links: OneTimeLinkStore<'identity', 'portal_link', PortalLink>;
  readonly sessions: SessionStore<'identity', 'portal_session', PortalSession>;
}

const sessionTokenPrefix = (environment: EnvironmentName) => `wb_${environment}_visit`;

export const portalSessionSeconds = 8 * 60 * 60;

/** `idleDays`: days without use after which access tokens expire; null: they do not expire. */
export function createPortalStores(idleDays: number | null): PortalStores {
  const isActive = (now: Date) => isIssuerActive(now, idleDays);
  return {
    links: new OneTimeLinkStore({
      table: 'portal_link',
      tokenPrefix: (environment) => `wb_${environment}_portal`,
      columns: sql`${columns}, made_with as "madeWith", member_id as "memberId"`,
      isIssuerActive: isActive,
    }),
    sessions: new SessionStore({
      table: 'portal_session',
      tokenPrefix: sessionTokenPrefix,
      lifetimeSeconds: portalSessionSeconds,
      columns: sql`${columns}, id as "sessionId", confirmed_at as "confirmedAt",
        (select json_build_object('id', m.id, 'name', m.name, 'email', m.email, 'role', m.role)
          from portal_member m where m.id = member_id) as member,
        (select t.id from access_token t where t.token_hash = made_with) as "tokenId"`,
      isOwnerActive: isActive,
    }),
  };
}

/** Of a person who signs in by e-mail. */
export async function recordMemberSignIn(trx: IdentityDatabase, memberId: string, now: Date): Promise<void> {
  await sql`update portal_member set last_signed_in_at = ${now} where id = ${memberId}`.execute(trx);
}

/**
 * Records a step-up of the session, and replaces the token, so that a copied cookie does not gain what the step-up
 * permits. Returns the new token; undefined if the session has ended.
 */
export async function confirmPortalSession(
  trx: IdentityDatabase,
  sessionHash: string,
  { environment, now }: { readonly environment: EnvironmentName; readonly now: Date },
): Promise<string | undefined> {
  const token = mintToken(sessionTokenPrefix(environment));
  const { rows } = await sql`
    update portal_session set session_hash = ${hashToken(token)}, confirmed_at = ${now}
    where session_hash = ${Buffer.from(sessionHash, 'hex')} returning 1`.execute(trx);
  return rows.length > 0 ? token : undefined;
}
