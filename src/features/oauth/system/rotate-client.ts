// `waybill clients rotate`: a new secret, while the old one keeps working for a while.
import { hashToken, mintToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { type AdminContext, type CommandOrigin, inTransaction } from '../../accounts/system/admin-context.ts';
import { recordCommand } from '../../accounts/system/record-command.ts';
import { expireSecrets, findClientForUpdate, insertSecret } from './client-admin-store.ts';

export interface RotatedClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly oldSecretWorksUntil: Date;
}

export async function rotateClient(
  admin: AdminContext,
  { clientId, overlapHours }: { readonly clientId: string; readonly overlapHours: number },
  origin: CommandOrigin,
): Promise<RotatedClient> {
  const { system, clock, ids, environment } = admin;
  const now = clock.now();
  const oldSecretWorksUntil = new Date(now.getTime() + overlapHours * 60 * 60 * 1000);
  const clientSecret = mintToken(`wb_${environment}_secret`);
  await inTransaction(system, async (trx) => {
    const client = await findClientForUpdate(trx, clientId);
    if (!client) throw Problem.of('not_found', `There is no client ${clientId} in ${environment}.`);
    // Two live secrets at most: what an earlier rotation left over ends now.
    await expireSecrets(trx, client.id, now, oldSecretWorksUntil);
    await insertSecret(trx, {
      id: ids.next(),
      apiClientId: client.id,
      accountId: client.accountId,
      secretHash: hashToken(clientSecret),
      createdAt: now,
    });
    await recordCommand(trx, admin, origin, {
      accountId: client.accountId,
      action: 'client.rotated',
      subject: { kind: 'client', id: client.id },
    });
  });
  return { clientId, clientSecret, oldSecretWorksUntil };
}
