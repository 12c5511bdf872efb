// `waybill clients create`: a client of an organization, with its first secret, which is shown this once.

import { randomBytes } from 'node:crypto';
import type { EnvironmentName } from '../../../config/environment-name.ts';
import type { Scope } from '../../../domain/scopes.ts';
import { hashToken, mintToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { findOrganization } from '../../accounts/system/account-admin-store.ts';
import { type AdminContext, type CommandOrigin, inTransaction } from '../../accounts/system/admin-context.ts';
import { recordCommand } from '../../accounts/system/record-command.ts';
import type { GrantType } from '../grant-type.ts';
import { redirectUriFault } from '../redirect-uri.ts';
import { insertClient, insertSecret } from './client-admin-store.ts';

export interface NewClientInput {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly grants: readonly GrantType[];
  readonly redirectUris: readonly string[];
  /** Given where the credentials were written down before the client is made. */
  readonly clientId?: string;
  readonly clientSecret?: string;
}

export interface IssuedClient {
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export function mintClientId(environment: EnvironmentName): string {
  return `wb_${environment}_client_${randomBytes(12).toString('base64url')}`;
}

export async function createClient(
  admin: AdminContext,
  input: NewClientInput,
  origin: CommandOrigin,
): Promise<IssuedClient> {
  const { system, clock, ids, environment } = admin;
  if (!(await findOrganization(system, input.accountId))) {
    throw Problem.of('not_found', `There is no organization ${input.accountId}.`);
  }
  refuseUnsafeRedirects(input.redirectUris);
  const id = ids.next();
  const clientId = input.clientId ?? mintClientId(environment);
  const clientSecret = input.clientSecret ?? mintToken(`wb_${environment}_secret`);
  const createdAt = clock.now();
  await inTransaction(system, async (trx) => {
    await insertClient(trx, { ...input, id, clientId, createdAt });
    await insertSecret(trx, {
      id: ids.next(),
      apiClientId: id,
      accountId: input.accountId,
      secretHash: hashToken(clientSecret),
      createdAt,
    });
    await recordCommand(trx, admin, origin, {
      accountId: input.accountId,
      action: 'client.created',
      subject: { kind: 'client', id },
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
