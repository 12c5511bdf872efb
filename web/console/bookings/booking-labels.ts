// Labels of the booking pages: states, money, actions, changed fields and stop status.
import type { Tone } from '../../ui/badge.tsx';
import type { Booking, ListedBooking } from '../api.ts';
import { type CardStateLabel, stateOf } from '../board/board-labels.ts';

const bookingStateLabels: Readonly<Record<Booking['state'], { words: string; tone: Tone }>> = {
  created: { words: 'Unassigned', tone: 'warn' },
  dispatched: { words: 'Assigned', tone: 'good' },
  completed: { words: 'Completed', tone: 'quiet' },
  cancelled: { words: 'Cancelled', tone: 'bad' },
};

export function formatBookingState(state: string): string {
  return Object.entries(bookingStateLabels).find(([name]) => name === state)?.[1].words ?? state;
}

const moodTones: Readonly<Record<CardStateLabel['mood'], Tone>> = {
  waiting: 'warn',
  intended: 'quiet',
  planned: 'good',
  moving: 'good',
  failed: 'bad',
  done: 'quiet',
};

/** State of a booking in the words of the board. */
export function bookingBadge({
  booking,
  trouble,
  is_planned,
  offer,
}: Pick<ListedBooking, 'booking' | 'trouble' | 'is_planned' | 'offer'>): {
  readonly words: string;
  readonly tone: Tone;
} {
  const { state, dispatch } = booking;
  if (state === 'cancelled') return bookingStateLabels.cancelled;
  const progress = steps.find((step) => step === dispatch?.state) ?? null;
  const { words, mood } = stateOf({
    state,
    planned: is_planned ? { is_overdue: false } : null,
    offer,
    progress,
    trouble,
    stops_done: countFinishedStops(booking),
    stops_skipped: dispatch?.events.filter(({ outcome }) => outcome === 'skipped').length ?? 0,
  });
  return { words, tone: moodTones[mood] };
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export function formatCents(cents: number): string {
  return dollars.format(cents / 100);
}

const fieldLabels: Readonly<Record<string, string>> = {
  arrival_window: 'window',
  photo_urls: 'photos',
  quote: 'price',
  fare: 'price',
  order_number: 'order number',
};
/** Fields whose change is implied by the action's label. */
const impliedFields = new Set([
  'cancellation',
  'state',
  'dispatch',
  'dispatch_state',
  'crew',
  'previous_dispatches',
  'origin',
  'destination',
]);

/** The fields that an edit changed; for other actions the label of the action is enough. */
export function formatChangedFields({ changed = [] }: { readonly changed?: readonly string[] }): string {
  return changed
    .filter((field) => !impliedFields.has(field))
    .map((field) => fieldLabels[field] ?? field.replaceAll('_', ' '))
    .join(', ');
}

type Cancellation = NonNullable<Booking['cancellation']>;

const cancellationTitles: Readonly<Record<string, string>> = {
  partner: 'Cancelled by the partner',
  operator: 'Cancelled by an operator',
  provider: 'Cancelled by the delivery company',
  system: 'Cancelled automatically',
};

export function cancellationTitle({ by }: Pick<Cancellation, 'by'>): string {
  return cancellationTitles[by] ?? 'Cancelled';
}

/** The reasons that have a code; operators write theirs. */
const cancellationReasons: Readonly<Record<string, string>> = {
  other: 'Another reason',
  im_not_ready: 'The customer is not ready',
  long_eta: 'The arrival takes too long',
  vehicle: 'Another vehicle is needed',
  no_crew_available: 'No crew was available',
  payment_refused: 'The payment was refused',
};

export function cancellationReason({ reason }: Pick<Cancellation, 'reason'>): string {
  return reason === null ? 'No reason given' : (cancellationReasons[reason] ?? reason);
}

type Stop = Booking['route'][number];

export function formatStopLocation({ location }: Pick<Stop, 'location'>): string {
  const { name, address } = location;
  return name.includes(address.locality) ? name : `${name}, ${address.locality}`;
}

export type StopStatus = 'open' | 'pending' | 'driving' | 'at' | 'done' | 'skipped';

const steps = ['pending', 'driving', 'at', 'done'] as const;

/** Status of a stop. `open`: the crew has not reached it yet. */
export function stopStatus({ dispatch, state }: Booking, position: number): StopStatus {
  if (!dispatch || state === 'created') return 'open';
  const done = dispatch.events.findLast(
    (event) => event.state === 'done' && event.route_position === position,
  );
  if (done) return done.outcome === 'skipped' ? 'skipped' : 'done';
  // The crew is through with a stop that is done: the next one counts as pending before the booking has moved on.
  const isLeaving = dispatch.state === 'done' && state === 'dispatched';
  if (isLeaving && position === dispatch.route_position + 1) return 'pending';
  if (dispatch.route_position !== position) return 'open';
  const now = steps.find((step) => step === dispatch.state);
  return now ?? 'open';
}

/** Number of stops that are done or skipped. */
export function countFinishedStops(booking: Booking): number {
  return booking.route.filter(({ position }) => ['done', 'skipped'].includes(stopStatus(booking, position)))
    .length;
}

/** Whether the last stop is done and the booking is not completed yet: that follows by itself within a minute. */
export function awaitsCompletion({ dispatch, state, route }: Booking): boolean {
  const isDone = dispatch?.state === 'done' && dispatch.route_position === route.length - 1;
  return state === 'dispatched' && isDone;
}

/** "EST" if all windows are in this zone. */
export function commonZone(bookings: readonly Booking[]): string | null {
  const zones = bookings.flatMap(
    ({ arrival_window: { label } }) => / [AP]M ([A-Z]{2,5})$/.exec(label ?? '')?.[1] ?? [],
  );
  return new Set(zones).size === 1 ? (zones[0] ?? null) : null;
}

/** Whether the crew has not departed for the stop yet. */
export function isStopOpen(booking: Booking, position: number): boolean {
  return ['open', 'pending'].includes(stopStatus(booking, position));
}

/** The stop that the arrival window is for. */
export function windowStop({ arrival_window_ref: ref }: Pick<Booking, 'arrival_window_ref'>): string {
  return ref === 'destination' ? 'drop-off' : 'pickup';
}

/** Whether the arrival window can be changed: until the crew departs for the stop that it refers to. */
export function isWindowOpen(booking: Booking): boolean {
  return isStopOpen(booking, booking.arrival_window_ref === 'origin' ? 0 : booking.route.length - 1);
}

export const stopStatusLabels: Readonly<Record<StopStatus, string>> = {
  open: 'Planned',
  pending: 'Next',
  driving: 'On the way',
  at: 'Crew at the stop',
  done: 'Done',
  skipped: 'Skipped',
};
