// Limits on requests without a session, per minute and address.
import { PerMinuteLimiter } from '../../../http/limits/per-minute-limiter.ts';
import { PerNetworkLimiter } from '../../../http/limits/per-network-limiter.ts';

export type SignInLimits = ReturnType<typeof createSignInLimits>;

export function createSignInLimits() {
  return {
    /** Tokens cannot be guessed; the limit keeps brute-force attempts from loading the database. */
    invalidLinks: new PerNetworkLimiter(
      30,
      'Too many invalid links were tried from this address. Wait a minute and try again.',
    ),
    /** Each challenge is a row until it expires. */
    passkeyChallenges: new PerNetworkLimiter(
      30,
      'Too many passkey challenges were requested from this address. Wait a minute and try again.',
    ),
    /** Signatures cannot be guessed; the limit keeps attempts from loading the database. */
    failedPasskeys: new PerNetworkLimiter(
      30,
      'Too many failed sign-ins from this address. Wait a minute and try again.',
    ),
    resetsOfAddress: new PerNetworkLimiter(
      20,
      'Too many password resets were requested from this address. Wait a minute and try again.',
    ),
    /** Per e-mail address. */
    resetsOfOperator: new PerMinuteLimiter(
      3,
      'A password reset for this e-mail address was requested a moment ago. Wait a minute and try again.',
    ),
  };
}
