// Loads the endpoint that an actor names. Responds 404 with identical bytes for unknown ids and for ids of other
// accounts.
import type { AccountDatabase, AccountTransaction } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { findEndpoint, findEndpointForUpdate } from './endpoint-store.ts';

export async function loadEndpoint(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = isUuid(id) ? await findEndpoint(db, accountId, id) : undefined;
  if (!endpoint) throw noSuchEndpoint();
  return endpoint;
}

export async function loadEndpointForUpdate(
  trx: AccountTransaction,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = isUuid(id) ? await findEndpointForUpdate(trx, accountId, id) : undefined;
  if (!endpoint) throw noSuchEndpoint();
  return endpoint;
}

function noSuchEndpoint(): Problem {
  return Problem.of('not_found', 'There is no such webhook endpoint.');
}

/** Precondition: nothing is sent to a disabled endpoint, not even manually. */
export function requireEnabled({ disabledReason }: WebhookEndpoint): void {
  if (disabledReason === null) return;
  throw Problem.of('endpoint_disabled', 'The webhook endpoint is disabled. Enable it first.');
}
