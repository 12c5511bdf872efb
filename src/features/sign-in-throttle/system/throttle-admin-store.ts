// Delays of sign-in attempts as operators see and lift them, and the deletion of old counters.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';

/** The end of the longest current delay of any client of the account; null if no client has to wait. */
export async function findBlockedUntil(db: SystemDatabase, target: Buffer): Promise<Date | null> {
  const { rows } = await sql<{ blockedUntil: Date | null }>`
    select max(blocked_until) as "blockedUntil" from sign_in_throttle
    where target = ${target} and blocked_until > clock_timestamp()`.execute(db);
  return rows[0]?.blockedUntil ?? null;
}

/** Forgets the failed attempts of all clients at this secret of an account. Returns whether there were any. */
export async function forgetAttempts(db: SystemDatabase, target: Buffer): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from sign_in_throttle where target = ${target}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/** A counter is deleted two days after its last failure, even if it has not forgotten all of them. */
export async function deleteOldCounters(db: SystemDatabase, knownNetworkDays: number): Promise<void> {
  await sql`delete from sign_in_throttle where last_failed_at < clock_timestamp() - interval '2 days'`.execute(
    db,
  );
  await sql`
    delete from known_network
    where last_signed_in_at < clock_timestamp() - make_interval(days => ${knownNetworkDays})`.execute(db);
}
