// Proof Key for Code Exchange (RFC 7636), S256 only. Optional, but a code issued with a challenge requires the
// verifier.
import { createHash } from 'node:crypto';

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

export const challengePattern = /^[A-Za-z0-9_-]{43}$/;

export function challengeMatches(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined;
  if (verifier === undefined || !verifierPattern.test(verifier)) return false;
  return createHash('sha256').update(verifier).digest('base64url') === challenge;
}
