// Changes of API clients. Disabling and deleting revoke all tokens of the client in every process before the response
// is sent. After a rotation the old secret stays valid for an overlap period, which can be ended early; its tokens end with
// it (decision 0054).
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
  expireSecrets,
  insertSecret,
  listDerivedClients,
  revokeSecrets,
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
  const revokedOf = await inClientsTransaction(context.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    if (client.isDisabled === disabled) return null;
    await setClientDisabled(trx, client.id, disabled ? now : null);
    await recordClientChange(trx, context, admin, {
      ...client,
      event: disabled ? 'client.disabled' : 'client.enabled',
    });
    if (!disabled) return null;
    await revokeTokensOfClient(trx, client.id, now);
    return client.clientId;
  });
  if (revokedOf !== null) await context.announceRevoked(revokedOf);
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
    const ended: string[] = [];
    for (const { id } of await listDerivedClients(trx, origin, tokenId)) {
      const client = await loadClientForUpdate(trx, admin, { id });
      if (client.isDisabled) continue;
      await setClientDisabled(trx, id, now);
      await recordClientChange(trx, context, admin, { ...client, event: 'client.disabled' });
      await revokeTokensOfClient(trx, id, now);
      ended.push(client.clientId);
    }
    return ended;
  });
  await Promise.all(disabled.map((clientId) => context.announceRevoked(clientId)));
  return disabled;
}

export async function deleteClient(
  context: ClientAdminContext,
  which: ClientSelector,
  admin: ClientAdmin,
): Promise<void> {
  const clientId = await inClientsTransaction(context.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    // Locks the codes and tokens in order, which the cascade of the deletion does not.
    await revokeTokensOfClient(trx, client.id, context.clock.now());
    await deleteClientRow(trx, client.id);
    await recordClientChange(trx, context, admin, { ...client, event: 'client.deleted' });
    return client.clientId;
  });
  await context.announceRevoked(clientId);
}

export interface RotatedClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly oldSecretWorksUntil: Date;
}

/**
 * Issues a new secret. The old secret and its tokens end after the overlap; without overlap, in every process before this
 * function returns. Rotations at the same time run one after the other. In the portal, one without overlap ends the
 * session if it rotates the client that opened it, so that the next one is refused. For operators the next one is valid and
 * replaces the secret again, as it would a second later: both rotations are audited and mailed. A cached token of the old
 * secret is read again within 2 seconds, long before the end of the shortest overlap of one hour.
 */
export async function rotateClientSecret(
  context: ClientAdminContext,
  which: ClientSelector,
  overlapHours: number,
  admin: ClientAdmin,
): Promise<RotatedClient> {
  const { clients, clock, ids, environment } = context;
  const now = clock.now();
  const oldSecretWorksUntil = new Date(now.getTime() + overlapHours * 60 * 60 * 1000);
  const clientSecret = mintToken(`wb_${environment}_secret`);
  const { clientId, hasRevoked } = await inClientsTransaction(clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    // At most two valid secrets: this ends the overlap of an earlier rotation.
    const hasRevoked = await revokeSecrets(trx, client.id, overlapHours === 0 ? 'all' : 'expiring', now);
    await expireSecrets(trx, client.id, oldSecretWorksUntil);
    await insertSecret(trx, {
      id: ids.next(),
      apiClientId: client.id,
      accountId: client.accountId,
      secretHash: hashToken(clientSecret),
      createdAt: now,
    });
    await recordClientChange(trx, context, admin, { ...client, event: 'client.rotated' });
    return { clientId: client.clientId, hasRevoked };
  });
  if (hasRevoked) await context.announceRevoked(clientId);
  return { clientId, clientSecret, oldSecretWorksUntil };
}

/** Ends the overlap of a rotation now, with the tokens of the old secret. No effect without an old secret. */
export async function endOldSecret(
  context: ClientAdminContext,
  which: ClientSelector,
  admin: ClientAdmin,
): Promise<void> {
  const revokedOf = await inClientsTransaction(context.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, admin, which);
    if (!(await revokeSecrets(trx, client.id, 'expiring', context.clock.now()))) return null;
    await recordClientChange(trx, context, admin, { ...client, event: 'client.old_secret_ended' });
    return client.clientId;
  });
  if (revokedOf !== null) await context.announceRevoked(revokedOf);
}
