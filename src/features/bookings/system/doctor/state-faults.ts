// Doctor checks of the fields that each booking state requires, and of arrival windows.
import type { ArrivalWindow } from '../../../../domain/arrival-window.ts';
import { BOOKING_STATES, type Booking, isFinal } from '../../../../domain/booking.ts';
import { isTimeZone } from '../../../../domain/time-zone-offsets.ts';

const HOUR_MS = 3_600_000;
/** Cache: validating a time zone name is expensive, and bookings share a few zones. */
const knownZones = new Set<string>();

export function stateFaults(booking: Booking): string[] {
  const { state, fare, cancellation, crew, dispatch } = booking;
  if (!BOOKING_STATES.includes(state)) return [`${state} is no state`];
  const rules: [boolean, string][] = [
    [(fare !== null) === (state === 'completed'), 'a fare is for completed bookings, and they have one'],
    [
      (cancellation !== null) === (state === 'cancelled'),
      'a cancellation is for cancelled bookings, and they have one',
    ],
    [state !== 'created' || (crew === null && dispatch === null), 'a created booking has no crew yet'],
    [(crew === null) === (dispatch === null), 'crew and dispatch come and go together'],
    [
      (state !== 'dispatched' && state !== 'completed') || (crew !== null && dispatch !== null),
      `a ${state} booking has a crew and a dispatch`,
    ],
    [
      !isFinal(state) || crew === null || (crew.phoneNumber === null && crew.location === null),
      'a booking that is over still says how to reach its crew, or where it is',
    ],
    [booking.updatedAtMs >= booking.createdAtMs, 'was updated before it was created'],
  ];
  return rules.filter(([holds]) => !holds).map(([, message]) => message);
}

/** `startsAt` is the denormalised column `window_starts_at`, by which lists are filtered. */
export function windowFaults(window: ArrivalWindow, startsAt: Date | null): string[] {
  const copied = startsAt?.getTime() ?? null;
  const rules: [boolean, string][] = [
    [copied === window.startMs, 'window_starts_at is not the start of the window'],
    [typeof window.id === 'string' && typeof window.label === 'string', 'the window has no id or label'],
    [isKnownZone(window.timeZone), 'the window has no time zone'],
    [isWellTimed(window), 'the times of the window do not fit its kind or one another'],
  ];
  return rules.filter(([holds]) => !holds).map(([, message]) => message);
}

function isKnownZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (!isTimeZone(name)) return false;
  knownZones.add(name);
  return true;
}

function isWellTimed(window: ArrivalWindow): boolean {
  const { kind, startMs, endMs, bucketStartMs } = window;
  if (kind === 'on_demand') return startMs === null && endMs === null && bucketStartMs === null;
  if (kind !== 'listed' && kind !== 'custom') return false;
  if (![startMs, endMs, bucketStartMs].every(Number.isSafeInteger)) return false;
  return startMs < endMs && bucketStartMs <= startMs && startMs < bucketStartMs + HOUR_MS;
}
