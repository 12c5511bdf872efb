// Administration of API clients: operators manage those of all organizations, partners those of their own.
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';
import type { ApiClient } from './client-store.ts';

/** The system database (operators) or the identity database (portal). */
export type ClientsDatabase = Kysely<DB>;

export interface NewClient extends ApiClient {
  readonly createdAt: Date;
}

export async function insertClient(db: ClientsDatabase, client: NewClient): Promise<void> {
  await db
    .insertInto('api_client')
    .values({
      id: client.id,
      account_id: client.accountId,
      client_id: client.clientId,
      name: client.name,
      scopes: [...client.scopes],
      grants: [...client.grants],
      redirect_uris: [...client.redirectUris],
      created_at: client.createdAt,
    })
    .execute();
}

/**
 * Number of clients of the organization. An advisory lock keeps it exact until the transaction ends: concurrent
 * creators wait. Undefined if the organization does not exist.
 */
export async function countClientsLocked(
  trx: ClientsDatabase,
  accountId: string,
): Promise<number | undefined> {
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

export async function insertSecret(db: ClientsDatabase, secret: NewSecret): Promise<void> {
  await db
    .insertInto('client_secret')
    .values({
      id: secret.id,
      api_client_id: secret.apiClientId,
      account_id: secret.accountId,
      secret_hash: secret.secretHash,
      created_at: secret.createdAt,
    })
    .execute();
}

/** Deletes secrets that already have an expiry, and lets the remaining ones expire at `expiresAt`. */
export async function expireSecrets(
  db: ClientsDatabase,
  apiClientId: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await deleteExpiringSecrets(db, apiClientId);
  await db
    .updateTable('client_secret')
    .set({ expires_at: expiresAt })
    .where('api_client_id', '=', apiClientId)
    .where('created_at', '<=', now)
    .execute();
}

/** Deletes secrets that have an expiry, at once. Returns their number. */
export async function deleteExpiringSecrets(db: ClientsDatabase, apiClientId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('client_secret')
    .where('api_client_id', '=', apiClientId)
    .where('expires_at', 'is not', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export interface StoredClient extends ApiClient {
  readonly accountName: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  /** Minute precision. */
  readonly lastUsedAt: Date | null;
  readonly lastTokenAt: Date | null;
  readonly liveSecrets: number;
  /** Expiry of the previous secret after a rotation; null if only one secret is valid. */
  readonly oldSecretUntil: Date | null;
}

export interface ClientFilter {
  readonly accountId?: string | undefined;
  readonly id?: string | undefined;
  readonly now: Date;
}

export async function listClients(
  db: ClientsDatabase,
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
      c.last_used_at as "lastUsedAt", a.name as "accountName",
      (select max(t.created_at) from access_token t where t.api_client_id = c.id) as "lastTokenAt",
      s.live as "liveSecrets", s.until as "oldSecretUntil"
    from api_client c join account a on a.id = c.account_id
    cross join lateral (
      select count(*)::int as live, max(expires_at) as until from client_secret s
      where s.api_client_id = c.id and (s.expires_at is null or s.expires_at > ${now})) s
    ${where} order by a.name, c.created_at, c.id`.execute(db);
  return rows;
}

export type ClientRow = Pick<ApiClient, 'id' | 'accountId' | 'clientId' | 'scopes'> & {
  readonly isDisabled: boolean;
};

/** Looks up by id or by `client_id`, and locks the row. */
export async function findClientForUpdate(
  trx: ClientsDatabase,
  which: { readonly id: string } | { readonly clientId: string },
): Promise<ClientRow | undefined> {
  const condition = 'id' in which ? sql`id = ${which.id}` : sql`client_id = ${which.clientId}`;
  const { rows } = await sql<ClientRow>`
    select id, account_id as "accountId", client_id as "clientId", scopes, disabled_at is not null as "isDisabled"
    from api_client where ${condition} for update`.execute(trx);
  return rows[0];
}

/** Scopes that tokens of the client may have. Undefined if the client is unknown or disabled. */
export async function scopesOfClient(
  db: ClientsDatabase,
  clientId: string,
): Promise<ApiClient['scopes'] | undefined> {
  const row = await db
    .selectFrom('api_client')
    .select('scopes')
    .where('client_id', '=', clientId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.scopes as ApiClient['scopes'] | undefined;
}

export async function setClientDisabled(
  trx: ClientsDatabase,
  id: string,
  disabledAt: Date | null,
): Promise<void> {
  await trx.updateTable('api_client').set({ disabled_at: disabledAt }).where('id', '=', id).execute();
}

/** Cascades to secrets, tokens and authorization codes. */
export async function deleteClientRow(trx: ClientsDatabase, id: string): Promise<void> {
  await trx.deleteFrom('api_client').where('id', '=', id).execute();
}

/** Revokes all tokens and codes of the client. Returns the hashes of the access tokens that were not yet revoked. */
export async function revokeTokensOfClient(trx: ClientsDatabase, id: string, now: Date): Promise<Buffer[]> {
  await trx
    .updateTable('refresh_token')
    .set({ revoked_at: now })
    .where('api_client_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await trx.deleteFrom('authorization_code').where('api_client_id', '=', id).execute();
  const rows = await trx
    .updateTable('access_token')
    .set({ revoked_at: now })
    .where('api_client_id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('token_hash')
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}
