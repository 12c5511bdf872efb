// Grace period after which administrators need a second factor.
import type { EnvReader } from '../lib/env-reader.ts';
import type { EnvironmentName } from './environment-name.ts';

const maxDays = 365;

/**
 * Days after the first sign-in; null: not required. Off in the sandbox, where the first operator and scripts sign in with
 * the password of `credentials.json`.
 */
export function readAdminMfaGraceDays(read: EnvReader, environment: EnvironmentName): number | null {
  const [name, fallback] =
    environment === 'sandbox'
      ? (['SANDBOX_ADMIN_MFA_GRACE_DAYS', 'none'] as const)
      : (['ADMIN_MFA_GRACE_DAYS', '7'] as const);
  const value = read.text(name, fallback);
  if (value === 'none') return null;
  if (/^\d+$/.test(value) && Number(value) <= maxDays) return Number(value);
  read.fault(`${name} must be a whole number of days from 0 to ${maxDays}, or none; it is "${value}"`);
  return null;
}
