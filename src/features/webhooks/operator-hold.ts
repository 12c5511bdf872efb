// Operator hold: an endpoint that an operator disabled can only be enabled, changed or deleted by an operator.
import type { AccountTransaction } from '../../db/database.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import type { AccountActor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { isUrlHeld } from './endpoint-store.ts';

export function assertNotHeld(actor: AccountActor, { isHeld }: WebhookEndpoint): void {
  if (isHeld && !isOperator(actor)) throw heldProblem();
}

/** Prevents circumventing the hold by registering the same URL under another id. */
export async function assertUrlNotHeld(
  trx: AccountTransaction,
  { accountId }: AccountActor,
  url: string,
): Promise<void> {
  if (await isUrlHeld(trx, accountId, url)) throw heldProblem();
}

export function isOperator({ kind }: AccountActor): boolean {
  return kind === 'operator' || kind === 'command';
}

function heldProblem(): Problem {
  return Problem.of(
    'endpoint_held',
    'This webhook endpoint was disabled by an operator of Waybill. Ask your contact at Waybill to enable it.',
  );
}
