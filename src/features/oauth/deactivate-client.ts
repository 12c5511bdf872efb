// Disables, enables and deletes API clients. Disabling and deleting revoke all tokens of the client in every process
// before the response is sent.
import {
  type ClientKeeper,
  type ClientKeeping,
  inClientsTransaction,
  loadClientForUpdate,
  recordClientChange,
} from './client-admin.ts';
import { deleteClientRow, revokeTokensOfClient, setClientDisabled } from './client-admin-store.ts';

type ClientSelector = { readonly id: string } | { readonly clientId: string };

/** Enabling does not restore the revoked tokens. */
export async function setDisabled(
  context: ClientKeeping,
  which: ClientSelector,
  disabled: boolean,
  admin: ClientKeeper,
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
  context: ClientKeeping,
  which: ClientSelector,
  admin: ClientKeeper,
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
