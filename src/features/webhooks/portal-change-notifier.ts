// NOTIFY channel that tells other processes which data shown in the portal changed, so that open pages reload it.
import type { Listener } from '../../db/listener.ts';
import { NotifyBatcher } from '../../db/notify-batcher.ts';
import { isUuid } from '../../lib/ids.ts';
import type { StreamChange } from './portal-schemas.ts';

export const portalChangeChannel = 'waybill_webhook_changes';

export interface PortalChange extends StreamChange {
  readonly account_id: string;
}

/** Publishes changes of an account's portal data to all processes, batched over 250 ms. */
export class PortalChangeNotifier extends NotifyBatcher<PortalChange> {
  constructor(listener: Pick<Listener, 'notify'>) {
    super(listener, {
      channel: portalChangeChannel,
      gatherMillis: 250,
      changesPerPayload: 40,
      keyOf: ({ kind, account_id, endpoint_id, delivery_id }) =>
        `${kind} ${endpoint_id ?? account_id} ${delivery_id ?? ''}`,
      write: (changes) => JSON.stringify(changes),
    });
  }
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
      change?.kind === 'branding' ||
      (isUuid(change?.endpoint_id ?? '') &&
        ['endpoint', 'delivery', 'recovery'].includes(change?.kind ?? '')))
  );
}
