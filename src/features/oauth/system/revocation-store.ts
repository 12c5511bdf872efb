// Notifies every process to clear its token cache, without waiting for confirmations.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { everything, revokedChannel } from '../token-cache.ts';

export async function notifyTokensRevoked(db: SystemDatabase): Promise<void> {
  await sql`select pg_notify(${revokedChannel}, ${`${randomUUID()} ${everything}`})`.execute(db);
}
