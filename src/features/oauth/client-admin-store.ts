// Administration of API clients: operators manage those of all organizations, partners those of their own.
import { sql } from 'kysely';
import type { AnyDatabase } from '../../db/branded-database.ts';
import { isValidSecret } from '../accounts/valid-token-store.ts';
import type { ApiClient } from './client-store.ts';
import { deleteCodesWhere, revokeTokensWhere } from './token-revocation-store.ts';

/** The portal session that created a client. */
export interface ClientOrigin {
  /** null: a session of a member. */
  readonly clientId: string | null;
  /** Id of the access token that opened the session; null: a session of a member. */
  readonly tokenId: string | null;
  /** The person who created the client; null: a session of an access token. */
  readonly memberId: string | null;
  readonly sessionHash: string;
}

export interface NewClient extends ApiClient {
  readonly createdAt: Date;
  /** null: created by an operator or a command. */
  readonly origin: ClientOrigin | null;
}

export async function insertClient(db: AnyDatabase, client: NewClient): Promise<void> {
  await sql`
    insert into api_client (id, account_id, client_id, name, scopes, grants, redirect_uris, created_at, origin_client_id,
      origin_token_id, origin_member_id, origin_session)
    values (${client.id}, ${client.accountId}, ${client.clientId}, ${client.name}, ${[...client.scopes]},
      ${[...client.grants]}, ${[...client.redirectUris]}, ${client.createdAt}, ${client.origin?.clientId ?? null},
      ${client.origin?.tokenId ?? null}, ${client.origin?.memberId ?? null}, ${client.origin && Buffer.from(client.origin.sessionHash, 'hex')})`.execute(
    db,
  );
}

/**
 * Number of clients of the organization. An advisory lock keeps it exact until the transaction ends: concurrent
 * creators wait. Undefined if the organization does not exist.
 */
export async function countClientsLocked(trx: AnyDatabase, accountId: string): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}, ${clientsLockSeed}))`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from api_client c where c.account_id = a.id) as count
    from account a where a.id = ${accountId} and a.kind = 'organization'`.execute(trx);
  return rows[0]?.count;
}

/** Lock namespace ("cli"): separates this advisory lock from others derived from ids. */
const clientsLockSeed = 0x636c69;

export interface NewSecret {
  readonly id: string;
  readonly apiClientId: string;
  readonly accountId: string;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
}

export async function insertSecret(db: AnyDatabase, secret: NewSecret): Promise<void> {
  await sql`
    insert into client_secret (id, api_client_id, account_id, secret_hash, created_at)
    values (${secret.id}, ${secret.apiClientId}, ${secret.accountId}, ${secret.secretHash},
      ${secret.createdAt})`.execute(db);
}

/** Lets the valid secrets expire at this time. Their tokens end with them. */
export async function expireSecrets(db: AnyDatabase, apiClientId: string, expiresAt: Date): Promise<void> {
  await sql`
    update client_secret set expires_at = ${expiresAt}
    where api_client_id = ${apiClientId} and revoked_at is null and expires_at is null`.execute(db);
}

/**
 * Revokes secrets of the client and the tokens that they obtained: all, or those of earlier rotations. `revoked_at` and not
 * `expires_at`, which a process with a slow clock would still accept. Returns whether there were any.
 */
export async function revokeSecrets(
  trx: AnyDatabase,
  apiClientId: string,
  which: 'all' | 'expiring',
  now: Date,
): Promise<boolean> {
  const isMeant = which === 'all' ? sql`true` : sql`expires_at is not null`;
  const { rows } = await sql<{ id: string }>`
    update client_secret set revoked_at = ${now}
    where api_client_id = ${apiClientId} and revoked_at is null and ${isMeant} returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await revokeTokensWhere(trx, sql`client_secret_id = any (${ids}::uuid[])`, now);
  return ids.length > 0;
}

export interface StoredClient extends ApiClient {
  readonly accountName: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  /** Minute precision. */
  readonly lastUsedAt: Date | null;
  readonly liveSecrets: number;
  /** Expiry of the previous secret after a rotation; null if only one secret is valid. */
  readonly oldSecretUntil: Date | null;
  /** The client whose portal session created this one, and the token that opened the session. */
  readonly originClientId: string | null;
  readonly originTokenId: string | null;
  /** Name of the person whose portal session created the client. */
  readonly originMember: string | null;
}

/** A client by its id or by its `client_id`. */
export type ClientSelector = { readonly id: string } | { readonly clientId: string };

export interface ClientFilter {
  readonly accountId?: string | undefined;
  readonly id?: string | undefined;
  readonly now: Date;
}

export async function listClients(
  db: AnyDatabase,
  { accountId, id, now }: ClientFilter,
): Promise<StoredClient[]> {
  const conditions = [
    ...(accountId === undefined ? [] : [sql`c.account_id = ${accountId}`]),
    ...(id === undefined ? [] : [sql`c.id = ${id}`]),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await sql<StoredClient>`
    select c.id, c.account_id as "accountId", c.client_id as "clientId", c.name, c.scopes, c.grants,
      c.redirect_uris as "redirectUris", c.created_at as "createdAt", c.disabled_at as "disabledAt",
      c.last_used_at as "lastUsedAt", a.name as "accountName", c.origin_client_id as "originClientId",
      c.origin_token_id as "originTokenId",
      (select m.name from portal_member m where m.id = c.origin_member_id) as "originMember",
      s.live as "liveSecrets", s.until as "oldSecretUntil"
    from api_client c join account a on a.id = c.account_id
    cross join lateral (
      select count(*)::int as live, max(expires_at) as until from client_secret s
      where s.api_client_id = c.id and ${isValidSecret(now)}) s
    ${where} order by a.name, c.created_at, c.id`.execute(db);
  return rows;
}

export type ClientRow = Pick<ApiClient, 'id' | 'accountId' | 'clientId' | 'name' | 'scopes'> & {
  readonly isDisabled: boolean;
};

/** Looks up by id or by `client_id`. */
export async function findClientRow(
  db: AnyDatabase,
  which: ClientSelector,
  { lock = false } = {},
): Promise<ClientRow | undefined> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`client_id = ${which.clientId}`;
  const { rows } = await sql<ClientRow>`
    select id, account_id as "accountId", client_id as "clientId", name, scopes, disabled_at is not null as "isDisabled"
    from api_client where ${condition} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/**
 * Clients that were created in portal sessions of this client, and in sessions of those clients in turn. With `tokenId`,
 * only those created with this access token of the client, and their successors. Oldest first, not locked.
 */
export async function listDerivedClients(
  db: AnyDatabase,
  { accountId, clientId }: Pick<ApiClient, 'accountId' | 'clientId'>,
  tokenId: string | undefined,
): Promise<Pick<ApiClient, 'id' | 'clientId'>[]> {
  const isOfToken = tokenId === undefined ? sql`true` : sql`origin_token_id = ${tokenId}`;
  const { rows } = await sql<Pick<ApiClient, 'id' | 'clientId'>>`
    with recursive derived as (
      select id, client_id, created_at from api_client
      where account_id = ${accountId} and origin_client_id = ${clientId} and client_id <> ${clientId} and ${isOfToken}
      union
      select c.id, c.client_id, c.created_at from api_client c join derived d on d.client_id = c.origin_client_id
      where c.account_id = ${accountId} and c.client_id <> ${clientId})
    select id, client_id as "clientId" from derived order by created_at, id`.execute(db);
  return rows;
}

export async function setClientDisabled(
  trx: AnyDatabase,
  id: string,
  disabledAt: Date | null,
): Promise<void> {
  await sql`update api_client set disabled_at = ${disabledAt} where id = ${id}`.execute(trx);
}

/** Cascades to secrets, tokens and authorization codes. */
export async function deleteClientRow(trx: AnyDatabase, id: string): Promise<void> {
  await sql`delete from api_client where id = ${id}`.execute(trx);
}

/** Revokes all tokens and codes of the client. */
export async function revokeTokensOfClient(trx: AnyDatabase, id: string, now: Date): Promise<void> {
  const isOfClient = sql`api_client_id = ${id}`;
  await deleteCodesWhere(trx, isOfClient);
  await revokeTokensWhere(trx, isOfClient, now);
}
