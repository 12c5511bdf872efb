// Opaque tokens: random secrets that are issued once and stored only as a hash. The prefix tells people and secret
// scanners what leaked and which environment it belongs to.
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits after a prefix such as `wb_sandbox_at`. */
export function mintToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The environment of a token, client id or secret, from its prefix; null for other text. */
export function environmentOf(text: string): string | null {
  return /^w(?:b|op)_(production|sandbox)_/.exec(text)?.[1] ?? null;
}
