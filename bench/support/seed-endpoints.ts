// Seeds webhook endpoints, one per account, directly in the tables. All of them lead to the same receivers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { encryptSecretKey, generateSecretKey } from '../../src/features/webhooks/signing-secret.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';

const batchSize = 5_000;

const insert = [
  `insert into account (id, kind, name, created_at, updated_at)
   select account, 'organization', 'One of many', now(), now() from unnest($1::uuid[]) as account`,
  `insert into webhook_endpoint (id, account_id, url, disabled, created_at, updated_at)
   select endpoint, account, url, false, now(), now() from unnest($1::uuid[], $2::uuid[], $3::text[]) as e (account, endpoint, url)`,
  `insert into webhook_secret (id, endpoint_id, account_id, sealed, created_at)
   select secret, endpoint, account, sealed, now()
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bytea[]) as e (account, endpoint, secret, sealed)`,
] as const;

/** Returns the account ids. */
export async function loadEndpoints(
  database: Client,
  dataDir: string,
  urls: readonly string[],
  count: number,
): Promise<string[]> {
  const keys = keysOf(dataDir);
  const all: string[] = [];
  while (all.length < count) {
    const numbers = Array.from({ length: Math.min(batchSize, count - all.length) }, (_, index) => index);
    const accounts = numbers.map(() => randomIds.next());
    const endpoints = numbers.map(() => randomIds.next());
    const secrets = numbers.map(() => randomIds.next());
    const sealed = secrets.map((id) => encryptSecretKey(keys, id, generateSecretKey()));
    await database.query(insert[0], [accounts]);
    await database.query(insert[1], [accounts, endpoints, numbers.map((index) => urls[index % urls.length])]);
    await database.query(insert[2], [accounts, endpoints, secrets, sealed]);
    all.push(...accounts);
  }
  await database.query('vacuum analyze');
  return all;
}

function keysOf(dataDir: string): KeyRing {
  const [id = '', secret = ''] = readFileSync(join(dataDir, 'secret-key'), 'utf8').trim().split(':');
  return new KeyRing([{ id, secret: Buffer.from(secret, 'base64') }], 'production');
}
