// Security event about an operator.
import type { SecurityEventName } from '../../../domain/account/security-event.ts';
import type { Actor } from '../../../lib/actor.ts';

export const operatorEvent = (event: SecurityEventName, actor: Actor, operatorId: string) => ({
  event,
  actor,
  accountId: null,
  subject: { kind: 'operator', id: operatorId },
});
