// How processes tell one another that something of an account moved that the portal shows, so that open pages can look again.
import { isUuid } from '../../lib/ids.ts';
import type { StreamChange } from './portal-wire.ts';

export const changeChannel = 'waybill_webhook_changes';

export interface WebhookChange extends StreamChange {
  readonly account_id: string;
}

/** What does not read as changes is none: it may come from another version. */
export function readChanges(payload: string): WebhookChange[] {
  try {
    const changes: unknown = JSON.parse(payload);
    return Array.isArray(changes) ? changes.filter(isChange) : [];
  } catch {
    return [];
  }
}

function isChange(change: Partial<WebhookChange> | null): change is WebhookChange {
  return (
    isUuid(change?.account_id ?? '') &&
    (change?.kind === 'request' ||
      (isUuid(change?.endpoint_id ?? '') &&
        ['endpoint', 'delivery', 'recovery'].includes(change?.kind ?? '')))
  );
}
