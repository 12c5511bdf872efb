// Creates an API client of an organization with its first secret, which is shown once.
import { randomBytes } from 'node:crypto';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { Scope } from '../../domain/account/scopes.ts';
import { isUuid } from '../../lib/ids.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import {
  type ClientAdmin,
  type ClientAdminContext,
  inClientsTransaction,
  recordClientChange,
  requireScopesWithin,
} from './client-admin.ts';
import { type ClientOrigin, countClientsLocked, insertClient, insertSecret } from './client-admin-store.ts';
import type { GrantType } from './grant-type.ts';
import { redirectUriFault } from './redirect-uri.ts';

/** Limit per organization. */
export const MAX_CLIENTS = 50;

export interface NewClientInput {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly grants: readonly GrantType[];
  readonly redirectUris: readonly string[];
  /** Predefined credentials, for setups that know them before the client exists. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The portal session that creates the client. */
  readonly origin?: ClientOrigin;
}

export interface IssuedClient {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export function mintClientId(environment: EnvironmentName): string {
  return `wb_${environment}_client_${randomBytes(12).toString('base64url')}`;
}

export async function issueClient(
  context: Omit<ClientAdminContext, 'announceRevoked'>,
  input: NewClientInput,
  admin: ClientAdmin,
): Promise<IssuedClient> {
  const { clients, clock, ids, environment } = context;
  validateRedirectUris(input.redirectUris);
  requireScopesWithin(admin.within?.scopes, input.scopes);
  const id = ids.next();
  const clientId = input.clientId ?? mintClientId(environment);
  const clientSecret = input.clientSecret ?? mintToken(`wb_${environment}_secret`);
  const createdAt = clock.now();
  await inClientsTransaction(clients, async (trx) => {
    const count = isUuid(input.accountId) ? await countClientsLocked(trx, input.accountId) : undefined;
    if (count === undefined) throw Problem.of('not_found', `Organization ${input.accountId} does not exist.`);
    if (count >= MAX_CLIENTS) throw tooManyClients();
    await admin.within?.requireSession(trx);
    await insertClient(trx, { ...input, id, clientId, createdAt, origin: input.origin ?? null });
    await insertSecret(trx, {
      id: ids.next(),
      apiClientId: id,
      accountId: input.accountId,
      secretHash: hashToken(clientSecret),
      createdAt,
    });
    await recordClientChange(trx, context, admin, { ...input, id, clientId, event: 'client.created' });
  });
  return { id, clientId, clientSecret };
}

function tooManyClients(): Problem {
  const message = `An organization can have at most ${MAX_CLIENTS} API clients. Delete one that is no longer needed.`;
  return Problem.of('too_many_clients', message);
}

function validateRedirectUris(redirectUris: readonly string[]): void {
  for (const uri of redirectUris) {
    const fault = redirectUriFault(uri);
    if (fault === null) continue;
    throw Problem.of('invalid_parameter', `The redirect URI ${uri} ${fault}.`, { param: 'redirect_uris' });
  }
}
