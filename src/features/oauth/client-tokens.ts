// Lists and revokes the live access tokens of an API client.
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { tokenValidityAt } from '../accounts/valid-token-store.ts';
import {
  type ClientAdmin,
  type ClientAdminContext,
  inClientsTransaction,
  loadClient,
  loadClientForUpdate,
  recordClientChange,
} from './client-admin.ts';
import { type ClientSelector, revokeTokensOfClient } from './client-admin-store.ts';
import { type ClientToken, listClientTokens, revokeClientToken } from './client-token-store.ts';

const defaultLimit = 50;

export interface TokenListContext extends Pick<ClientAdminContext, 'clients' | 'clock'> {
  /** Tokens that were not used for this many days have expired; null: they do not expire. */
  readonly idleDays: number | null;
}

export interface TokenQuery {
  /** Id of the last token of the previous page. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

export interface ClientTokens {
  readonly tokens: readonly ClientToken[];
  /** Id to continue after; null on the last page. */
  readonly next: string | null;
}

/** Newest first. */
export async function readClientTokens(
  { clients, clock, idleDays }: TokenListContext,
  which: ClientSelector,
  { after, limit = defaultLimit }: TokenQuery,
  admin: ClientAdmin,
): Promise<ClientTokens> {
  if (after !== undefined && !isUuid(after))
    throw Problem.of('invalid_parameter', 'after must be the id of a token.', { param: 'after' });
  const validity = tokenValidityAt(clock.now(), idleDays);
  const { id } = await loadClient(clients, admin, which);
  const found = await listClientTokens(clients, id, { ...validity, after, limit });
  const tokens = found.slice(0, limit);
  return { tokens, next: found.length > limit ? (tokens.at(-1)?.id ?? null) : null };
}

/** Revokes one token, or all tokens of the client, in every process before it returns. */
export async function revokeTokens(
  context: ClientAdminContext,
  which: ClientSelector,
  token: { readonly id: string } | 'all',
  admin: ClientAdmin,
): Promise<void> {
  const now = context.clock.now();
  const clientId = await inClientsTransaction(context.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    if (token === 'all') await revokeTokensOfClient(trx, client.id, now);
    else if (!isUuid(token.id) || !(await revokeClientToken(trx, client.id, token.id, now)))
      throw Problem.of('not_found', 'The client has no valid access token with this id.');
    await recordClientChange(trx, context, admin, { ...client, event: 'client.tokens_revoked' });
    return client.clientId;
  });
  await context.announceRevoked(clientId);
}
