// Names the stop of each step in the history of a booking. The audit trail stores the action, and the event of the same
// transaction stores the stop: the nth step of a kind belongs to the nth event of that kind, counted from the newest, because
// old events are deleted at the end of their retention period.
import type { TimelineEntry } from './booking-schemas.ts';

/** Type of the event of an action where the two have different names. */
const eventTypes: Readonly<Record<string, string>> = { 'booking.stop.skipped': 'booking.stop.completed' };

/** Both newest first. */
export function withStops(
  changes: readonly TimelineEntry[],
  events: readonly TimelineEntry[],
): TimelineEntry[] {
  const stopsByType = new Map<string, NonNullable<TimelineEntry['stop']>[]>();
  for (const { type = '', stop } of events)
    if (stop) stopsByType.set(type, [...(stopsByType.get(type) ?? []), stop]);
  return changes.map((change) => {
    const { action = '' } = change;
    const stop = stopsByType.get(eventTypes[action] ?? action)?.shift() ?? null;
    return { ...change, stop };
  });
}
