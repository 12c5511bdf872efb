// A fare of the domain as billing reads it from an event.
import type { BilledFare } from '../../src/domain/billing-line.ts';
import type { Fare } from '../../src/domain/fare.ts';

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
