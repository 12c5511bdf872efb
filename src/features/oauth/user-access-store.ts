// What a user has granted to applications, and where the user is signed in. Read and ended by the user (identity
// database) and by operators (system database).
import { type RawBuilder, sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { uuidTime } from '../../lib/ids.ts';
import {
  isExchangeable,
  isValidToken,
  type TokenValidity,
  tokensWithSecret,
} from '../accounts/valid-token-store.ts';
import { deleteCodesWhere, lockFamilies, revokeTokensWhere } from './token-revocation-store.ts';

/** Access of one application to the account of the user: all of its live tokens. */
export interface UserGrant {
  /** Id of the API client. */
  readonly id: string;
  /** OAuth client id. */
  readonly clientId: string;
  readonly clientName: string;
  /** The organization that the client belongs to. */
  readonly organizationName: string;
  readonly scopes: readonly Scope[];
  readonly grantedAt: Date;
  /** Last use of an access token, also of one that a refresh has replaced lately; null: no use recorded. */
  readonly lastUsedAt: Date | null;
}

/** Most recently granted first. */
export async function listUserGrants(
  db: AnyDatabase,
  userId: string,
  validity: TokenValidity,
): Promise<UserGrant[]> {
  const { rows } = await sql<Omit<UserGrant, 'grantedAt'> & { firstFamilyId: string }>`
    select c.id, c.client_id as "clientId", c.name as "clientName", o.name as "organizationName",
      array_agg(distinct scope order by scope) as scopes,
      min(t.family_id::text) as "firstFamilyId",
      (select max(a.last_used_at) from access_token a where a.family_id = any (array_agg(t.family_id))) as "lastUsedAt"
    from (
      select t.api_client_id, t.family_id, t.scopes from ${tokensWithSecret}
      where t.user_id = ${userId} and ${isValidToken(validity)}
      union all
      select t.api_client_id, t.family_id, t.scopes
      from refresh_token t left join client_secret s on s.id = t.client_secret_id
      where t.user_id = ${userId} and ${isExchangeable(validity.now)}) t
    cross join lateral unnest(t.scopes) scope
    join api_client c on c.id = t.api_client_id join account o on o.id = c.account_id
    group by c.id, o.id order by max(t.family_id::text) desc`.execute(db);
  // The id of a token family is a UUIDv7, made when the user granted access.
  return rows.map(({ firstFamilyId, ...grant }) => ({ ...grant, grantedAt: uuidTime(firstFamilyId) }));
}

export interface GrantSelector {
  readonly userId: string;
  /** Undefined: of all applications. */
  readonly apiClientId?: string | undefined;
}

/**
 * Revokes all codes and tokens. Needs the lock of `findUserForUpdate`. Returns the hashes of the access tokens that were
 * not yet revoked, and whether there was anything to revoke.
 */
export async function revokeTokensOfUser(
  trx: AnyDatabase,
  { userId, apiClientId }: GrantSelector,
  now: Date,
): Promise<{ readonly hashes: Buffer[]; readonly hadAccess: boolean }> {
  const isSelected: RawBuilder<unknown> =
    apiClientId === undefined
      ? sql`user_id = ${userId}`
      : sql`user_id = ${userId} and api_client_id = ${apiClientId}`;
  await deleteCodesWhere(trx, isSelected);
  const families = await sql<{ id: string }>`
    select family_id as id from access_token where ${isSelected} and revoked_at is null and family_id is not null
    union select family_id from refresh_token where ${isSelected} and revoked_at is null`.execute(trx);
  await lockFamilies(
    trx,
    families.rows.map(({ id }) => id),
  );
  const hashes = await revokeTokensWhere(trx, isSelected, now);
  return { hashes, hadAccess: families.rows.length > 0 };
}

/** Address and browser help users to tell their sessions apart. */
export interface UserSession {
  readonly id: string;
  /** `SessionStore` identifies sessions by this id. */
  readonly sessionHash: string;
  readonly address: string | null;
  /** Short name, such as "Firefox on Windows". */
  readonly browser: string | null;
  readonly createdAt: Date;
}

/** Newest first. */
export async function listUserSessions(db: AnyDatabase, userId: string, now: Date): Promise<UserSession[]> {
  const { rows } = await sql<UserSession>`
    select id, encode(session_hash, 'hex') as "sessionHash", address, browser, created_at as "createdAt"
    from sign_in_session where user_id = ${userId} and expires_at > ${now}
    order by created_at desc, id`.execute(db);
  return rows;
}

export interface SessionSelector {
  readonly userId: string;
  /** Only this session. */
  readonly id?: string | undefined;
  /** All except this session (`UserSession.sessionHash`). */
  readonly keptSessionHash?: string | undefined;
}

/** Ends sessions of the user. Returns their number. */
export async function endUserSessions(
  trx: AnyDatabase,
  { userId, id, keptSessionHash }: SessionSelector,
): Promise<number> {
  const conditions = [
    sql`user_id = ${userId}`,
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(keptSessionHash === undefined ? [] : [sql`session_hash <> ${Buffer.from(keptSessionHash, 'hex')}`]),
  ];
  const { numAffectedRows } = await sql`
    delete from sign_in_session where ${sql.join(conditions, sql` and `)}`.execute(trx);
  return Number(numAffectedRows);
}
