// `waybill clients create`: a client of an organization, with its first secret, which is shown this once.

import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../../db/audit-store.ts';
import type { Scope } from '../../../domain/scopes.ts';
import { hashToken, mintToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { findOrganization } from '../../accounts/system/account-admin-store.ts';
import type { AdminContext, CommandOrigin } from '../../accounts/system/admin-context.ts';
import type { GrantType } from '../grant-type.ts';
import { redirectUriFault } from '../redirect-uri.ts';
import { insertClient, insertSecret } from './client-admin-store.ts';

export interface NewClientInput {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly grants: readonly GrantType[];
  readonly redirectUris: readonly string[];
}

export interface IssuedClient {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function createClient(
  { system, clock, ids, environment }: AdminContext,
  input: NewClientInput,
  origin: CommandOrigin,
): Promise<IssuedClient> {
  if (!(await findOrganization(system, input.accountId))) {
    throw Problem.of('not_found', `There is no organization ${input.accountId}.`);
  }
  refuseUnsafeRedirects(input.redirectUris);
  const id = ids.next();
  const clientId = `wb_${environment}_client_${randomBytes(12).toString('base64url')}`;
  const clientSecret = mintToken(`wb_${environment}_secret`);
  const createdAt = clock.now();
  await system.transaction().execute(async (trx) => {
    await insertClient(trx, { ...input, id, clientId, createdAt });
    await insertSecret(trx, {
      id: ids.next(),
      apiClientId: id,
      accountId: input.accountId,
      secretHash: hashToken(clientSecret),
      createdAt,
    });
    await recordAudit(trx, {
      id: ids.next(),
      accountId: input.accountId,
      actor: { kind: 'command', id: origin.actorId },
      action: 'client.created',
      subject: { kind: 'client', id },
      requestId: origin.requestId,
      at: createdAt,
    });
  });
  return { id, clientId, clientSecret };
}

function refuseUnsafeRedirects(redirectUris: readonly string[]): void {
  for (const uri of redirectUris) {
    const fault = redirectUriFault(uri);
    if (fault === null) continue;
    throw Problem.of('invalid_parameter', `The redirect URI ${uri} ${fault}.`, { param: 'redirect_uris' });
  }
}
