// Announces changed bookings to all processes with NOTIFY, so that open tracking pages reload. Called after the relay,
// which sees every event once.

import type { Listener } from '../../db/listener.ts';
import { NotifyBatcher } from '../../db/notify-batcher.ts';
import { isUuid } from '../../lib/ids.ts';

export const trackingChannel = 'waybill_tracking';

/** The payload is a list of booking ids. */
export class TrackingChangeNotifier extends NotifyBatcher<string> {
  constructor(listener: Pick<Listener, 'notify'>) {
    super(listener, {
      channel: trackingChannel,
      gatherMillis: 100,
      changesPerPayload: 200,
      keyOf: (id) => id,
      write: (ids) => ids.join(),
    });
  }
}

/** Ignores values that are not UUIDs, which another version may send. */
export function parseTrackingPayload(payload: string): string[] {
  return payload.split(',').filter(isUuid);
}
