// What a change of a booking says to dispatchers: who did what at which stop.
import type { TimelineEntry } from '../api.ts';

type Change = Pick<TimelineEntry, 'kind' | 'action' | 'changed' | 'crew_name' | 'stop'>;

const labels: Readonly<Record<string, string>> = {
  'booking.created': 'Booked',
  'booking.offered': 'Offered to crews',
  'booking.dispatched': 'Crew assigned',
  'booking.crew_changed': 'Crew changed',
  'booking.updated': 'Booking changed',
  'booking.completed': 'Booking completed',
  'booking.cancelled': 'Booking cancelled',
  'booking.fare_adjusted': 'Price adjusted',
  'booking.stop_added': 'Stop added',
  'booking.stop_removed': 'Stop removed',
  'booking.stop_edited': 'Stop changed',
  'booking.stops_reordered': 'Order of the stops changed',
  'booking.delivered_again': 'Booked again for another delivery',
  'booking.message_sent': 'Message sent',
  'booking.note_added': 'Note added',
  'booking.call_logged': 'Call logged',
  'booking.simulated': 'Step simulated',
};

const crewLabels: Readonly<Record<string, (crew: string) => string>> = {
  'booking.dispatched': (crew) => `${crew} assigned`,
  'booking.crew_changed': (crew) => `Crew changed: ${crew}`,
};

const stepLabels: Readonly<Record<string, (crew: string, stop: string) => string>> = {
  'booking.stop.departed': (crew, stop) => `${crew} left for ${stop}`,
  'booking.stop.arrived': (crew, stop) => `${crew} arrived at ${stop}`,
  'booking.stop.completed': (crew, stop) => `${crew} finished ${stop}`,
  'booking.stop.failed': (crew, stop) => `${crew} could not complete ${stop}`,
  'booking.stop.retried': (crew, stop) => `${crew} asked to try again at ${stop}`,
  'booking.stop.skipped': (_crew, stop) => `Skipped ${stop}`,
};

/** Events repeat the changes that caused them; moving on repeats the completion of a stop. */
export function isShownChange({ kind, action }: Change): boolean {
  return kind !== 'event' && action !== 'booking.moved_on';
}

/** "Crew North 2 left for the pickup, 12 Main St" */
export function timelineLabel(change: Change, stopCount: number): string {
  const { action = '', changed = [], crew_name, stop } = change;
  const crew = crew_name ?? 'The crew';
  if (action === 'booking.crew_changed' && changed.includes('state')) return `${crew} unassigned`;
  const place = stop ? `${stopWords(stop.position, stopCount)}, ${stop.name}` : 'the stop';
  const named = crew_name ? crewLabels[action]?.(crew_name) : undefined;
  return stepLabels[action]?.(crew, place) ?? named ?? labels[action] ?? plainLabel(action);
}

function stopWords(position: number, count: number): string {
  if (position === 0) return 'the pickup';
  return position === count - 1 ? 'the drop-off' : `stop ${position + 1}`;
}

/** "booking.something_new" becomes "Something new". */
export function plainLabel(action: string): string {
  const words = action.replace(/^booking\./, '').replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
