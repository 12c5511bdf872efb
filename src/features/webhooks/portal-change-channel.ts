// NOTIFY channel that tells other processes which data shown in the portal changed, so that open pages reload it.
import { isUuid } from '../../lib/ids.ts';
import type { StreamChange } from './portal-schemas.ts';

export const portalChangeChannel = 'waybill_webhook_changes';

export interface PortalChange extends StreamChange {
  readonly account_id: string;
}

/** Ignores payloads that do not parse: they may come from another version of the program. */
export function parsePortalChanges(payload: string): PortalChange[] {
  try {
    const changes: unknown = JSON.parse(payload);
    return Array.isArray(changes) ? changes.filter(isChange) : [];
  } catch {
    return [];
  }
}

function isChange(change: Partial<PortalChange> | null): change is PortalChange {
  return (
    isUuid(change?.account_id ?? '') &&
    (change?.kind === 'request' ||
      (isUuid(change?.endpoint_id ?? '') &&
        ['endpoint', 'delivery', 'recovery'].includes(change?.kind ?? '')))
  );
}
