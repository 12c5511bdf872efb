// Context of the webhook use cases, and their actor: a partner's token, a portal session or an operator.
import type { Context } from '../../context.ts';
import type { EgressGuard } from '../../integrations/webhook-http/egress-guard.ts';
import type { PortalChangeNotifier } from './portal-change-notifier.ts';

export interface WebhookContext extends Pick<Context, 'db' | 'clock' | 'ids' | 'keys' | 'environment'> {
  readonly egress: Pick<EgressGuard, 'explainRefusal'>;
  readonly changes: Pick<PortalChangeNotifier, 'announce'>;
}
