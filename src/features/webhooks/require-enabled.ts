// Precondition: nothing is sent to a disabled endpoint, not even manually.
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import { Problem } from '../../lib/problem.ts';

export function requireEnabled({ disabledReason }: WebhookEndpoint): void {
  if (disabledReason === null) return;
  throw Problem.of('endpoint_disabled', 'The webhook endpoint is disabled. Enable it first.');
}
