// What an event of a booking says to people who do not read webhooks.
import type { EventList, RouteStop } from '../partner.generated.ts';
import { stopName } from './booking-labels.ts';
import { routeDifference } from './route-difference.ts';
import { stopPhrase } from './stop-changes.ts';

type Event = Pick<EventList['data'][number], 'type' | 'data'>;
type Stop = Pick<RouteStop, 'id' | 'position'>;

const labels: Readonly<Record<string, string>> = {
  'booking.created': 'Booked',
  'booking.dispatched': 'Crew assigned',
  'booking.crew_changed': 'Crew changed',
  'booking.completed': 'Delivery completed',
  'booking.cancelled': 'Cancelled',
  'booking.fare_updated': 'Price changed',
};

const stopLabels: Readonly<Record<string, (stop: string) => string>> = {
  'booking.stop.departed': (stop) => `Crew departed for ${stop}`,
  'booking.stop.arrived': (stop) => `Crew arrived at ${stop}`,
  'booking.stop.completed': (stop) => `Crew finished ${stop}`,
  'booking.stop.failed': (stop) => `Crew could not complete ${stop}`,
};

/** Names of the fields that people change; the order decides the order of the words. */
const fieldNames: Readonly<Record<string, string>> = {
  arrival_window: 'time',
  route: 'stops',
  customer: 'customer',
  contacts: 'contacts',
  description: 'description',
  order_number: 'order number',
  photo_urls: 'photos',
  metadata: 'metadata',
};

interface Circumstances {
  /** The route as it is now. */
  readonly route: readonly Stop[];
  readonly skippedIds?: ReadonlySet<string>;
  /** The event before. */
  readonly earlier?: Event | undefined;
}

/**
 * "Drop-off skipped"; "Stop added: 1 Main St; time changed"; null for events that tell people nothing: positions, and the
 * crew moving on to its next stop.
 */
export function activityLabel(
  { type, data }: Event,
  { route, skippedIds = new Set(), earlier }: Circumstances,
): string | null {
  if (type === 'crew.location_updated') return null;
  if (type === 'booking.updated') return changeLabel(data, earlier?.data);
  if (type === 'booking.completed' && skippedIds.size > 0) return 'Booking ended';
  const { stop } = data as { readonly stop?: Stop };
  // By id: stops may have moved since.
  const position = route.find(({ id }) => id === stop?.id)?.position ?? stop?.position ?? 0;
  // A skipped stop is completed in the API, with the outcome `skipped`.
  if (type === 'booking.stop.completed' && stop && skippedIds.has(stop.id))
    return `${stopName(position, route.length)} skipped`;
  return stopLabels[type]?.(stopPhrase(position, route.length)) ?? labels[type] ?? plainLabel(type);
}

function changeLabel(data: Event['data'], earlier: Event['data'] | undefined): string | null {
  const { changed = [] } = data as { readonly changed?: readonly string[] };
  if (changed.length > 0 && changed.every((field) => field === 'dispatch' || field === 'dispatch_state'))
    return null;
  const names = Object.keys(fieldNames).flatMap((field) =>
    changed.includes(field) ? [fieldNames[field] ?? field] : [],
  );
  const stops = names.includes('stops') ? stopsLabel(earlier, data) : null;
  // Contacts that were made from the customer change with it, and with the stops that they belong to.
  const followsAnother = names.includes('customer') || names.includes('stops');
  const shown = names.filter(
    (name) => (name !== 'contacts' || !followsAnother) && (name !== 'stops' || stops === null),
  );
  const last = shown.pop();
  if (last === undefined) return stops ?? 'Booking changed';
  const text = `${shown.length > 0 ? `${shown.join(', ')} and ` : ''}${last} changed`;
  return stops === null ? text.charAt(0).toUpperCase() + text.slice(1) : `${stops}; ${text}`;
}

/** null if the event before is not known, which is deleted at the end of its retention period. */
function stopsLabel(earlier: Event['data'] | undefined, { booking }: Event['data']): string | null {
  return earlier?.booking && booking ? routeDifference(earlier.booking.route, booking.route) : null;
}

/** "booking.something.new" becomes "Something new". */
function plainLabel(type: string): string {
  const words = type.replace(/^booking\./, '').replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
