// Server-sent events of the tracking pages: an event without content when the booking changes. A page is disconnected
// after 30 minutes, so that it is authorised again.
import type { View } from '../../http/operations/schemas.ts';
import { SseHub, type SseListener } from '../../http/server/sse-hub.ts';
import { parseTrackingPayload, trackingChannel } from './tracking-change-notifier.ts';
import type { TrackingChangeSchema } from './tracking-schemas.ts';

/** High, because many phones may share one network address. */
export const MAX_CONNECTIONS_PER_ADDRESS = 60;
const maxConnections = 10_000;
/** 30 minutes. */
const maxHeartbeats = 120;
const change: View<typeof TrackingChangeSchema> = { kind: 'booking' };

/** Groups are bookings, owners are network addresses. */
export class TrackingSseHub extends SseHub {
  constructor(listener: SseListener) {
    super(listener, {
      maxPerOwner: MAX_CONNECTIONS_PER_ADDRESS,
      maxInProcess: maxConnections,
      maxHeartbeats,
    });
    listener.on(trackingChannel, (payload) => {
      for (const bookingId of parseTrackingPayload(payload)) this.tell(bookingId, change);
    });
  }
}
