// Context of the webhook use cases, and their caller: a partner's token, a portal session or an operator.
import type { Context } from '../../context.ts';
import type { AuditEntry } from '../../db/audit-store.ts';
import type { AccountTransaction } from '../../db/database.ts';
import type { Principal } from '../../http/principal.ts';
import type { EgressGuard } from '../../integrations/webhook-http/egress-guard.ts';
import type { PortalChangeNotifier } from './portal-change-notifier.ts';

export interface WebhookContext extends Pick<Context, 'db' | 'clock' | 'ids' | 'keys' | 'environment'> {
  readonly egress: Pick<EgressGuard, 'explainRefusal'>;
  readonly changes: Pick<PortalChangeNotifier, 'announce'>;
}

export interface Caller {
  readonly accountId: string;
  readonly actor: AuditEntry['actor'];
  readonly requestId: string;
}

/**
 * Callback that runs inside the transaction with the result, so that the response is stored together with the effect
 * (idempotency).
 */
export type InTransactionCallback<Result, T> = (trx: AccountTransaction, result: Result) => Promise<T>;

export function callerOf({ accountId, userId, clientId }: Principal, requestId: string): Caller {
  return {
    accountId,
    actor: userId ? { kind: 'user', id: userId } : { kind: 'client', id: clientId },
    requestId,
  };
}
