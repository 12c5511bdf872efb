// Changes of API clients. Disabling and deleting revoke all tokens of the client in every process before the response
// is sent. After a rotation the old secret stays valid for an overlap period, which can be ended early.
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import {
  type ClientAdmin,
  type ClientAdminContext,
  inClientsTransaction,
  loadClientForUpdate,
  recordClientChange,
} from './client-admin.ts';
import {
  type ClientSelector,
  deleteClientRow,
  deleteExpiringSecrets,
  expireSecrets,
  insertSecret,
  listDerivedClients,
  revokeTokensOfClient,
  setClientDisabled,
} from './client-admin-store.ts';

/** Enabling does not restore the revoked tokens. */
export async function setDisabled(
  context: ClientAdminContext,
  which: ClientSelector,
  disabled: boolean,
  admin: ClientAdmin,
): Promise<void> {
  const now = context.clock.now();
  const revokedHashes = await inClientsTransaction(context.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    if (client.isDisabled === disabled) return [];
    await setClientDisabled(trx, client.id, disabled ? now : null);
    await recordClientChange(trx, context, admin, { ...client, action: disabled ? 'disabled' : 'enabled' });
    return disabled ? revokeTokensOfClient(trx, client.id, now) : [];
  });
  await context.announceRevoked(revokedHashes);
}

/**
 * Disables the clients that were created in portal sessions of this client, and in sessions of those in turn; with
 * `tokenId`, only those that descend from this access token. Returns the `client_id`s of those that were enabled.
 */
export async function disableDerived(
  context: ClientAdminContext,
  which: ClientSelector,
  tokenId: string | undefined,
  admin: ClientAdmin,
): Promise<string[]> {
  const now = context.clock.now();
  const disabled = await inClientsTransaction(context.clients, async (trx) => {
    const origin = await loadClientForUpdate(trx, admin, which);
    const ended: { clientId: string; hashes: Buffer[] }[] = [];
    for (const { id } of await listDerivedClients(trx, origin, tokenId)) {
      const client = await loadClientForUpdate(trx, admin, { id });
      if (client.isDisabled) continue;
      await setClientDisabled(trx, id, now);
      await recordClientChange(trx, context, admin, { ...client, action: 'disabled' });
      ended.push({ clientId: client.clientId, hashes: await revokeTokensOfClient(trx, id, now) });
    }
    return ended;
  });
  await context.announceRevoked(disabled.flatMap(({ hashes }) => hashes));
  return disabled.map(({ clientId }) => clientId);
}

export async function deleteClient(
  context: ClientAdminContext,
  which: ClientSelector,
  admin: ClientAdmin,
): Promise<void> {
  const revokedHashes = await inClientsTransaction(context.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    const tokens = await revokeTokensOfClient(trx, client.id, context.clock.now());
    await deleteClientRow(trx, client.id);
    await recordClientChange(trx, context, admin, { ...client, action: 'deleted' });
    return tokens;
  });
  await context.announceRevoked(revokedHashes);
}

export interface RotatedClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly oldSecretWorksUntil: Date;
}

export async function rotateClientSecret(
  context: Omit<ClientAdminContext, 'announceRevoked'>,
  which: ClientSelector,
  overlapHours: number,
  admin: ClientAdmin,
): Promise<RotatedClient> {
  const { clients, clock, ids, environment } = context;
  const now = clock.now();
  const oldSecretWorksUntil = new Date(now.getTime() + overlapHours * 60 * 60 * 1000);
  const clientSecret = mintToken(`wb_${environment}_secret`);
  const clientId = await inClientsTransaction(clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    // At most two valid secrets: this ends the overlap of an earlier rotation.
    await expireSecrets(trx, client.id, now, oldSecretWorksUntil);
    await insertSecret(trx, {
      id: ids.next(),
      apiClientId: client.id,
      accountId: client.accountId,
      secretHash: hashToken(clientSecret),
      createdAt: now,
    });
    await recordClientChange(trx, context, admin, { ...client, action: 'rotated' });
    return client.clientId;
  });
  return { clientId, clientSecret, oldSecretWorksUntil };
}

/** Ends the overlap of a rotation now. Tokens obtained with the old secret stay valid. No effect without an old secret. */
export async function endOldSecret(
  context: Omit<ClientAdminContext, 'announceRevoked'>,
  which: ClientSelector,
  admin: ClientAdmin,
): Promise<void> {
  await inClientsTransaction(context.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    if ((await deleteExpiringSecrets(trx, client.id)) === 0) return;
    await recordClientChange(trx, context, admin, { ...client, action: 'old_secret_ended' });
  });
}
