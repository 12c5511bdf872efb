// Step-up of a portal session: the client secret is entered again. A stolen access token opens the portal, but without the
// secret it cannot create, rotate or delete API clients. Wrong secrets are throttled, and both outcomes are audited.
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { PortalPrincipal } from '../../http/surfaces/portal-principal.ts';
import { Problem } from '../../lib/problem.ts';
import { verifyClient } from './authenticate-client.ts';
import { findClient } from './client-store.ts';

export interface ConfirmationContext extends Pick<Context, 'clock' | 'ids' | 'environment' | 'security'> {
  readonly identity: IdentityDatabase;
  /** Records the time of the step-up on the session. */
  readonly setConfirmed: (sessionHash: string, now: Date) => Promise<void>;
}

export interface Confirmation {
  readonly clientSecret: string;
  readonly address: string;
  readonly requestId: string;
}

/** Returns the time of the step-up. */
export async function confirmPortalSession(
  context: ConfirmationContext,
  { accountId, createdBy, sessionHash }: PortalPrincipal,
  { clientSecret, address, requestId }: Confirmation,
): Promise<Date> {
  if (createdBy.kind !== 'client') throw noClients();
  const client = await findClient(context.identity, createdBy.id);
  const record = (event: 'step_up.passed' | 'step_up.failed') =>
    context.security.record(context.identity, {
      event,
      actor: { ...createdBy, requestId, address },
      accountId,
      subject: { kind: 'client', id: client?.id ?? createdBy.id },
    });
  const credentials = { clientId: createdBy.id, clientSecret, viaBasic: false };
  try {
    await verifyClient(context, credentials, address);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await record('step_up.failed');
    if (error.code !== 'invalid_client') throw error;
    const message = `This is not a valid secret of the client ${createdBy.id}, which opened the portal.`;
    throw Problem.of('invalid_client', message, { param: 'client_secret' });
  }
  const now = context.clock.now();
  await context.setConfirmed(sessionHash, now);
  await record('step_up.passed');
  return now;
}

export function noClients(): Problem {
  return Problem.of('insufficient_scope', 'API clients belong to organizations. This is a personal account.');
}
