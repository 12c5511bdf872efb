// Problems that reject a change of a booking. The messages state the current state.
import { Problem } from '../../lib/problem.ts';
import type { Booking } from './booking.ts';

export function notEditable(message: string, param?: string): Problem {
  return Problem.of('booking_not_editable', message, param === undefined ? {} : { param });
}

/** A step that does not follow from the current state, for example a concurrent or repeated request. */
export function invalidStep(message: string): Problem {
  return Problem.of('booking_not_editable', message, { kind: 'conflict' });
}

export function notCancellable(message: string): Problem {
  return Problem.of('booking_not_cancellable', message);
}

export function alreadyCancelled(): Problem {
  return Problem.of('booking_already_cancelled', 'The booking is already cancelled.');
}

export function noSuchStop(): Problem {
  return Problem.of('not_found', 'The booking has no such stop.');
}

export function stopStarted(position: number): Problem {
  return Problem.of(
    'stop_already_started',
    `The crew has already departed for the stop at position ${position}. Only later stops can be changed.`,
  );
}

/** Appends the current state: "…; this one is cancelled." */
export function withState(rule: string, { state }: Pick<Booking, 'state'>): string {
  return `${rule}; this one is ${state}.`;
}
