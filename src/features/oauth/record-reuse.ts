// Records that a single-use code or refresh token was presented again: one of the two copies is in the wrong hands.
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { ApiClient } from './client-store.ts';
import type { OAuthContext } from './oauth-context.ts';
import type { TokenRequest } from './token-request.ts';

export interface Reuse {
  readonly event: 'code.reuse_detected' | 'token.reuse_detected';
  readonly client: ApiClient;
  readonly request: Pick<TokenRequest, 'address' | 'requestId'>;
  /** Whose sign-in it was. */
  readonly owner: { readonly accountId: string; readonly userId: string };
}

/** In the transaction that revokes the tokens of the sign-in. */
export function recordReuse(
  { security }: Pick<OAuthContext, 'security'>,
  trx: IdentityDatabase,
  { event, client, request: { address, requestId }, owner: { accountId, userId } }: Reuse,
): Promise<void> {
  const actor = { kind: 'client', id: client.clientId, requestId, address } as const;
  return security.record(trx, { event, actor, accountId, subject: { kind: 'user', id: userId } });
}
