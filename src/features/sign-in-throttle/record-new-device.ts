// Security event of a sign-in from a client that the account has not used: no device cookie and no known network.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { SecurityEvent, SecurityLog } from '../../db/security-log.ts';
import { type GuessingClient, isKnownClient, type ThrottleContext } from './throttle-guess.ts';

export interface SignedIn extends Pick<SecurityEvent, 'actor' | 'accountId' | 'subject'> {
  /** From `throttledAccount`. */
  readonly account: string;
  readonly client: GuessingClient;
}

/** After the credentials were checked, and before `rememberNetwork`. `db` may be the transaction of the sign-in. */
export async function recordNewDevice(
  context: ThrottleContext & { readonly security: SecurityLog },
  db: AnyDatabase,
  { account, client, ...change }: SignedIn,
): Promise<void> {
  if (await isKnownClient(context, { ...client, account })) return;
  await context.security.record(db, { event: 'auth.succeeded_new_device', ...change });
}
