// Throttles attempts to guess secrets, per target and IP address. Attempts are counted across all processes. While the
// limit is exceeded, the right secret is refused as well.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { Problem } from '../../lib/problem.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { type AttemptCount, countAttempt, readAttempts, uncountAttempt } from './throttle-store.ts';

const windowSeconds = 60;

/** Keys contain user names, and secrets sent in the wrong field: only their hash is stored. */
const hashKey = (key: string) => sha256Hex(key);

/**
 * For passwords. Counts every attempt before it is checked, so that concurrent attempts cannot exceed the limit. A
 * successful attempt is subtracted again.
 */
export function throttleAttempts<T>(
  db: IdentityDatabase,
  name: string,
  limitPerMinute: number,
  attempt: () => Promise<T>,
): Promise<T> {
  return throttleWithinWindow(db, name, { attempts: limitPerMinute, seconds: windowSeconds }, attempt);
}

/** With a longer window, for secrets so short that a few guesses per minute would find them within weeks. */
export async function throttleWithinWindow<T>(
  db: IdentityDatabase,
  name: string,
  limit: { readonly attempts: number; readonly seconds: number },
  attempt: () => Promise<T>,
): Promise<T> {
  const key = hashKey(name);
  const count = await countAttempt(db, key, limit.seconds);
  if (count.attempts > limit.attempts) throw tooManyAttempts(count);
  const result = await attempt();
  await uncountAttempt(db, key);
  return result;
}

/**
 * For secrets of 256 random bits, which cannot be guessed. Counts failures only, so that all processes of a partner can
 * request tokens at the same time.
 */
export async function throttleFailures<T>(
  db: IdentityDatabase,
  name: string,
  limitPerMinute: number,
  attempt: () => Promise<T>,
): Promise<T> {
  const key = hashKey(name);
  const before = await readAttempts(db, key, windowSeconds);
  if (before.attempts >= limitPerMinute) throw tooManyAttempts(before);
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const after = await countAttempt(db, key, windowSeconds);
    throw after.attempts > limitPerMinute ? tooManyAttempts(after) : error;
  }
}

function tooManyAttempts({ resetsInSeconds }: AttemptCount): Problem {
  return Problem.of('rate_limit_exceeded', 'Too many failed attempts. Wait for Retry-After seconds.', {
    retryAfterSeconds: Math.max(1, resetsInSeconds),
  });
}
