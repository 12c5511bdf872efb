// Grace period of crew changes: customers see the assignment of a crew, or the loss of one, only after it has lasted for
// a while. A dispatcher's slip that is undone within the period never reaches them. Partners get every change as an
// event, at once.
import type { Crew } from '../dispatch/crew.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { Booking } from './booking.ts';

export const CREW_CHANGE_GRACE_MS = 2 * 60_000;

interface Assignment {
  readonly crew: Crew;
  readonly dispatch: Dispatch;
  /** Infinity for the current one. */
  readonly endedAtMs: number;
}

/**
 * The booking as customers see it. Before the crew departs: with the assignment that was in force `graceMs` ago, and
 * without earlier assignments that never lasted that long. From the departure on, and without a grace period: as it is.
 */
export function withCrewChangeGrace(booking: Booking, nowMs: number, graceMs: number): Booking {
  if (graceMs === 0) return booking;
  const { state, crew, dispatch } = booking;
  const previousDispatches = booking.previousDispatches.filter(
    (ended) => hasDeparted(ended.dispatch) || ended.endedAtMs - startOf(ended.dispatch) >= graceMs,
  );
  const isSettled =
    (state !== 'created' && state !== 'dispatched') || (dispatch !== null && hasDeparted(dispatch));
  if (isSettled) return { ...booking, previousDispatches };
  const thenMs = nowMs - graceMs;
  const current: Assignment | null =
    crew === null || dispatch === null ? null : { crew, dispatch, endedAtMs: Number.POSITIVE_INFINITY };
  const inForce =
    [...previousDispatches, ...(current ? [current] : [])].findLast(
      (each) => startOf(each.dispatch) <= thenMs && each.endedAtMs > thenMs && !hasDeparted(each.dispatch),
    ) ?? replacement(current, previousDispatches.at(-1), graceMs);
  if (!inForce) return { ...booking, state: 'created', crew: null, dispatch: null, previousDispatches };
  return {
    ...booking,
    state: 'dispatched',
    crew: inForce.crew,
    dispatch: inForce.dispatch,
    previousDispatches: previousDispatches.filter((ended) => ended.dispatch !== inForce.dispatch),
  };
}

/** The current assignment if it followed the last one within the grace period: a loss that has not lasted is not shown. */
function replacement(
  current: Assignment | null,
  last: Pick<Assignment, 'endedAtMs'> | undefined,
  graceMs: number,
): Assignment | null {
  if (!current || !last) return null;
  return startOf(current.dispatch) - last.endedAtMs < graceMs ? current : null;
}

const startOf = ({ events }: Dispatch) => events[0]?.triggeredAtMs ?? 0;
const hasDeparted = ({ state, routePosition }: Dispatch) => routePosition > 0 || state !== 'pending';
