// The view of a booking that notifications depend on, and its recipients.
import type { BookingState } from '../booking/booking.ts';
import type { StopFailureReason } from '../booking/stop-failure-reasons.ts';
import type { DispatchState } from '../dispatch/dispatch.ts';
import type { RouteEnd } from '../place/route.ts';
import type { TimeRange } from '../time/eta-forecast.ts';

export interface NotifiedStop {
  readonly id: string;
  /** The address line or the name of the place. */
  readonly name: string;
  /** City or town; absent if it is unknown. */
  readonly town?: string;
  readonly timeZone: string;
  /** When the crew is expected, by the window; null on demand. */
  readonly planned: TimeRange | null;
}

export interface NotifiedBooking {
  readonly id: string;
  readonly hid: string;
  readonly state: BookingState;
  /** In route order. */
  readonly stops: readonly NotifiedStop[];
  /** Both null for on-demand windows. */
  readonly windowStartMs: number | null;
  readonly windowEndMs: number | null;
  /** The reference stop of the window. */
  readonly windowRef: RouteEnd;
  /** Progress of the crew; null without a crew. */
  readonly progress: CrewProgress | null;
  /** Expected arrival at the stop that the crew is driving to. */
  readonly etaMs: number | null;
  readonly doneStopIds: readonly string[];
  /** When stops were completed, by stop id. */
  readonly doneAtMs?: Readonly<Record<string, number>>;
  /** The subset of `doneStopIds` that was skipped. */
  readonly skippedStopIds: readonly string[];
  /** Why stops were skipped, by stop id. */
  readonly skipReasons?: Readonly<Record<string, StopFailureReason>>;
  /** Windows of the bookings that deliver skipped stops again. */
  readonly redeliveries?: readonly NotifiedRedelivery[];
  /** Code of the booking whose skipped stop this one delivers again. */
  readonly redeliveryOf?: string | null;
}

export interface NotifiedRedelivery {
  readonly stopId: string;
  readonly windowStartMs: number;
  readonly windowEndMs: number;
  readonly timeZone: string;
}

export interface CrewProgress {
  readonly state: DispatchState;
  readonly position: number;
  /** Departure for the stop that the crew is at or driving to; null before that. */
  readonly departedAtMs: number | null;
}

/** A recipient: notified by SMS if they have a phone number, by e-mail if they have an address. */
export interface Recipient {
  /** Stable across messages: the contact id, or a fixed key for recipients without one. */
  readonly key: string;
  readonly name: string | null;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  /** null for every stop of the route. */
  readonly stopIds: readonly string[] | null;
}

export function isNotifiedOfStop({ stopIds }: Recipient, stopId: string): boolean {
  return stopIds === null || stopIds.includes(stopId);
}

/** Whether any stop of this recipient is not done yet. */
export function hasOpenStops({ stopIds }: Recipient, { stops, doneStopIds }: NotifiedBooking): boolean {
  const relevantStopIds = stopIds ?? stops.map(({ id }) => id);
  return relevantStopIds.some((id) => !doneStopIds.includes(id));
}

/** Position of the reference stop. */
export function refPosition({
  stops,
  windowRef,
}: Pick<NotifiedBooking, 'windowRef'> & { readonly stops: { readonly length: number } }): number {
  return windowRef === 'origin' ? 0 : stops.length - 1;
}
