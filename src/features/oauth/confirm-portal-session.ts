// Step-up of a portal session: the client secret is entered again. A stolen access token opens the portal, but without the
// secret it cannot create, rotate or delete API clients. The step-up replaces the token of the session, so that a copied cookie
// ends with it. Wrong secrets are throttled, and both outcomes are audited.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { PortalPrincipal } from '../../http/surfaces/portal-principal.ts';
import { Problem } from '../../lib/problem.ts';
import { verifyClient } from './authenticate-client.ts';
import { findClient } from './client-store.ts';

export interface ConfirmationContext extends Pick<Context, 'clock' | 'ids' | 'environment' | 'security'> {
  readonly identity: IdentityDatabase;
  /** Records the step-up and replaces the token. Returns the new token; undefined if the session has ended. */
  readonly renewSession: (
    trx: IdentityDatabase,
    sessionHash: string,
    start: { readonly environment: EnvironmentName; readonly now: Date },
  ) => Promise<string | undefined>;
}

export interface Confirmation {
  readonly clientSecret: string;
  readonly address: string;
  readonly requestId: string;
}

export interface ConfirmedSession {
  /** The previous token is no longer valid. */
  readonly token: string;
  readonly confirmedAt: Date;
}

export async function confirmPortalSession(
  context: ConfirmationContext,
  { accountId, createdBy, sessionHash }: PortalPrincipal,
  { clientSecret, address, requestId }: Confirmation,
): Promise<ConfirmedSession> {
  if (createdBy.kind === 'portal_member')
    throw Problem.of(
      'step_up_required',
      'Sign in again with a new link by e-mail: people have no client secret.',
    );
  if (createdBy.kind !== 'client') throw noClients();
  const client = await findClient(context.identity, createdBy.id);
  const record = (db: IdentityDatabase, event: 'step_up.passed' | 'step_up.failed') =>
    context.security.record(db, {
      event,
      actor: { ...createdBy, requestId, address },
      accountId,
      subject: { kind: 'client', id: client?.id ?? createdBy.id },
    });
  const credentials = { clientId: createdBy.id, clientSecret, viaBasic: false };
  try {
    await verifyClient(context, credentials, address);
  } catch (error) {
    // A throttled attempt is not recorded again: the failures before it are, and their number is bounded.
    if (!(error instanceof Problem) || error.code !== 'invalid_client') throw error;
    await record(context.identity, 'step_up.failed');
    const message = `This is not a valid secret of the client ${createdBy.id}, which opened the portal.`;
    throw Problem.of('invalid_client', message, { param: 'client_secret' });
  }
  const confirmedAt = context.clock.now();
  const start = { environment: context.environment.name, now: confirmedAt };
  return context.identity.transaction().execute(async (trx) => {
    const token = await context.renewSession(trx, sessionHash, start);
    if (token === undefined) throw sessionEnded();
    await record(trx, 'step_up.passed');
    return { token, confirmedAt };
  });
}

export function sessionEnded(): Problem {
  return Problem.of('session_ended', 'The session has ended. Open a new portal link.');
}

export function noClients(): Problem {
  return Problem.of('insufficient_scope', 'API clients belong to organizations. This is a personal account.');
}
