// Converts a domain fare to the fare format of billing events.
import type { BilledFare } from '../../src/domain/money/billing-line.ts';
import type { Fare } from '../../src/domain/money/fare.ts';

export function billedFare(fare: Fare): BilledFare {
  return {
    ride: {
      base: fare.baseCents,
      labor: fare.laborCents,
      travel_distance: fare.travelDistanceCents,
      travel_duration: fare.travelDurationCents,
      stops: fare.stopsCents,
    },
    adjustments: fare.adjustments,
  };
}
