// Writes the request log in batches, resolves the owners of refused tokens, and drops expired partitions.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { RequestLogRecord, RequestOwner } from '../request-record.ts';

export async function insertRequestLogs(
  db: SystemDatabase,
  records: readonly RequestLogRecord[],
): Promise<void> {
  await sql`
    insert into request_log (id, account_id, client_id, user_id, request_id, method, route, path, status, duration_ms, scopes,
      ip_prefix, headers, error_code, error_param, replayed, booking_id, request_body, request_bytes, request_is_cut,
      response_body, response_bytes, response_is_cut)
    select * from json_to_recordset(${JSON.stringify(records)}::json) as r (id uuid, account_id uuid, client_id text,
      user_id uuid, request_id text, method text, route text, path text, status integer, duration_ms real, scopes text[],
      ip_prefix text, headers json, error_code text, error_param text, replayed boolean, booking_id uuid, request_body text,
      request_bytes integer, request_is_cut boolean, response_body text, response_bytes integer, response_is_cut boolean)
  `.execute(db);
}

/** Keyed by the hex hash of the token. Revoked tokens are kept for 24 hours, so their owner is known that long. */
export async function findTokenOwners(
  db: SystemDatabase,
  tokenHashes: readonly Buffer[],
): Promise<ReadonlyMap<string, RequestOwner>> {
  if (tokenHashes.length === 0) return new Map();
  const { rows } = await sql<RequestOwner & { hash: string }>`
    select encode(t.token_hash, 'hex') as hash, t.account_id, c.client_id, t.user_id, t.scopes
    from access_token t join api_client c on c.id = t.api_client_id
    where t.token_hash = any(${[...tokenHashes]}::bytea[])`.execute(db);
  return new Map(rows.map(({ hash, ...owner }) => [hash, owner]));
}

/** Times of last use in milliseconds, by `client_id`. */
export async function updateClientsLastUsed(
  db: SystemDatabase,
  used: ReadonlyMap<string, number>,
): Promise<void> {
  if (used.size === 0) return;
  const uses = [...used].map(([client_id, atMs]) => ({ client_id, at: new Date(atMs) }));
  await sql`
    update api_client c set last_used_at = u.at
    from json_to_recordset(${JSON.stringify(uses)}::json) as u (client_id text, at timestamptz)
    where c.client_id = u.client_id and (c.last_used_at is null or c.last_used_at < u.at)`.execute(db);
}

export async function dropExpiredRequestLogs(db: SystemDatabase, now: Date, keptDays: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Dropping a partition needs an exclusive lock. Time out instead of blocking all readers; the next run tries again.
    await sql`set local lock_timeout = '2s'`.execute(trx);
    await sql`select keep_request_log(${now}, ${keptDays})`.execute(trx);
  });
}
