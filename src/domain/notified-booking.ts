// What notifications need to know of a booking, and who is to hear of it.
import type { BookingState } from './booking.ts';
import type { DispatchState } from './dispatch.ts';
import type { RouteEnd } from './route.ts';

export interface NotifiedStop {
  readonly id: string;
  /** The address line or the name of the place. */
  readonly name: string;
  readonly timeZone: string;
}

export interface NotifiedBooking {
  readonly id: string;
  readonly hid: string;
  readonly state: BookingState;
  /** In the order of the route. */
  readonly stops: readonly NotifiedStop[];
  /** Both null: as soon as possible. */
  readonly windowStartMs: number | null;
  readonly windowEndMs: number | null;
  /** The end of the route that the window is for. */
  readonly windowRef: RouteEnd;
  /** How far the crew is; null without one. */
  readonly progress: CrewProgress | null;
  /** When the crew expects to be at the stop it drives to. */
  readonly etaMs: number | null;
  readonly doneStopIds: readonly string[];
  /** Those of them that were let go instead. */
  readonly skippedStopIds: readonly string[];
}

export interface CrewProgress {
  readonly state: DispatchState;
  readonly position: number;
  /** When it set out for the stop where it is or is driving to; null before that. */
  readonly departedAtMs: number | null;
}

/** Somebody who is told. A phone number is told by SMS, an address by mail. */
export interface Recipient {
  /** Stays the same from one message to the next: the id of a contact, or a word for who has none. */
  readonly key: string;
  readonly name: string | null;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  /** null for every stop of the route. */
  readonly stopIds: readonly string[] | null;
}

export function hearsOfStop({ stopIds }: Recipient, stopId: string): boolean {
  return stopIds === null || stopIds.includes(stopId);
}

/** Whether anything of what this recipient waits for is still to come. */
export function isStillWaiting({ stopIds }: Recipient, { stops, doneStopIds }: NotifiedBooking): boolean {
  const theirs = stopIds ?? stops.map(({ id }) => id);
  return theirs.some((id) => !doneStopIds.includes(id));
}

/** The stop that the window is for. */
export function refPosition({
  stops,
  windowRef,
}: Pick<NotifiedBooking, 'windowRef'> & { readonly stops: { readonly length: number } }): number {
  return windowRef === 'origin' ? 0 : stops.length - 1;
}
