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

type Named = { readonly id: string } | { readonly clientId: string };

/** Enabling does not restore the revoked tokens. */
export async function setDisabled(
  keeping: ClientKeeping,
  which: Named,
  disabled: boolean,
  keeper: ClientKeeper,
): Promise<void> {
  const now = keeping.clock.now();
  const ended = await inClientsTransaction(keeping.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, keeper, which);
    if (client.isDisabled === disabled) return [];
    await setClientDisabled(trx, client.id, disabled ? now : null);
    await recordClientChange(trx, keeping, keeper, {
      ...client,
      action: disabled ? 'disabled' : 'enabled',
    });
    return disabled ? revokeTokensOfClient(trx, client.id, now) : [];
  });
  await keeping.announceRevoked(ended);
}

export async function deleteClient(
  keeping: ClientKeeping,
  which: Named,
  keeper: ClientKeeper,
): Promise<void> {
  const ended = await inClientsTransaction(keeping.clients, async (trx) => {
    const client = await loadClientForUpdate(trx, keeper, which);
    const tokens = await revokeTokensOfClient(trx, client.id, keeping.clock.now());
    await deleteClientRow(trx, client.id);
    await recordClientChange(trx, keeping, keeper, { ...client, action: 'deleted' });
    return tokens;
  });
  await keeping.announceRevoked(ended);
}
