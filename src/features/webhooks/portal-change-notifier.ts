// Publishes changes of an account's portal data to all processes, batched over 250 ms.

import type { Listener } from '../../db/listener.ts';
import { NotifyBatcher } from '../../db/notify-batcher.ts';
import { type PortalChange, portalChangeChannel } from './portal-change-channel.ts';

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
