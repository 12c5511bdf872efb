// Takes and gives back what bookings hold of the capacity for windows, within the transaction that books. The order of
// the moves is the order of the locks (domain/capacity-claim.ts).
import { sqlState } from '../../db/sql-state.ts';
import type { Statement } from '../../db/statement.ts';
import type { CapacityClaim, CapacityMove } from '../../domain/capacity-claim.ts';
import { capacityAt, isClosedAt, type ServedArea } from '../../domain/capacity-override.ts';
import { Problem } from '../../lib/problem.ts';
import {
  bucketClaim,
  bucketRelease,
  hourFull,
  nobodyFree,
  onDemandClaim,
  onDemandRelease,
} from './capacity-store.ts';
import { freeCrewDemand } from './free-crew-store.ts';

export interface Reservation {
  readonly bookingId: string;
  readonly moves: readonly CapacityMove[];
  /** null where nothing is taken. */
  readonly area: ServedArea | null;
  /** The parameter to blame when a window is full. */
  readonly param: 'arrival_window_id' | 'arrival_window_from';
  readonly now: Date;
  /** Whether an on-demand booking also needs a crew that is free: where crews are found for it automatically. */
  readonly needsCrew: boolean;
}

const busyRetrySeconds = 60;

/** To be carried out in this order. Each refuses by itself where there is nothing left to take. */
export function reservationStatements(reservation: Reservation): Statement<unknown>[] {
  const { bookingId, moves } = reservation;
  return moves.flatMap(({ kind, claim }) => {
    if (kind === 'claim') return claimStatements(claim, reservation);
    return claim.kind === 'bucket' ? bucketRelease(claim) : onDemandRelease(bookingId);
  });
}

function claimStatements(claim: CapacityClaim, reservation: Reservation): Statement<unknown>[] {
  const { bookingId, area, now, needsCrew, param } = reservation;
  if (claim.kind === 'bucket') return [bucketClaim(claim, area ? capacityAt(area, claim) : 0)];
  // What is closed today is closed to those who would come at once.
  if (area && isClosedAt(area, { ...claim, startMs: now.getTime() })) throw windowLost(param);
  const product = area?.products[claim.product];
  return [
    ...onDemandClaim(bookingId, claim, product?.onDemandCapacity ?? 0, now),
    ...(needsCrew ? [freeCrewDemand({ ...claim, bookingId, now })] : []),
  ];
}

/** What partners are told where one of the statements refused; any other error as it is. */
export function reservationRefusal(error: unknown, { param }: Pick<Reservation, 'param'>): unknown {
  if (sqlState(error) === hourFull) return windowLost(param);
  return sqlState(error) === nobodyFree ? crewsBusy() : error;
}

/** Somebody else took the last place between listing and booking. The contract shows this answer without a code. */
export function windowLost(param: Reservation['param']): Problem {
  return Problem.uncoded('conflict', 'The arrival window is no longer available. Choose another one.', {
    param,
  });
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
