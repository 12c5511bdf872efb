// Lets every process forget whom tokens belong to, without waiting for their word.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { everything, revokedChannel } from '../token-cache.ts';

export async function tellRevoked(db: SystemDatabase, count: number): Promise<void> {
  if (count === 0) return;
  await sql`select pg_notify(${revokedChannel}, ${`${randomUUID()} ${everything}`})`.execute(db);
}
