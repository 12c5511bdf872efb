// Settlement: the final fare of a booking, from the actual work on the quoted terms.
import type { Booking } from '../booking/booking.ts';
import { type Dispatch, laborMinutesByStop } from '../dispatch/dispatch.ts';
import type { Distance } from '../place/travel.ts';
import type { Adjustment } from './adjustment.ts';
import { type Fare, finalFare } from './fare.ts';

export interface SettlementInputs {
  /** Actual travel; defaults to the quoted travel. */
  readonly travel?: Distance | undefined;
  /** Service time per stop; defaults to the time from arrival to done. Simulations pass their own. */
  readonly laborMinutesByStop?: readonly number[] | undefined;
  /** Adjustments agreed during the job: tolls, waiting time … */
  readonly adjustments?: readonly Adjustment[] | undefined;
}

export function settle(booking: Booking, dispatch: Dispatch, inputs: SettlementInputs, nowMs: number): Fare {
  const { quote, route, tipCents } = booking;
  const minutes = inputs.laborMinutesByStop ?? laborMinutesByStop(dispatch, route.length);
  if (minutes.length !== route.length) {
    throw new RangeError(`${route.length} stops have ${minutes.length} entries of labor`);
  }
  return finalFare(quote.prices, {
    laborMinutesByStop: minutes,
    travel: inputs.travel ?? quote.travel,
    addons: quote.addons,
    tipCents,
    adjustments: inputs.adjustments ?? [],
    finishedAtMs: nowMs,
  });
}
