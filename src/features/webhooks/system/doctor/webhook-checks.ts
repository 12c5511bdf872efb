// Doctor checks of events and webhooks.
import type { KeyRing } from '../../../../lib/key-ring.ts';
import { deliveryAttempts, deliveryTasks, eventsFannedOut, positions } from './delivery-check-store.ts';
import { secretsDecryptable } from './secret-check.ts';
import { webhookAccounts } from './tenant-check-store.ts';

export interface WebhookCheckOptions {
  readonly keys: KeyRing;
  /** Older rows may have been dropped by retention. */
  readonly keptSince: Date;
  /** Longest time that a transaction may take to commit. */
  readonly settleSeconds?: number;
}

export function webhookChecks({ keys, keptSince, settleSeconds = 15 }: WebhookCheckOptions) {
  return [
    positions,
    eventsFannedOut(settleSeconds),
    deliveryTasks(keptSince),
    deliveryAttempts(keptSince),
    webhookAccounts,
    secretsDecryptable(keys),
  ];
}
