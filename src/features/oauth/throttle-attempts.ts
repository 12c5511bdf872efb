// Brakes on guessing secrets, by who is guessed at and from where. Failures count over all processes; while there are
// too many, the right secret is refused as well.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { Problem } from '../../lib/problem.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { type AttemptCount, countAttempt, forgiveAttempt, readAttempts } from './throttle-store.ts';

const windowSeconds = 60;

/** What was guessed at may be a person's name, or a secret in the wrong field: it is counted, not kept. */
const counted = (key: string) => sha256Hex(key);

/**
 * For passwords, which people choose: every attempt is counted before it is checked, so that many at once cannot slip
 * through; one that succeeds is given back.
 */
export function throttleAttempts<T>(
  db: IdentityDatabase,
  name: string,
  limitPerMinute: number,
  attempt: () => Promise<T>,
): Promise<T> {
  return throttleWithin(db, name, { attempts: limitPerMinute, seconds: windowSeconds }, attempt);
}

/** The same over a longer time: for secrets so short that a few guesses a minute find them in weeks. */
export async function throttleWithin<T>(
  db: IdentityDatabase,
  name: string,
  limit: { readonly attempts: number; readonly seconds: number },
  attempt: () => Promise<T>,
): Promise<T> {
  const key = counted(name);
  const count = await countAttempt(db, key, limit.seconds);
  if (count.attempts > limit.attempts) throw tooMany(count);
  const result = await attempt();
  await forgiveAttempt(db, key);
  return result;
}

/**
 * For secrets of 256 random bits, which nobody guesses however many try at once: only failures are counted, so that all
 * processes of a partner may come at the same moment.
 */
export async function throttleFailures<T>(
  db: IdentityDatabase,
  name: string,
  limitPerMinute: number,
  attempt: () => Promise<T>,
): Promise<T> {
  const key = counted(name);
  const before = await readAttempts(db, key, windowSeconds);
  if (before.attempts >= limitPerMinute) throw tooMany(before);
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const after = await countAttempt(db, key, windowSeconds);
    throw after.attempts > limitPerMinute ? tooMany(after) : error;
  }
}

function tooMany({ resetsInSeconds }: AttemptCount): Problem {
  return Problem.of('rate_limit_exceeded', 'Too many failed attempts. Wait for Retry-After seconds.', {
    retryAfterSeconds: Math.max(1, resetsInSeconds),
  });
}
