// Relay listener that announces changed bookings to open tracking pages.
import type { RelayListener } from '../../jobs/relay.ts';
import type { TrackingChangeNotifier } from './tracking-change-notifier.ts';

export function trackingListener(announcer: TrackingChangeNotifier): RelayListener {
  return (events) => announcer.announce(...events.flatMap(({ bookingId }) => bookingId ?? []));
}
