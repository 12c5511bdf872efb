// Takes and gives back what bookings hold of the capacity for windows, within the transaction that books. The order of
// the moves is the order of the locks (domain/capacity-claim.ts).
import type { AccountTransaction } from '../../db/database.ts';
import type { CapacityMove } from '../../domain/capacity-claim.ts';
import { capacityAt, isClosedAt, type ServedArea } from '../../domain/capacity-override.ts';

import { Problem } from '../../lib/problem.ts';
import { claimBucket, claimOnDemand, releaseBucket, releaseOnDemand } from './capacity-store.ts';
import { hasFreeCrew } from './free-crew-store.ts';

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

export async function reserveWindows(trx: AccountTransaction, reservation: Reservation): Promise<void> {
  for (const { kind, claim } of reservation.moves) {
    if (kind === 'release') {
      await (claim.kind === 'bucket'
        ? releaseBucket(trx, claim)
        : releaseOnDemand(trx, reservation.bookingId));
    } else if (claim.kind === 'bucket') {
      const capacity = reservation.area ? capacityAt(reservation.area, claim) : 0;
      if (!(await claimBucket(trx, claim, capacity))) throw windowLost(reservation.param);
    } else {
      const { area, now, param } = reservation;
      if (area && isClosedAt(area, { ...claim, startMs: now.getTime() })) throw windowLost(param);
      const capacity = area?.products[claim.product]?.onDemandCapacity ?? 0;
      if (!(await claimOnDemand(trx, reservation.bookingId, claim, capacity, reservation.now)))
        throw crewsBusy();
      if (reservation.needsCrew && !(await hasFreeCrew(trx, { ...claim, ...reservation }))) throw crewsBusy();
    }
  }
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
