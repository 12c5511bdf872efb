// Doctor checks of the fields that each booking state requires, and of arrival windows.
import { BOOKING_STATES, type Booking, isFinal } from '../../../../domain/booking/booking.ts';
import type { ArrivalWindow } from '../../../../domain/time/arrival-window.ts';
import { isTimeZone } from '../../../../domain/time/time-zone-offsets.ts';

const HOUR_MS = 3_600_000;
/** Cache: validating a time zone name is expensive, and bookings share a few zones. */
const knownZones = new Set<string>();

export function stateFaults(booking: Booking): string[] {
  const { state, fare, cancellation, crew, dispatch } = booking;
  if (!BOOKING_STATES.includes(state)) return [`${state} is not a valid state`];
  const rules: [boolean, string][] = [
    [(fare !== null) === (state === 'completed'), 'completed bookings, and no others, must have a fare'],
    [
      (cancellation !== null) === (state === 'cancelled'),
      'cancelled bookings, and no others, must have a cancellation',
    ],
    [state !== 'created' || (crew === null && dispatch === null), 'a created booking must have no crew'],
    [(crew === null) === (dispatch === null), 'crew and dispatch must be set together'],
    [
      (state !== 'dispatched' && state !== 'completed') || (crew !== null && dispatch !== null),
      `a ${state} booking must have a crew and a dispatch`,
    ],
    [
      !isFinal(state) || crew === null || (crew.phoneNumber === null && crew.location === null),
      'an ended booking still has the phone number or location of its crew',
    ],
    [booking.updatedAtMs >= booking.createdAtMs, 'updated_at is before created_at'],
  ];
  return rules.filter(([holds]) => !holds).map(([, message]) => message);
}

/** `startsAt` is the denormalised column `window_starts_at`, by which lists are filtered. */
export function windowFaults(window: ArrivalWindow, startsAt: Date | null): string[] {
  const copied = startsAt?.getTime() ?? null;
  const rules: [boolean, string][] = [
    [copied === window.startMs, 'window_starts_at differs from the start of the window'],
    [typeof window.id === 'string' && typeof window.label === 'string', 'the window has no id or label'],
    [isKnownZone(window.timeZone), 'the window has no valid time zone'],
    [isWellTimed(window), 'the times of the window are inconsistent'],
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
