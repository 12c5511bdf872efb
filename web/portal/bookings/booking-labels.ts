// Labels of bookings in the portal: states, vehicles, steps of the crew, events.
import type { Tone } from '../../ui/badge.tsx';
import { formatDollarRange, formatDollars } from '../../ui/dollars.ts';
import { englishTimes } from '../../ui/time-format.ts';
import type { PortalBooking } from '../api.generated.ts';
import type { RouteStop } from '../partner.generated.ts';

export const stateLabels: Readonly<
  Record<PortalBooking['state'], { readonly label: string; readonly tone: Tone }>
> = {
  created: { label: 'Booked', tone: 'quiet' },
  dispatched: { label: 'Crew assigned', tone: 'good' },
  completed: { label: 'Completed', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'bad' },
};

type Outcome = Pick<PortalBooking, 'state' | 'stop_count' | 'skipped_positions'>;

/** The state as people read it: a booking whose drop-off was skipped was not delivered, even before it is completed. */
export function shownState({ state, stop_count, skipped_positions }: Outcome) {
  if (state === 'cancelled' || skipped_positions.length === 0) return stateLabels[state];
  if (skipped_positions.includes(stop_count - 1)) return { label: 'Not delivered', tone: 'bad' } as const;
  return state === 'completed' ? ({ label: 'Partly completed', tone: 'warn' } as const) : stateLabels[state];
}

const vehicles: Readonly<Record<string, { readonly name: string; readonly crew: string }>> = {
  lite: { name: 'Pickup truck, one person', crew: 'One crew member, for items that one person can carry' },
  pickup: { name: 'Pickup truck', crew: 'Two crew members' },
  van: { name: 'Cargo van', crew: 'Two crew members' },
  xl: { name: 'Sprinter van', crew: 'Two crew members' },
  box: { name: 'Box truck', crew: 'Two crew members' },
};

export const vehicleOf = (product: string) => vehicles[product] ?? { name: product, crew: '' };

const vehicleTypes: Readonly<Record<string, string>> = {
  pickup_truck: 'Pickup truck',
  van: 'Cargo van',
  sprinter_van: 'Sprinter van',
  box_truck_14ft: '14 ft box truck',
  box_truck_16ft: '16 ft box truck',
  box_truck_18ft: '18 ft box truck',
  box_truck_24ft: '24 ft box truck',
};

export const vehicleTypeOf = (type: string) => vehicleTypes[type] ?? type;

/** "Pickup", "Stop 2", "Drop-off". */
export function stopName(position: number, stopCount: number): string {
  if (position === 0) return 'Pickup';
  return position === stopCount - 1 ? 'Drop-off' : `Stop ${position + 1}`;
}

export const elevatorOptions = [
  { value: '', label: 'Unknown' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No, stairs only' },
];

type Access = Pick<RouteStop, 'floor' | 'elevator'>;

/** "Floor 3, no elevator"; empty if neither is known. */
export function accessText({ floor, elevator }: Access): string {
  const lift = elevator === null ? null : elevator ? 'elevator' : 'no elevator';
  const text = [floor === null ? null : `floor ${floor}`, lift].filter((part) => part !== null).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Progress = Outcome & Pick<PortalBooking, 'dispatch_state' | 'redelivery'>;

const places: Readonly<Record<string, string>> = {
  origin: 'the pickup',
  stop: 'a stop',
  destination: 'the drop-off',
};

/** What the crew does now, or which booking delivers again; null if the state says everything. */
export function progressOf(booking: Progress): string | null {
  const { state, dispatch_state, stop_count, skipped_positions, redelivery } = booking;
  const isDropOffSkipped = skipped_positions.includes(stop_count - 1);
  if (redelivery !== null && (state === 'completed' || isDropOffSkipped))
    return `New delivery: ${redelivery.hid}`;
  if (state !== 'dispatched' || isDropOffSkipped) return null;
  const [place = '', step = ''] = dispatch_state.split('_');
  const at = places[place] ?? place;
  const phrases: Readonly<Record<string, string>> = {
    driving: `On the way to ${at}`,
    at: `At ${at}`,
    done: `${at.charAt(0).toUpperCase()}${at.slice(1)} is done`,
  };
  return phrases[step] ?? (place === 'origin' ? 'Not departed yet' : `Next: ${at}`);
}

type Window = Pick<PortalBooking, 'window_starts_at' | 'window_ends_at' | 'time_zone'>;

/** Day and hours, in the time zone of the route. */
export function windowOf({ window_starts_at: from, window_ends_at: to, time_zone }: Window) {
  if (from === null || to === null) return { day: 'As soon as possible', hours: 'no fixed time' };
  const zone = time_zone ?? 'UTC';
  const isForeign = englishTimes.zoneNameIfForeign(from, zone) !== null;
  const hours = englishTimes.window({ from, to }, zone);
  const shown = isForeign ? `${hours} ${englishTimes.zoneName(from, zone, 'short') ?? zone}` : hours;
  return { day: englishTimes.day(from, zone), hours: shown };
}

type Price = Pick<
  PortalBooking,
  'state' | 'fare_cents' | 'estimate_low_cents' | 'estimate_high_cents' | 'cancellation_fee_cents'
>;

/** The final amount once there is one, else the estimate. */
export function priceOf(booking: Price): { readonly text: string; readonly note: string | null } {
  const { state, fare_cents, estimate_low_cents: low, estimate_high_cents: high } = booking;
  if (state === 'cancelled')
    return { text: formatDollars(booking.cancellation_fee_cents ?? 0), note: 'cancellation fee' };
  if (fare_cents !== null) return { text: formatDollars(fare_cents), note: null };
  if (low === null) return { text: '–', note: null };
  return { text: formatDollarRange(low, high ?? low), note: 'estimate' };
}

const cancellers: Readonly<Record<string, string>> = {
  partner: 'By your organization',
  operator: 'By the delivery company',
  provider: 'By the delivery company',
  system: 'Automatically',
};

const cancelReasons: Readonly<Record<string, string>> = {
  other: 'another reason',
  im_not_ready: 'the customer is not ready',
  long_eta: 'the arrival takes too long',
  vehicle: 'another vehicle is needed',
  no_crew_available: 'no crew was available',
  payment_refused: 'the payment was refused',
};

/** "By your organization: the customer is not ready". */
export function cancellationText({ by, reason }: { readonly by: string; readonly reason: string | null }) {
  const who = cancellers[by] ?? by;
  return reason === null ? who : `${who}: ${cancelReasons[reason] ?? reason.replaceAll('_', ' ')}`;
}
