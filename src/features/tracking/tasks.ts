// Relay subscriber that announces changed bookings to open tracking pages. Writes nothing.
import type { RelaySubscriber } from '../../jobs/relay.ts';
import type { TrackingChangeNotifier } from './tracking-change-notifier.ts';

export function trackingSubscriber(announcer: TrackingChangeNotifier): RelaySubscriber {
  return {
    write: async (_trx, events) => {
      const moved = events.flatMap(({ bookingId }) => bookingId ?? []);
      return () => announcer.announce(...moved);
    },
  };
}
