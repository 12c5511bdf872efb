// Tells all processes which bookings moved, so that open tracking pages look again. It follows the relay, which sees every
// event once.

import type { Listener } from '../../db/listener.ts';
import { GatheredNotices } from '../../db/notify-batcher.ts';
import { isUuid } from '../../lib/ids.ts';

export const trackingChannel = 'waybill_tracking';

/** Of ids of bookings. */
export class TrackingAnnouncer extends GatheredNotices<string> {
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

/** What does not read as ids is none: it may come from another version. */
export function readAnnouncement(payload: string): string[] {
  return payload.split(',').filter(isUuid);
}
