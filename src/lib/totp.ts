// Time-based one-time passwords (RFC 6238: SHA-1, six digits, 30 seconds), as authenticator apps generate them.
import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
const SECRET_BYTES = 20;

/** base32, as authenticator apps expect it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });

/** The time step of the code, at most one before or after now; null if the code is wrong. */
export function totpStepOf(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? null : Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
}

/** The otpauth URI for the QR code. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    issuer,
    label,
    digits: 6,
    period: STEP_SECONDS,
  }).toString();
}
