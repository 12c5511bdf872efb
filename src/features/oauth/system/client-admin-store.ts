// OAuth clients as those who run Waybill see them.
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { ApiClient } from '../client-store.ts';

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

export async function findClientForUpdate(
  trx: SystemDatabase,
  clientId: string,
): Promise<{ id: string; accountId: string } | undefined> {
  return trx
    .selectFrom('api_client')
    .select(['id', 'account_id as accountId'])
    .where('client_id', '=', clientId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}
