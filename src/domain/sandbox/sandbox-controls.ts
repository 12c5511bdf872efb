// Sandbox controls: failures that a partner can trigger on a sandbox booking. They use the transitions of production.
import { type Booking, isFirstStopDone } from '../booking/booking.ts';
import { changeCrew, loseCrew, requireDispatched, updateCrewPosition } from '../booking/booking-crew.ts';
import { invalidStep } from '../booking/booking-problems.ts';
import { failStop } from '../booking/booking-progress.ts';
import type { Moment, Transition } from '../booking/booking-transitions.ts';
import type { AssignedCrew } from '../dispatch/crew.ts';
import type { StopDecision } from '../dispatch/dispatch.ts';
import { crewLocationOnLeg } from './simulation-script.ts';

type Now = Pick<Moment, 'nowMs'>;

const MINUTE_MS = 60_000;

/** Before the first stop is done, the booking waits for another crew; afterwards the successor takes over at once. */
export function loseCrewOf(
  booking: Booking,
  { reason, successor }: { readonly reason: string | null; readonly successor: () => AssignedCrew },
  moment: Now,
): Transition {
  return isFirstStopDone(booking) && booking.state === 'dispatched'
    ? changeCrew(booking, { crew: successor(), reason }, moment)
    : loseCrew(booking, { reason }, moment);
}

export function delayCrew(
  booking: Booking,
  { minutes }: { readonly minutes: number },
  { nowMs }: Now,
): Transition {
  const { crew, dispatch } = requireDispatched(
    booking,
    'A delay can be simulated only for a dispatched booking',
  );
  if (dispatch.state !== 'driving') {
    const here = `stop ${dispatch.routePosition} is ${dispatch.state}`;
    throw invalidStep(`A delay can be simulated only while the crew is driving; ${here}.`);
  }
  const etaMs = Math.max(crew.etaMs ?? nowMs, nowMs) + minutes * MINUTE_MS;
  return updateCrewPosition(
    booking,
    { location: crewLocationOnLeg(booking), etaMs, intervalMs: 0 },
    { nowMs },
  );
}

/** Fails the stop that the crew is at. */
export function failCurrentStop(
  booking: Booking,
  { reason, next }: { readonly reason: string; readonly next: StopDecision },
  moment: Now,
): Transition {
  const { dispatch } = requireDispatched(
    booking,
    'A stop failure can be simulated only for a dispatched booking',
  );
  return failStop(booking, { stopId: dispatch.routeStopId, reason, photoUrls: [], next }, moment);
}
