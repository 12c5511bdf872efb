// Leases of the rate limit, granted by a function in migrations/0003_rate_limit.sql.
import { sql } from 'kysely';
import type { RateLimitConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';

export interface Lease {
  readonly granted: number;
  /** Requests left in the window after this lease. */
  readonly remaining: number;
  readonly resetsAt: Date;
  readonly resetsInMillis: number;
  readonly blocked: boolean;
}

export async function takeLease(
  db: Database,
  accountId: string,
  refusedSinceLast: number,
  { requests, windowSeconds, blockWindows }: RateLimitConfig,
): Promise<Lease> {
  const { rows } = await sql<Lease>`
    select granted, remaining, resets_at as "resetsAt", resets_in_ms as "resetsInMillis", blocked
    from take_rate_limit_lease(${accountId}, ${refusedSinceLast}, ${requests}, ${windowSeconds}, ${blockWindows})
  `.execute(db.forAccount(accountId));
  const [lease] = rows;
  if (!lease) throw new Error('take_rate_limit_lease returned no row');
  return lease;
}
