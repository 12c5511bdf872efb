// Counters of attempts at a secret, and the networks from which accounts sign in. Shared by all processes, on the database
// clock.
import { sql } from 'kysely';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { BackOff } from './throttle-policy.ts';

export interface Counter {
  readonly target: Buffer;
  readonly source: Buffer;
  readonly backOff: BackOff;
}

export interface CountedAttempt {
  /** 0 if the attempt is admitted and counted. */
  readonly waitSeconds: number;
  /** Failures per counter after this attempt; null if the attempt is refused. */
  readonly counts: readonly number[] | null;
}

/** Counts the attempt in all counters, or in none if one of them is blocked. */
export async function countAttempt(
  db: IdentityDatabase,
  counters: readonly Counter[],
): Promise<CountedAttempt> {
  const backOffs = counters.map(({ backOff }) => backOff);
  const { rows } = await sql<CountedAttempt>`
    select wait_seconds as "waitSeconds", counts from count_sign_in_attempt(
      ${counters.map(({ target }) => target)}::bytea[], ${counters.map(({ source }) => source)}::bytea[],
      ${backOffs.map(({ free }) => free)}::int[], ${backOffs.map(({ firstSeconds }) => firstSeconds)}::int[],
      ${backOffs.map(({ maxSeconds }) => maxSeconds)}::int[],
      ${backOffs.map(({ forgetSeconds }) => forgetSeconds)}::int[])`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('count_sign_in_attempt returned no row');
  return counted;
}

/**
 * Takes an attempt back that succeeded. The delay that it caused ends, unless another attempt was counted since: then the
 * delay belongs to that attempt.
 */
export async function uncountAttempt(
  db: IdentityDatabase,
  counters: readonly Counter[],
  counts: readonly number[],
): Promise<void> {
  await sql`
    update sign_in_throttle t set failures = greatest(0, t.failures - 1),
      blocked_until = case when t.failures = c.count then '-infinity'::timestamptz else t.blocked_until end
    from unnest(${counters.map(({ target }) => target)}::bytea[],
      ${counters.map(({ source }) => source)}::bytea[], ${counts}::int[]) as c (target, source, count)
    where t.target = c.target and t.source = c.source`.execute(db);
}

/** 0 if the next attempt is admitted. */
export async function readWaitSeconds(
  db: IdentityDatabase,
  { target, source }: Pick<Counter, 'target' | 'source'>,
): Promise<number> {
  const { rows } = await sql<{ waitSeconds: number }>`
    select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as "waitSeconds"
    from sign_in_throttle
    where target = ${target} and source = ${source} and blocked_until > clock_timestamp()`.execute(db);
  return rows[0]?.waitSeconds ?? 0;
}

export async function isKnownNetwork(
  db: IdentityDatabase,
  account: Buffer,
  network: Buffer,
  days: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from known_network where account = ${account} and network = ${network}
      and last_signed_in_at > clock_timestamp() - make_interval(days => ${days})`.execute(db);
  return rows.length > 0;
}

/** Written at most once per hour and network: scripts may sign in for every call. */
const isWrittenAgain = sql`last_signed_in_at < clock_timestamp() - interval '1 hour'`;

/** Renews the time of a known network. Returns false if the network is not known, and then writes nothing. */
export async function renewKnownNetwork(
  db: IdentityDatabase,
  account: Buffer,
  network: Buffer,
  days: number,
): Promise<boolean> {
  const { rows } = await sql`
    with known as (
      select account, network, last_signed_in_at from known_network
      where account = ${account} and network = ${network}
        and last_signed_in_at > clock_timestamp() - make_interval(days => ${days})
    ), renewed as (
      update known_network k set last_signed_in_at = clock_timestamp() from known
      where k.account = known.account and k.network = known.network and known.${isWrittenAgain}
    )
    select from known`.execute(db);
  return rows.length > 0;
}

export async function saveKnownNetwork(
  db: IdentityDatabase,
  account: Buffer,
  network: Buffer,
): Promise<void> {
  await sql`
    insert into known_network as k (account, network, last_signed_in_at)
    values (${account}, ${network}, clock_timestamp())
    on conflict (account, network) do update set last_signed_in_at = excluded.last_signed_in_at
      where k.${isWrittenAgain}`.execute(db);
}
