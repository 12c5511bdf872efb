// OAuth clients and their secrets.

import type { IdentityDatabase, SystemDatabase } from '../../db/system-database.ts';
import type { Scope } from '../../domain/scopes.ts';
import type { GrantType } from './grant-type.ts';

export interface ApiClient {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly grants: readonly GrantType[];
  readonly redirectUris: readonly string[];
}

const columns = [
  'id',
  'account_id as accountId',
  'client_id as clientId',
  'name',
  'scopes',
  'grants',
  'redirect_uris as redirectUris',
] as const;

export async function findClient(db: IdentityDatabase, clientId: string): Promise<ApiClient | undefined> {
  const row = await db
    .selectFrom('api_client')
    .select(columns)
    .where('client_id', '=', clientId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row as ApiClient | undefined;
}

/** The hashes of the client's live secrets: one, or two while it is being rotated. */
export async function liveSecretHashes(
  db: IdentityDatabase,
  apiClientId: string,
  now: Date,
): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('client_secret')
    .select('secret_hash')
    .where('api_client_id', '=', apiClientId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .execute();
  return rows.map(({ secret_hash }) => secret_hash);
}

export interface NewClient extends ApiClient {
  readonly createdAt: Date;
}

export async function insertClient(db: SystemDatabase, client: NewClient): Promise<void> {
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

export interface NewSecret {
  readonly id: string;
  readonly apiClientId: string;
  readonly accountId: string;
  readonly secretHash: Buffer;
  readonly createdAt: Date;
}

export async function insertSecret(db: SystemDatabase, secret: NewSecret): Promise<void> {
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

/** Lets every secret that has no end yet work until `expiresAt`, and drops those that are over. */
export async function expireSecrets(
  db: SystemDatabase,
  apiClientId: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .deleteFrom('client_secret')
    .where('api_client_id', '=', apiClientId)
    .where('expires_at', 'is not', null)
    .execute();
  await db
    .updateTable('client_secret')
    .set({ expires_at: expiresAt })
    .where('api_client_id', '=', apiClientId)
    .where('created_at', '<=', now)
    .execute();
}

export interface ListedClient extends ApiClient {
  readonly accountName: string;
  readonly createdAt: Date;
  readonly liveSecrets: number;
  readonly lastTokenAt: Date | null;
}

export async function listClients(
  db: SystemDatabase,
  now: Date,
  accountId?: string,
): Promise<ListedClient[]> {
  let query = db
    .selectFrom('api_client as c')
    .innerJoin('account as a', 'a.id', 'c.account_id')
    .select((from) => [
      'c.id',
      'c.account_id as accountId',
      'c.client_id as clientId',
      'c.name',
      'c.scopes',
      'c.grants',
      'c.redirect_uris as redirectUris',
      'c.created_at as createdAt',
      'a.name as accountName',
      from
        .selectFrom('client_secret as s')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('s.api_client_id', '=', 'c.id')
        .where((where) => where.or([where('s.expires_at', 'is', null), where('s.expires_at', '>', now)]))
        .as('liveSecrets'),
      from
        .selectFrom('access_token as t')
        .select(({ fn }) => fn.max('t.created_at').as('at'))
        .whereRef('t.api_client_id', '=', 'c.id')
        .as('lastTokenAt'),
    ])
    .where('c.disabled_at', 'is', null)
    .orderBy('a.name')
    .orderBy('c.created_at');
  if (accountId) query = query.where('c.account_id', '=', accountId);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, liveSecrets: Number(row.liveSecrets) })) as ListedClient[];
}
