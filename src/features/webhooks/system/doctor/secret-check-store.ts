// Store of the secret check: reads the signing secrets of all endpoints.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../../db/system-database.ts';

export interface SecretRow {
  readonly id: string;
  readonly accountId: string;
  readonly sealed: Buffer;
}

export async function loadSecrets(db: SystemDatabase): Promise<SecretRow[]> {
  const { rows } = await sql<SecretRow>`
    select id, account_id as "accountId", sealed from webhook_secret order by id`.execute(db);
  return rows;
}

export interface EndpointSecrets {
  readonly id: string;
  readonly accountId: string;
  /** Number of secrets without an expiry. */
  readonly lasting: number;
}

export async function countLastingSecrets(db: SystemDatabase): Promise<EndpointSecrets[]> {
  const { rows } = await sql<EndpointSecrets>`
    select w.id, w.account_id as "accountId", count(s.id) filter (where s.expires_at is null)::int as lasting
    from webhook_endpoint w left join webhook_secret s on s.endpoint_id = w.id group by w.id`.execute(db);
  return rows;
}
