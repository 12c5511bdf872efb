// Counters of attempts at a secret, shared by all processes, in fixed windows on the database clock.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface AttemptCount {
  readonly attempts: number;
  readonly resetsInSeconds: number;
}

export async function countAttempt(
  db: IdentityDatabase,
  key: string,
  windowSeconds: number,
): Promise<AttemptCount> {
  const { rows } = await sql<AttemptCount>`
    insert into attempt_throttle as t (key, window_started_at, attempts) values (${key}, clock_timestamp(), 1)
    on conflict (key) do update set
      attempts = case when t.window_started_at + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then 1 else t.attempts + 1 end,
      window_started_at = case when t.window_started_at + make_interval(secs => ${windowSeconds}) <= clock_timestamp()
        then clock_timestamp() else t.window_started_at end
    returning attempts, ceil(extract(epoch from
      t.window_started_at + make_interval(secs => ${windowSeconds}) - clock_timestamp()))::int as "resetsInSeconds"
  `.execute(db);
  const [count] = rows;
  if (!count) throw new Error('upsert into attempt_throttle returned no row');
  return count;
}

export async function readAttempts(
  db: IdentityDatabase,
  key: string,
  windowSeconds: number,
): Promise<AttemptCount> {
  const { rows } = await sql<AttemptCount>`
    select attempts, ceil(extract(epoch from
      window_started_at + make_interval(secs => ${windowSeconds}) - clock_timestamp()))::int as "resetsInSeconds"
    from attempt_throttle
    where key = ${key} and window_started_at + make_interval(secs => ${windowSeconds}) > clock_timestamp()
  `.execute(db);
  return rows[0] ?? { attempts: 0, resetsInSeconds: 0 };
}

export async function uncountAttempt(db: IdentityDatabase, key: string): Promise<void> {
  await sql`
    update attempt_throttle set attempts = attempts - 1 where key = ${key} and attempts > 0`.execute(db);
}
