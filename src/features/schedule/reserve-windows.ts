// Reserves and releases the capacity of arrival windows, within the transaction of the booking change. The moves are in
// lock order (domain/time/capacity-claim.ts).
import { sqlState } from '../../db/sql-state.ts';
import type { Statement } from '../../db/statement.ts';
import type { CapacityChange, CapacityClaim } from '../../domain/time/capacity-claim.ts';
import { capacityAt, isClosedAt, type ServedArea } from '../../domain/time/capacity-override.ts';
import { type WindowParam, windowLost } from '../../domain/time/window-problem.ts';
import { Problem } from '../../lib/problem.ts';
import {
  bucketClaim,
  bucketRelease,
  hourFull,
  noCrewFree,
  onDemandClaim,
  onDemandRelease,
} from './capacity-store.ts';
import { freeCrewRequirement } from './free-crew-store.ts';

export interface Reservation {
  readonly bookingId: string;
  readonly moves: readonly CapacityChange[];
  /** null if no capacity is taken. */
  readonly area: ServedArea | null;
  /** The request parameter that the error names if the window is full. */
  readonly param: WindowParam;
  readonly now: Date;
  /** Whether the plan of the day limits scheduled windows: hours are counted, and only overrides limit them. */
  readonly isPlanned: boolean;
  /** Whether an on-demand booking also needs a free crew: true in areas with automatic dispatch. */
  readonly needsCrew: boolean;
}

const busyRetrySeconds = 60;

/** Must run in this order. A claim raises an SQLSTATE if no capacity is left. */
export function reservationStatements(reservation: Reservation): Statement<unknown>[] {
  const { bookingId, moves } = reservation;
  return moves.flatMap(({ kind, claim }) => {
    if (kind === 'claim') return claimStatements(claim, reservation);
    return claim.kind === 'bucket' ? bucketRelease(claim) : onDemandRelease(bookingId);
  });
}

function claimStatements(claim: CapacityClaim, reservation: Reservation): Statement<unknown>[] {
  const { bookingId, area, now, needsCrew, param, isPlanned } = reservation;
  if (claim.kind === 'bucket') return [bucketClaim(claim, area ? capacityAt(area, claim, isPlanned) : 0)];
  // An area that is closed today takes no on-demand bookings.
  if (area && isClosedAt(area, { ...claim, startMs: now.getTime() })) throw windowLost(param);
  const product = area?.products[claim.product];
  return [
    ...onDemandClaim(bookingId, claim, product?.onDemandCapacity ?? 0, now),
    ...(needsCrew ? [freeCrewRequirement({ ...claim, bookingId, now })] : []),
  ];
}

/** Maps the SQLSTATE of a refused claim to the error for the partner. Other errors are returned unchanged. */
export function reservationRefusal(error: unknown, { param }: Pick<Reservation, 'param'>): unknown {
  if (sqlState(error) === hourFull) return windowLost(param);
  return sqlState(error) === noCrewFree ? crewsBusy() : error;
}

export function crewsBusy(): Problem {
  return Problem.of(
    'crews_busy',
    'Every crew that could come now is busy. Choose a scheduled window, or try again later.',
    {
      param: 'arrival_window_id',
      retryAfterSeconds: busyRetrySeconds,
    },
  );
}
