// A brake on guessing secrets. Every attempt is counted before it is checked, so that many at once cannot slip through;
// one that succeeds is given back.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { Problem } from '../../lib/problem.ts';
import { countAttempt, forgiveAttempt } from './throttle-store.ts';

const windowSeconds = 60;

export async function throttleAttempts<T>(
  db: IdentityDatabase,
  key: string,
  limitPerMinute: number,
  attempt: () => Promise<T>,
): Promise<T> {
  const { attempts, resetsInSeconds } = await countAttempt(db, key, windowSeconds);
  if (attempts > limitPerMinute) {
    throw Problem.of('rate_limit_exceeded', 'Too many failed attempts. Wait for Retry-After seconds.', {
      retryAfterSeconds: Math.max(1, resetsInSeconds),
    });
  }
  const result = await attempt();
  await forgiveAttempt(db, key);
  return result;
}
