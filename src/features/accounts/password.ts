// Passwords of people, hashed with argon2id.
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Compared against where there is no user, so that an unknown name takes as long as a wrong password. */
let decoy: Promise<string> | undefined;

export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}
