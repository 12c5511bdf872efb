// Publishes changes of an account's portal data to all processes, batched over 250 ms.

import type { Listener } from '../../db/listener.ts';
import { GatheredNotices } from '../../db/notify-batcher.ts';
import { changeChannel, type WebhookChange } from './portal-change-channel.ts';

export class ChangeAnnouncer extends GatheredNotices<WebhookChange> {
  constructor(listener: Pick<Listener, 'notify'>) {
    super(listener, {
      channel: changeChannel,
      gatherMillis: 250,
      changesPerPayload: 40,
      keyOf: ({ kind, account_id, endpoint_id, delivery_id }) =>
        `${kind} ${endpoint_id ?? account_id} ${delivery_id ?? ''}`,
      write: (changes) => JSON.stringify(changes),
    });
  }
}
