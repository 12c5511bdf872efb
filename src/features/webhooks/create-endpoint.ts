// Use case: registers a webhook endpoint with its own signing secret. The response contains the secret; later it is
// returned only by revealSecrets.
import type { AccountTransaction } from '../../db/database.ts';
import { noHook, runHook, type TransactionHook } from '../../db/transaction-hook.ts';
import type { EventType } from '../../domain/webhook/event-types.ts';
import {
  MAX_ENDPOINTS,
  normalizeDescription,
  normalizeEvents,
  type WebhookEndpoint,
} from '../../domain/webhook/webhook-endpoint.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { changeEndpointRows, checkUrl, recordEndpointChange } from './change-endpoint.ts';
import { insertEndpoint, lockAccountAndCountEndpoints } from './endpoint-store.ts';
import { assertUrlNotHeld } from './operator-hold.ts';
import { insertSecret } from './secret-store.ts';
import { encryptSecretKey, formatSecret, generateSecretKey } from './signing-secret.ts';
import type { WebhookContext } from './webhook-context.ts';

export interface NewEndpoint {
  readonly url: string;
  readonly description?: string | null | undefined;
  /** null or omitted: every event type except the opt-in ones. */
  readonly events?: readonly EventType[] | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface CreatedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** `whsec_…` */
  readonly secret: string;
}

export async function createEndpoint(
  context: WebhookContext,
  actor: AccountActor,
  input: NewEndpoint,
  hook: TransactionHook<CreatedEndpoint> = noHook,
): Promise<CreatedEndpoint> {
  const { clock, ids } = context;
  await checkUrl(context, input.url);
  return changeEndpointRows(context, actor, async (trx) => {
    await assertBelowEndpointLimit(trx, actor.accountId);
    await assertUrlNotHeld(trx, actor, input.url);
    const now = clock.now();
    const endpoint: WebhookEndpoint = {
      id: ids.next(),
      accountId: actor.accountId,
      url: input.url,
      description: normalizeDescription(input.description),
      events: normalizeEvents(input.events),
      disabledReason: input.disabled ? 'manual' : null,
      disabledAt: input.disabled ? now : null,
      isHeld: false,
      createdAt: now,
      updatedAt: now,
    };
    await insertEndpoint(trx, endpoint);
    const secret = await addSecret(context, trx, endpoint, now);
    await recordEndpointChange(context, trx, actor, { action: 'created', endpointId: endpoint.id });
    const created = { endpoint, secret };
    await runHook(trx, hook, created);
    return { endpointId: endpoint.id, result: created };
  });
}

async function assertBelowEndpointLimit(trx: AccountTransaction, accountId: string): Promise<void> {
  if ((await lockAccountAndCountEndpoints(trx, accountId)) < MAX_ENDPOINTS) return;
  throw Problem.of(
    'too_many_endpoints',
    `An account can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one that you no longer need.`,
  );
}

/** Returns the secret in its public form (`whsec_…`). */
export async function addSecret(
  { keys, ids }: Pick<WebhookContext, 'keys' | 'ids'>,
  trx: AccountTransaction,
  endpoint: WebhookEndpoint,
  created_at: Date,
): Promise<string> {
  const id = ids.next();
  const key = generateSecretKey();
  const sealed = encryptSecretKey(keys, id, key);
  await insertSecret(trx, endpoint, { id, sealed, created_at });
  return formatSecret(key);
}
