// Disables, enables and deletes API clients. Disabling and deleting revoke all tokens of the client in every process
// before the response is sent.
import {
  type ClientAdmin,
  type ClientAdminContext,
  inClientsTransaction,
  loadClientForUpdate,
  recordClientChange,
} from './client-admin.ts';
import { deleteClientRow, revokeTokensOfClient, setClientDisabled } from './client-admin-store.ts';

type ClientSelector = { readonly id: string } | { readonly clientId: string };

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
    await recordClientChange(trx, context, admin, {
      ...client,
      action: disabled ? 'disabled' : 'enabled',
    });
    return disabled ? revokeTokensOfClient(trx, client.id, now) : [];
  });
  await context.announceRevoked(revokedHashes);
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
