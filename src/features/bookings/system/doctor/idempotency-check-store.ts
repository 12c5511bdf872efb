// Stored responses of `POST /bookings` with an idempotency key, read page by page for the doctor.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../../db/system-database.ts';

export interface StoredResponse {
  readonly accountId: string;
  readonly route: string;
  readonly key: string;
  readonly encryptedResponse: Buffer;
}

const pageSize = 500;
const route = 'POST /bookings';
const start = { accountId: '00000000-0000-0000-0000-000000000000', key: '' };

export async function* idempotencyRecordPages(db: SystemDatabase): AsyncGenerator<StoredResponse[]> {
  for (let last: Pick<StoredResponse, 'accountId' | 'key'> | undefined = start; last; ) {
    const { rows }: { rows: StoredResponse[] } = await sql<StoredResponse>`
      select account_id as "accountId", route, key, sealed_answer as "encryptedResponse" from idempotency_record
      where route = ${route} and (account_id, key) > (${last.accountId}::uuid, ${last.key})
      order by account_id, key limit ${pageSize}`.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
  }
}

/** Account ids by booking id, for the bookings that exist. */
export async function accountsOfBookings(
  db: SystemDatabase,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from booking where id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}
