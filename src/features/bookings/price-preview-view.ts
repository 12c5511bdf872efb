// Estimates of a booking now and with a change, in the wire format of the portal.
import type { Static } from 'typebox';
import type { FareEstimate } from '../../domain/money/fare.ts';
import type { StopChangePrices } from './edit-stops.ts';
import type { StopChangePricesSchema } from './portal-booking-schemas.ts';

export function presentPrices({ before, after }: StopChangePrices): Static<typeof StopChangePricesSchema> {
  return { before: presentEstimate(before), after: presentEstimate(after) };
}

function presentEstimate([low, high = low]: FareEstimate) {
  return { low_cents: low.totalCents, high_cents: high.totalCents };
}
