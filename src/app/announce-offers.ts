// Announces offers that were made, declined or have expired, and notes of crews: no booking event does. Crew pages and the console reload.
import type { AppComponents } from './components.ts';

export function announceOffersOf({
  trackingAnnouncer,
  consoleChanges,
}: Pick<AppComponents, 'trackingAnnouncer' | 'consoleChanges'>): (bookingIds: readonly string[]) => void {
  return (bookingIds) => {
    trackingAnnouncer.announce(...bookingIds);
    consoleChanges.announce(
      { kind: 'engagements' },
      ...bookingIds.map((id) => ({ kind: 'booking', id }) as const),
    );
  };
}
