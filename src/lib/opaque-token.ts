// Random secrets that are handed out once and kept only as a hash. The prefix tells people and secret scanners what
// leaked, and which environment it belongs to.
import { createHash, randomBytes } from 'node:crypto';

/** 256 bits of randomness behind a prefix such as `wb_sandbox_at`. */
export function mintToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The environment that gave out a token, client id or secret, by its prefix; null for anything else. */
export function environmentOf(text: string): string | null {
  return /^w(?:b|op)_(production|sandbox)_/.exec(text)?.[1] ?? null;
}
