// The final fare of a booking: what really happened, on the terms that were quoted.
import type { Adjustment } from './adjustment.ts';
import type { Booking } from './booking.ts';
import { type Dispatch, laborMinutesByStop } from './dispatch.ts';
import { type Fare, finalFare } from './fare.ts';
import type { Distance } from './travel.ts';

export interface SettlementFacts {
  /** As travelled; as quoted where nobody measured. */
  readonly travel?: Distance | undefined;
  /** One entry per stop; from arrival to done where nobody says otherwise, as a simulation does. */
  readonly laborMinutesByStop?: readonly number[] | undefined;
  /** What was agreed on the way: tolls, waiting and the like. */
  readonly adjustments?: readonly Adjustment[] | undefined;
}

export function settle(booking: Booking, dispatch: Dispatch, facts: SettlementFacts, nowMs: number): Fare {
  const { quote, route, tipCents } = booking;
  const minutes = facts.laborMinutesByStop ?? laborMinutesByStop(dispatch, route.length);
  if (minutes.length !== route.length) {
    throw new RangeError(`${route.length} stops have ${minutes.length} entries of labor`);
  }
  return finalFare(quote.prices, {
    laborMinutesByStop: minutes,
    travel: facts.travel ?? quote.travel,
    addons: quote.addons,
    tipCents,
    adjustments: facts.adjustments ?? [],
    finishedAtMs: nowMs,
  });
}
