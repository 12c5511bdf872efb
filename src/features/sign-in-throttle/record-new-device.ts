// Security event of a sign-in from a client that the account has not used: no device cookie and no known network.
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { SecurityEvent, SecurityLog } from '../../db/security-log.ts';
import {
  type GuessingClient,
  isKnownClient,
  knownDeviceOf,
  rememberNetwork,
  renewNetwork,
  type ThrottleContext,
} from './throttle-guess.ts';

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

/**
 * `recordNewDevice` and `rememberNetwork`, for sign-ins that are complete with the credentials. One statement for a known
 * network. Records before it remembers: if the process ends in between, the next sign-in is recorded.
 */
export async function rememberClient(
  context: ThrottleContext & { readonly security: SecurityLog },
  db: AnyDatabase,
  { account, client, ...change }: SignedIn,
): Promise<void> {
  if (await renewNetwork(context, account, client.address)) return;
  if (knownDeviceOf(context, { ...client, account }) === null)
    await context.security.record(db, { event: 'auth.succeeded_new_device', ...change });
  await rememberNetwork(context, account, client.address);
}
